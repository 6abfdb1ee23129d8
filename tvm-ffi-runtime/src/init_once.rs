//! Handles that are made once.
//!
//! Callers for the same handle wait for the one that makes it. No lock is held meanwhile, so that making one handle can make others.

use core::ffi::{c_int, c_void};
use core::ptr::null_mut;
use core::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::catch::{fail, raise};

/// Makes a handle.
type Init = unsafe extern "C" fn(result: *mut *mut c_void) -> c_int;

/// Ends a handle.
type Deinit = unsafe extern "C" fn(handle: *mut c_void) -> c_int;

/// The handles that are being made.
static RUNNING: Mutex<Vec<Running>> = Mutex::new(Vec::new());

/// Tells that a handle is not being made any more.
static ENDED: Condvar = Condvar::new();

struct Running {
    /// The address of the handle.
    handle: usize,
    thread: usize,
}

/// The number of this thread, which differs from that of every other that is alive. It can be asked for until the thread has ended.
fn this_thread() -> usize {
    thread_local! {
        static PLACE: u8 = const { 0 };
    }
    PLACE.with(|place| (&raw const *place).addr())
}

fn running() -> MutexGuard<'static, Vec<Running>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
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

/// Waits until the handle is made, or until it is this caller's turn to make it.
fn wait_for_turn(handle: &AtomicPtr<c_void>, thread: usize) -> Turn {
    let address = handle.as_ptr().addr();
    let mut list = running();
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
            Some(_) => list = ENDED.wait(list).unwrap_or_else(PoisonError::into_inner),
        }
    }
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
    match wait_for_turn(handle, this_thread()) {
        Turn::Made => 0,
        Turn::Recursion => {
            raise(fail!(RuntimeError, "init_func initializes the handle that it is called for"))
        }
        Turn::Make => {
            let mut made = null_mut();
            // SAFETY: the caller's contract; the place is writable.
            let code = unsafe { init(&raw mut made) };
            if code == 0 {
                handle.store(made, Ordering::Release);
            }
            let address = handle.as_ptr().addr();
            running().retain(|running| running.handle != address);
            ENDED.notify_all();
            if code == 0 && made.is_null() {
                return raise(fail!(RuntimeError, "init_func must return a non-NULL handle"));
            }
            code
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
