//! Calls without the GIL.

use crate::api::Api;
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
    let api = python.api;
    if is_finalizing(api) {
        return call();
    }
    // SAFETY: the thread holds the GIL, and `call` does not need it.
    let state = unsafe { (api.PyEval_SaveThread)() };
    let result = call();
    // The interpreter ends threads that take the GIL while it exits. That unwinds their stack, which Rust does not allow, so
    // such a thread stops here. Newer versions of Python do the same.
    if is_finalizing(api) {
        stop();
    }
    // SAFETY: the state is that of this thread.
    unsafe { (api.PyEval_RestoreThread)(state) };
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

#[cold]
fn stop() -> ! {
    loop {
        std::thread::park();
    }
}
