//! Waiting for other threads, with a bound.
//!
//! A waiting thread may hold what the other thread needs: the GIL, or another object. So every wait ends, and the caller makes an error of it.

use core::time::Duration;
use std::time::Instant;

/// How long a thread waits for another one.
pub const BOUND: Duration = Duration::from_secs(1);

/// How long a waiting thread sleeps between two attempts. Before that it tries all the time for as long.
const PAUSE: Duration = Duration::from_micros(50);

/// Repeats an attempt until it succeeds, or until [`BOUND`] has passed.
pub fn until<T>(mut attempt: impl FnMut() -> Option<T>) -> Option<T> {
    let mut start = None;
    loop {
        if let Some(success) = attempt() {
            return Some(success);
        }
        match start.get_or_insert_with(Instant::now).elapsed() {
            waited if waited >= BOUND => return None,
            waited if waited < PAUSE => std::thread::yield_now(),
            _ => std::thread::sleep(PAUSE),
        }
    }
}
