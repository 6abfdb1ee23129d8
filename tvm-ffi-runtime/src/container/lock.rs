//! The lock under which the functions of lists and dicts run, and the libraries in Rust read them.

use core::ffi::c_int;
use core::ptr::NonNull;

use tvm_ffi_abi::container_lock::{acquire, release};
use tvm_ffi_abi::{TVMFFIObject, TVMFFIObjectHandle};

use crate::catch::{Failure, Result, fail};

/// The lock of a list or a dict, until this is dropped.
pub(super) struct Locked(NonNull<TVMFFIObject>);

impl Locked {
    /// # Errors
    ///
    /// A `RuntimeError` if another thread has it for too long.
    pub(super) fn new(container: NonNull<TVMFFIObject>) -> Result<Self> {
        if acquire(container) { Ok(Self(container)) } else { Err(in_use()) }
    }
}

impl Drop for Locked {
    fn drop(&mut self) {
        release(self.0);
    }
}

#[cold]
fn in_use() -> Failure {
    fail!(
        RuntimeError,
        "a List or Dict is in use for too long, by another thread or by the hash of a key of a Dict"
    )
}

/// `TVMFFIRustContainerLock`: takes the lock of a list or a dict for this thread, which may have it already. Gives -1, and raises nothing, if another thread has it
/// for too long.
///
/// # Safety
///
/// The C API: the handle is lent.
pub(crate) unsafe extern "C" fn lock_container(container: TVMFFIObjectHandle) -> c_int {
    match NonNull::new(container.cast()) {
        Some(container) if acquire(container) => 0,
        _ => -1,
    }
}

/// `TVMFFIRustContainerUnlock`: gives the lock back.
///
/// # Safety
///
/// The C API: the handle is lent. This thread has called `TVMFFIRustContainerLock` with it.
pub(crate) unsafe extern "C" fn unlock_container(container: TVMFFIObjectHandle) -> c_int {
    if let Some(container) = NonNull::new(container.cast()) {
        release(container);
    }
    0
}
