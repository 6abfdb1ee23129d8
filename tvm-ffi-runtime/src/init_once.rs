//! Handles that are made once.
//!
//! Callers for the same handle wait for the one that makes it. No lock is held meanwhile, so that making one handle can make others.

use core::ffi::{c_int, c_void};
use core::ptr::null_mut;
use core::sync::atomic::{AtomicPtr, Ordering};
use std::sync::LazyLock;

use crate::catch::{fail, raise};

mod turns;

use turns::{NotMade, Turns};

/// Makes a handle.
type Init = unsafe extern "C" fn(result: *mut *mut c_void) -> c_int;

/// Ends a handle.
type Deinit = unsafe extern "C" fn(handle: *mut c_void) -> c_int;

static TURNS: LazyLock<Turns> = LazyLock::new(Turns::new);

/// The number of this thread, which differs from that of every other that is alive. It can be asked for until the thread has ended.
fn this_thread() -> usize {
    thread_local! {
        static PLACE: u8 = const { 0 };
    }
    PLACE.with(|place| (&raw const *place).addr())
}

/// `TVMFFIHandleInitOnce`. The handle stays NULL if the function fails, and the next call tries again.
///
/// # Safety
///
/// The C API: every access to the handle is atomic, and the function gives a code and, with 0, a handle.
pub(crate) unsafe extern "C" fn init_once(handle: *mut *mut c_void, init: Init) -> c_int {
    // SAFETY: the caller's contract.
    let handle = unsafe { AtomicPtr::from_ptr(handle) };
    if !handle.load(Ordering::Acquire).is_null() {
        return 0;
    }
    // SAFETY: the caller's contract.
    unsafe { make(handle, init) }
}

/// Waits for the turn to make a handle, and makes it.
///
/// # Safety
///
/// That of [`init_once`].
#[cold]
#[inline(never)]
unsafe fn make(handle: &AtomicPtr<c_void>, init: Init) -> c_int {
    let made = TURNS.make(handle, this_thread(), || {
        let mut made = null_mut();
        // SAFETY: the caller's contract; the place is writable.
        match unsafe { init(&raw mut made) } {
            0 => Ok(made),
            code => Err(code),
        }
    });
    match made {
        Ok(()) => 0,
        Err(NotMade::Code(code)) => code,
        Err(NotMade::Null) => raise(fail!(RuntimeError, "init_func must return a non-NULL handle")),
        Err(NotMade::Recursion) => {
            raise(fail!(RuntimeError, "init_func initializes the handle that it is called for"))
        }
    }
}

/// `TVMFFIHandleDeinitOnce`.
///
/// # Safety
///
/// The C API: every access to the handle is atomic, and the function ends what it is called with.
pub(crate) unsafe extern "C" fn deinit_once(handle: *mut *mut c_void, deinit: Deinit) -> c_int {
    // SAFETY: the caller's contract.
    let handle = unsafe { AtomicPtr::from_ptr(handle) };
    let before = handle.swap(null_mut(), Ordering::AcqRel);
    if before.is_null() {
        return 0;
    }
    // SAFETY: the caller's contract; no other caller got this handle.
    unsafe { deinit(before) }
}

#[cfg(test)]
mod tests;
