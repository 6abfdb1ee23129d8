//! Waiting for other threads, with a bound.

use core::time::Duration;
use std::time::Instant;

/// Attempts before a waiting thread sleeps between them.
const SPINS: u32 = if cfg!(miri) { 2 } else { 100 };

/// How long a waiting thread sleeps between two attempts.
const PAUSE: Duration = Duration::from_micros(50);

/// Repeats an attempt until it succeeds, or until `bound` has passed.
#[inline]
pub fn until<T>(bound: Duration, mut attempt: impl FnMut() -> Option<T>) -> Option<T> {
    attempt().or_else(|| repeat(bound, &mut attempt))
}

#[cold]
fn repeat<T>(bound: Duration, attempt: &mut dyn FnMut() -> Option<T>) -> Option<T> {
    for _ in 0..SPINS {
        core::hint::spin_loop();
        if let Some(success) = attempt() {
            return Some(success);
        }
    }
    let start = Instant::now();
    while start.elapsed() < bound {
        std::thread::sleep(PAUSE);
        if let Some(success) = attempt() {
            return Some(success);
        }
    }
    None
}
