//! The locks under which threads read and change lists and dicts: those of the Rust runtime, where there is one, and otherwise those of
//! each library. The C++ runtime has none.
//!
//! A thread may take a lock again that it has: code of others may run while a dict is searched, and several containers share a lock.

use core::ptr::NonNull;
use core::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

use crate::TVMFFIObject;
use crate::wait::until;

struct Lock {
    /// [`this_thread`] of the thread that has the lock, or 0.
    owner: AtomicUsize,
    /// How often that thread has taken it. Only that thread uses this.
    depth: AtomicU32,
}

const COUNT: usize = 64;

/// Several containers share a lock, by their addresses.
static LOCKS: [Lock; COUNT] =
    [const { Lock { owner: AtomicUsize::new(0), depth: AtomicU32::new(0) } }; COUNT];

std::thread_local! {
    static THREAD: u8 = const { 0 };
}

/// A number that no other live thread has: the address of something of its own.
fn this_thread() -> usize {
    THREAD.with(|place| core::ptr::from_ref(place).addr())
}

fn lock_of(container: NonNull<TVMFFIObject>) -> &'static Lock {
    // Blocks of objects are at least 32 bytes long.
    &LOCKS[(container.addr().get() >> 5) % COUNT]
}

/// Takes the lock of a container for this thread. `false` if another one has it for too long. Threads hold one for moments, unless the hash of
/// a dict's key runs code of the user, which may wait for this thread.
pub fn acquire(container: NonNull<TVMFFIObject>) -> bool {
    let (lock, this) = (lock_of(container), this_thread());
    if lock.owner.load(Ordering::Relaxed) != this && !lock.take(this) {
        return false;
    }
    lock.depth.fetch_add(1, Ordering::Relaxed);
    true
}

/// Gives back what [`acquire`] has taken once.
pub fn release(container: NonNull<TVMFFIObject>) {
    let lock = lock_of(container);
    if lock.owner.load(Ordering::Relaxed) == this_thread() && lock.depth.fetch_sub(1, Ordering::Relaxed) == 1
    {
        lock.owner.store(0, Ordering::Release);
    }
}

impl Lock {
    fn take(&self, this: usize) -> bool {
        let attempt = || self.owner.compare_exchange(0, this, Ordering::Acquire, Ordering::Relaxed).ok();
        until(attempt).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thread_has_a_lock_and_takes_it_again() {
        let mut number = 0u64;
        let place = NonNull::from(&mut number).cast::<TVMFFIObject>();
        let address = (&raw mut number).expose_provenance();
        let rounds = if cfg!(miri) { 20 } else { 10_000 };
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(move || {
                    let number = core::ptr::with_exposed_provenance_mut::<u64>(address);
                    let place = NonNull::new(number).expect("it is a place").cast::<TVMFFIObject>();
                    for _ in 0..rounds {
                        assert!(acquire(place) && acquire(place));
                        release(place);
                        // SAFETY: the lock keeps other threads away.
                        let before = unsafe { number.read() };
                        // SAFETY: as above.
                        unsafe { number.write(before + 1) };
                        release(place);
                    }
                });
            }
        });
        // What is not held is not given back.
        release(place);
        assert_eq!(number, 4 * rounds);
    }
}
