//! Calls without the GIL.

use tvm_ffi_core::__private::stop_if_unwound;

use crate::api::Api;
use crate::ffi::PyThreadState;
use crate::python::Python;

/// Runs `call` without the GIL.
///
/// While the interpreter exits, only the thread that ends it has the GIL, and keeps it.
///
/// # Safety
///
/// `call` uses nothing of Python's.
#[inline(always)]
pub(crate) unsafe fn released<R>(python: Python, call: impl FnOnce() -> R) -> R {
    type Unwinds = unsafe extern "C-unwind" fn(*mut PyThreadState);
    let api = python.api;
    if is_finalizing(api) {
        return call();
    }
    // SAFETY: the thread holds the GIL, and `call` does not need it.
    let state = unsafe { (api.PyEval_SaveThread)() };
    let result = call();
    // SAFETY: only the ABI differs, and a function of this one may do all that the other may.
    let restore: Unwinds = unsafe { core::mem::transmute(api.PyEval_RestoreThread) };
    // SAFETY: the state is that of this thread.
    stop_if_unwound(|| unsafe { restore(state) });
    result
}

#[inline(always)]
fn is_finalizing(api: &Api) -> bool {
    match api.Py_IsFinalizing.or(api._Py_IsFinalizing) {
        // SAFETY: the function may be called at any time.
        Some(is_finalizing) => unsafe { is_finalizing() != 0 },
        None => false,
    }
}
