//! Calls from many threads.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tvm_ffi::{Any, Function, Result};

/// The time limit for an event that a bug would prevent; long enough for any machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Waits until `count` threads are here at once. Returns whether they were, so that a failure does not hang.
#[tvm_ffi::export(gil = "released")]
fn meet(count: usize) -> bool {
    /// How many threads wait, and how many meetings there were.
    static STATE: Mutex<(usize, usize)> = Mutex::new((0, 0));
    static MEETING: Condvar = Condvar::new();
    let mut state = STATE.lock().unwrap_or_else(PoisonError::into_inner);
    state.0 += 1;
    let meetings = state.1;
    if state.0 == count {
        *state = (0, meetings + 1);
        MEETING.notify_all();
        return true;
    }
    let waited = MEETING.wait_timeout_while(state, PATIENCE, |state| state.1 == meetings);
    waited.is_ok_and(|(_, timeout)| !timeout.timed_out())
}

/// Calls a function from threads that Rust starts.
#[tvm_ffi::export]
fn call_from_threads(f: Function, count: i64) -> Result<Vec<Any>> {
    std::thread::scope(|scope| {
        let calls: Vec<_> = (0..count)
            .map(|index| {
                scope.spawn({
                    let f = &f;
                    move || f.call((index,))
                })
            })
            .collect();
        calls
            .into_iter()
            .map(|call| call.join().unwrap_or_else(|_| tvm_ffi::bail!("a thread panicked")))
            .collect()
    })
}

/// Runs until the user interrupts it.
#[tvm_ffi::export(gil = "released")]
fn wait_for_signal() -> Result<()> {
    let start = Instant::now();
    while start.elapsed() < PATIENCE {
        tvm_ffi::check_signals()?;
        std::thread::sleep(Duration::from_millis(1));
    }
    Ok(())
}
