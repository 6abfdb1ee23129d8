//! The lock under which threads read and change lists and dicts: that of the Rust runtime, which its own functions take too. The C++ runtime
//! has none, so there each library has its own.

use core::ptr::NonNull;

use crate::abi::{TVMFFIObject, container_lock};
use crate::runtime::{bind_or_panic, table};

/// Reads or changes a list or a dict while no other thread does, as far as it takes the lock.
///
/// `access` should not run code of the user, which could use the container. It drops no element, since that could destroy an object.
///
/// # Panics
///
/// If it has to wait for too long.
pub(super) fn locked<R>(container: NonNull<TVMFFIObject>, access: impl FnOnce() -> R) -> R {
    let _lock = Lock::new(container);
    access()
}

struct Lock {
    container: NonNull<TVMFFIObject>,
    is_of_runtime: bool,
}

impl Lock {
    fn new(container: NonNull<TVMFFIObject>) -> Self {
        bind_or_panic();
        let is_of_runtime = table::has_container_lock();
        let is_taken = match is_of_runtime {
            // SAFETY: the container is lent.
            true => unsafe { table::TVMFFIRustContainerLock(container.as_ptr().cast()) == 0 },
            false => container_lock::acquire(container),
        };
        if !is_taken {
            in_use();
        }
        Self { container, is_of_runtime }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        match self.is_of_runtime {
            true => {
                // SAFETY: the container is lent, and this thread has taken its lock.
                unsafe { table::TVMFFIRustContainerUnlock(self.container.as_ptr().cast()) };
            }
            false => container_lock::release(self.container),
        }
    }
}

fn in_use() -> ! {
    panic!("a List or Dict is in use for too long, by another thread or by the hash of a key of a Dict");
}
