//! Objects of Python that pass through the library untouched.

use core::ffi::c_void;
use core::ptr::NonNull;
use std::rc::Rc;

use tvm_ffi_core::__private::{hold_python_object, python_object_of};
use tvm_ffi_core::{AnyView, ObjectRef};

use crate::ffi::PyObject;
use crate::module::Module;
use crate::python::{Borrowed, Owned, Python, Raised};
use crate::{error, gil};

/// An object of the ABI that holds one of Python's.
pub(crate) fn hold(module: &Rc<Module>, python: Python, object: Borrowed<'_>) -> Result<ObjectRef, Raised> {
    let held = python.own(object);
    // INVARIANT: a reference is not NULL.
    let handle = NonNull::new(object.as_ptr().cast::<c_void>()).ok_or(Raised)?;
    // SAFETY: `release` gives back the reference that is forgotten below.
    match unsafe { hold_python_object(handle, release) } {
        Ok(object) => {
            let _ = held.into_raw();
            Ok(object)
        }
        Err(error) => Err(error::raise(module, python, error)),
    }
}

/// The object of Python's in a value.
pub(crate) fn held(python: Python, value: AnyView<'_>) -> Option<Owned> {
    let object = python_object_of(value)?.cast::<PyObject>();
    // SAFETY: the value keeps it alive.
    Some(python.own(unsafe { Borrowed::new(object) }))
}

/// Gives back the reference of [`hold`].
///
/// # Safety
///
/// The handle is one of [`hold`], which is not used again.
unsafe extern "C" fn release(handle: *mut c_void) {
    // Where there is no interpreter any more, nothing is left to give back.
    // SAFETY: the thread holds the GIL, and the caller's contract.
    let _ = gil::with(|python| unsafe { python.api.Py_DecRef(handle.cast()) });
}
