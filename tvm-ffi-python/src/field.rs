//! Fields of classes, as descriptors.

use core::ffi::{c_int, c_void};
use core::ptr::{NonNull, null_mut};
use std::ffi::CString;

use tvm_ffi_core::__private::FieldRecord;
use tvm_ffi_core::abi::TVMFFIAny;

use crate::api::api;
use crate::classes::{self, Classes};
use crate::error::{guarded, raise_taken};
use crate::ffi::{PyGetSetDef, PyObject};
use crate::from_python::value_of;
use crate::instance;
use crate::python::{Borrowed, Owned, Python, Raised};
use crate::result;

/// Makes the descriptor of a field of a class.
pub(crate) fn make(python: Python, class: &Owned, field: &'static FieldRecord) -> Result<Owned, Raised> {
    let name = CString::new(field.param().name).unwrap_or_default().into_raw();
    let doc = match field.param().doc() {
        "" => null_mut(),
        doc => CString::new(doc).unwrap_or_default().into_raw(),
    };
    let definition = Box::leak(Box::new(PyGetSetDef {
        name,
        get: Some(get),
        set: Some(set),
        doc,
        closure: core::ptr::from_ref(field).cast_mut().cast(),
    }));
    // SAFETY: the definition is never freed, and its functions take instances of the class.
    let descriptor = unsafe { python.api.PyDescr_NewGetSet(class.borrow().as_ptr(), definition) };
    // SAFETY: a new reference or NULL.
    unsafe { python.owned(descriptor) }
}

/// What a descriptor's function is called with.
///
/// # Safety
///
/// Python calls the function of a descriptor that [`make`] made, so this thread holds the GIL, and the object is an instance of the class.
unsafe fn enter<'a>(
    slf: *mut PyObject,
    closure: *mut c_void,
) -> Option<(Python, &'static Classes, Borrowed<'a>, &'static FieldRecord)> {
    let api = api().ok()?;
    // SAFETY: the caller's contract.
    let python = unsafe { Python::assume(api) };
    // SAFETY: as above.
    let instance = unsafe { Borrowed::new(NonNull::new(slf)?) };
    // SAFETY: as above: the closure is the record.
    let field = unsafe { closure.cast::<FieldRecord>().as_ref() }?;
    Some((python, classes::get(python)?, instance, field))
}

unsafe extern "C" fn get(slf: *mut PyObject, closure: *mut c_void) -> *mut PyObject {
    // SAFETY: Python calls the function of a descriptor.
    let Some((python, classes, instance, field)) = (unsafe { enter(slf, closure) }) else {
        return null_mut();
    };
    guarded(python, || {
        let mut value = TVMFFIAny::NONE;
        // SAFETY: the instance is one of a class of this crate.
        let object = unsafe { instance::handle(instance) };
        // SAFETY: the instance owns a reference to the object.
        if unsafe { field.get(object, &mut value) } != 0 {
            return Err(raise_taken(&classes.host().module, python));
        }
        // SAFETY: the field gave an owned value.
        unsafe {
            result::into_python(&classes.host().module, python, field.param().of.tag.required(), &value, None)
        }
    })
}

unsafe extern "C" fn set(slf: *mut PyObject, value: *mut PyObject, closure: *mut c_void) -> c_int {
    // SAFETY: Python calls the function of a descriptor.
    let Some((python, classes, instance, field)) = (unsafe { enter(slf, closure) }) else { return -1 };
    let done = guarded(python, || {
        let Some(value) = NonNull::new(value) else {
            let message = format!("field `{}` cannot be deleted", field.param().name);
            return Err(python.raise(python.api.PyExc_AttributeError, &message));
        };
        // SAFETY: Python passes a live object.
        let value = unsafe { Borrowed::new(value) };
        let (module, param) = (&classes.host().module, field.param());
        let value = value_of(module, python, value, param.of.tag.required(), param.name)?;
        // SAFETY: the instance is one of a class of this crate.
        let object = unsafe { instance::handle(instance) };
        // SAFETY: the instance owns a reference to the object, and the value is owned.
        if unsafe { field.set(object, value.as_raw()) } != 0 {
            return Err(raise_taken(&classes.host().module, python));
        }
        Ok(python.none())
    });
    // SAFETY: the result is NULL or a reference to `None`, which is owned.
    match unsafe { python.owned(done) } {
        Ok(_) => 0,
        Err(Raised) => -1,
    }
}
