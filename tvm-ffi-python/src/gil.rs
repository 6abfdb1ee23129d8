//! Calls without the GIL, and values that only the GIL protects.

use core::ffi::c_int;
use core::mem::ManuallyDrop;

use crate::api::{Api, api};
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
    let state = unsafe { api.PyEval_SaveThread() };
    let result = call();
    // SAFETY: the state is that of this thread.
    unsafe { api.PyEval_RestoreThread(state) };
    result
}

/// Runs `body` with the GIL, which this thread may hold already. `None` where the interpreter has ended, or ends on another thread.
pub(crate) fn with<R>(body: impl FnOnce(Python) -> R) -> Option<R> {
    let api = api().ok()?;
    // The thread that ends the interpreter has the GIL, and no other gets it any more.
    let has_python = match is_finalizing(api) {
        // SAFETY: the function may be called at any time.
        true => unsafe { api.PyGILState_Check() },
        // SAFETY: as above.
        false => unsafe { api.Py_IsInitialized() },
    };
    if has_python == 0 {
        return None;
    }
    // SAFETY: there is an interpreter. A thread that has the GIL may take it again.
    let _state = State(api, unsafe { api.PyGILState_Ensure() });
    // SAFETY: this thread holds the GIL until the state is dropped.
    Some(body(unsafe { Python::assume(api) }))
}

/// The GIL as it was taken.
struct State(&'static Api, c_int);

impl Drop for State {
    fn drop(&mut self) {
        // SAFETY: the state is what `PyGILState_Ensure` gave on this thread.
        unsafe { self.0.PyGILState_Release(self.1) };
    }
}

/// Whether the interpreter ends. Its modules may be gone already.
#[inline(always)]
pub(crate) fn is_finalizing(api: &Api) -> bool {
    // SAFETY: the function may be called at any time.
    let since_3_13 = unsafe { api.Py_IsFinalizing() };
    // SAFETY: as above.
    since_3_13.or_else(|| unsafe { api._Py_IsFinalizing() }).is_some_and(|is_finalizing| is_finalizing != 0)
}

/// A value of Python's that any thread may own. Only threads with the GIL use it.
pub(crate) struct Guarded<T>(ManuallyDrop<T>);

// SAFETY: `get` asks for the GIL, and `drop` takes it.
unsafe impl<T> Send for Guarded<T> {}
// SAFETY: as above: the GIL orders all uses.
unsafe impl<T> Sync for Guarded<T> {}

impl<T> Guarded<T> {
    pub(crate) fn new(_: Python, value: T) -> Self {
        Self(ManuallyDrop::new(value))
    }

    pub(crate) fn get(&self, _: Python) -> &T {
        &self.0
    }
}

impl<T> Drop for Guarded<T> {
    /// Where there is no GIL to take any more, the value is leaked.
    fn drop(&mut self) {
        // SAFETY: the value is not used again, and the thread holds the GIL.
        let _ = with(|_| unsafe { ManuallyDrop::drop(&mut self.0) });
    }
}
