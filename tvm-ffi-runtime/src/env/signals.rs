//! Functions of Python's C API, with which a long call asks whether it was interrupted.

use core::ffi::{c_char, c_int, c_void};
use core::mem::transmute;
use core::ptr::null_mut;
use core::sync::atomic::{AtomicPtr, Ordering};

use crate::catch::{self, Failure, fail};
use crate::lent;

/// `PyErr_CheckSignals`.
type CheckSignals = unsafe extern "C" fn() -> c_int;
/// `PyGILState_Ensure`, which gives a state.
type Ensure = unsafe extern "C" fn() -> c_int;
/// `PyGILState_Release`.
type Release = unsafe extern "C" fn(state: c_int);

static CHECK_SIGNALS: AtomicPtr<c_void> = AtomicPtr::new(null_mut());
static ENSURE: AtomicPtr<c_void> = AtomicPtr::new(null_mut());
static RELEASE: AtomicPtr<c_void> = AtomicPtr::new(null_mut());

/// `TVMFFIEnvRegisterCAPI`.
///
/// # Safety
///
/// The C API: the name ends with a NUL, and the symbol is NULL or Python's function of that name.
pub(crate) unsafe extern "C" fn register_c_api(name: *const c_char, symbol: *mut c_void) -> c_int {
    // SAFETY: the caller's contract.
    let name = unsafe { lent::c_text(name) };
    catch::code(|| {
        let function = match name {
            b"PyErr_CheckSignals" => &CHECK_SIGNALS,
            b"PyGILState_Ensure" => &ENSURE,
            b"PyGILState_Release" => &RELEASE,
            _ => {
                let name = String::from_utf8_lossy(name);
                return Err(fail!(ValueError, "Unknown env API {name}"));
            }
        };
        function.store(symbol, Ordering::Release);
        Ok(())
    })
}

/// `TVMFFIEnvCheckSignals`. If it gives -1, an exception of Python is pending, and no error is raised.
#[inline(always)]
pub(crate) extern "C" fn check_signals() -> c_int {
    // SAFETY: `Option` of a function has the size of a pointer, and NULL is `None`. Only this function is registered there.
    let check =
        unsafe { transmute::<*mut c_void, Option<CheckSignals>>(CHECK_SIGNALS.load(Ordering::Acquire)) };
    let Some(check) = check else { return 0 };
    // SAFETY: as above.
    let ensure = unsafe { transmute::<*mut c_void, Option<Ensure>>(ENSURE.load(Ordering::Acquire)) };
    // SAFETY: as above.
    let release = unsafe { transmute::<*mut c_void, Option<Release>>(RELEASE.load(Ordering::Acquire)) };
    catch::code(|| {
        let ensure = ensure.ok_or_else(|| missing("py_gil_state_ensure"))?;
        let release = release.ok_or_else(|| missing("py_gil_state_release"))?;
        // SAFETY: any thread may call it.
        let state = unsafe { ensure() };
        // SAFETY: the thread holds the GIL.
        let interrupted = unsafe { check() } != 0;
        // SAFETY: the state is that of the call above.
        unsafe { release(state) };
        if interrupted { Err(Failure::Raised) } else { Ok(()) }
    })
}

#[cold]
fn missing(function: &str) -> Failure {
    fail!(InternalError, "Check failed: self->{function} is false: ")
}

#[cfg(test)]
mod tests {
    use core::cell::Cell;
    use std::ffi::CStr;

    use super::*;

    thread_local! {
        static CALLS: Cell<[i32; 3]> = const { Cell::new([0; 3]) };
    }

    fn count(index: usize, by: i32) {
        let mut calls = CALLS.get();
        calls[index] += by;
        CALLS.set(calls);
    }

    unsafe extern "C" fn check() -> c_int {
        count(1, 1);
        -1
    }

    unsafe extern "C" fn ensure() -> c_int {
        count(0, 1);
        7
    }

    unsafe extern "C" fn release(state: c_int) {
        count(2, state);
    }

    fn register(name: &CStr, symbol: *mut c_void) -> c_int {
        // SAFETY: the symbols of this test have the signatures of Python's.
        unsafe { register_c_api(name.as_ptr(), symbol) }
    }

    #[test]
    fn signals_are_checked_with_the_gil_once_python_is_registered() {
        assert_eq!(check_signals(), 0, "there is no Python");
        assert_eq!(register(c"PyErr_SetString", null_mut()), -1);
        assert_eq!(register(c"PyErr_CheckSignals", check as CheckSignals as *mut c_void), 0);
        assert_eq!(check_signals(), -1, "the GIL cannot be taken");
        assert_eq!(CALLS.get(), [0; 3]);
        assert_eq!(register(c"PyGILState_Ensure", ensure as Ensure as *mut c_void), 0);
        assert_eq!(register(c"PyGILState_Release", release as Release as *mut c_void), 0);
        drop(crate::error::take_raised());
        assert_eq!(check_signals(), -1);
        assert!(crate::error::take_raised().is_none(), "the exception of Python is pending instead");
        assert_eq!(CALLS.get(), [1, 1, 7]);
        assert_eq!(register(c"PyErr_CheckSignals", null_mut()), 0);
        assert_eq!(check_signals(), 0);
    }
}
