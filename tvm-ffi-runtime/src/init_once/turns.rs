//! Threads that want the same handle take turns to make it.

use core::ptr;

use crate::sync::{AtomicPtr, Condvar, Mutex, MutexGuard, Ordering, PoisonError};

/// The handles that threads are making.
pub(crate) struct Turns {
    running: Mutex<Vec<Running>>,
    /// Tells that a handle is not being made any more.
    ended: Condvar,
}

struct Running {
    /// The address of the handle.
    handle: usize,
    thread: usize,
}

/// What a caller has to do for a handle.
enum Turn {
    /// The caller makes it.
    Make,
    /// It is made.
    Made,
    /// The caller is making it already.
    Recursion,
}

/// Why a handle is not made.
pub(crate) enum NotMade {
    /// The code that `init` gives.
    Code(i32),
    /// `init` gives NULL.
    Null,
    /// The thread is making it already.
    Recursion,
}

impl Turns {
    pub(crate) fn new() -> Self {
        Self { running: Mutex::new(Vec::new()), ended: Condvar::new() }
    }

    /// Makes a handle, unless another thread makes it. It stays NULL if `init` fails, and the next caller tries again.
    ///
    /// No lock is held while `init` runs, so that it can make other handles.
    pub(crate) fn make<T>(
        &self,
        handle: &AtomicPtr<T>,
        thread: usize,
        init: impl FnOnce() -> Result<*mut T, i32>,
    ) -> Result<(), NotMade> {
        match self.wait(handle, thread) {
            Turn::Made => Ok(()),
            Turn::Recursion => Err(NotMade::Recursion),
            Turn::Make => {
                let made = init();
                if let Ok(made) = made {
                    handle.store(made, Ordering::Release);
                }
                let address = ptr::from_ref(handle).addr();
                self.running().retain(|running| running.handle != address);
                self.ended.notify_all();
                match made {
                    Ok(made) if made.is_null() => Err(NotMade::Null),
                    Ok(_) => Ok(()),
                    Err(code) => Err(NotMade::Code(code)),
                }
            }
        }
    }

    fn running(&self) -> MutexGuard<'_, Vec<Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the handle is made, or until it is this caller's turn to make it.
    fn wait<T>(&self, handle: &AtomicPtr<T>, thread: usize) -> Turn {
        let address = ptr::from_ref(handle).addr();
        let mut list = self.running();
        loop {
            if !handle.load(Ordering::Acquire).is_null() {
                return Turn::Made;
            }
            match list.iter().find(|running| running.handle == address) {
                None => {
                    list.push(Running { handle: address, thread });
                    return Turn::Make;
                }
                Some(running) if running.thread == thread => return Turn::Recursion,
                Some(_) => list = self.ended.wait(list).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }
}
