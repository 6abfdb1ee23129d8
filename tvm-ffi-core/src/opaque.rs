//! Objects of Python in values: the runtime counts references to an object that holds one of Python's.

use core::ffi::c_void;
use core::ptr::NonNull;

use crate::abi::{TVMFFIObject, TVMFFIObjectHandle, TVMFFIOpaqueObjectCell, TypeIndex};
use crate::any::AnyView;
use crate::error::{Result, check};
use crate::object_ref::ObjectRef;
use crate::runtime::{find, table};

/// An object that holds one of Python's.
///
/// # Errors
///
/// If there is no runtime. The handle is still the caller's then.
///
/// # Safety
///
/// The caller gives up its reference to an object of Python's, which `release` gives back. It is called once, on any thread.
pub unsafe fn hold_python_object(
    handle: NonNull<c_void>,
    release: unsafe extern "C" fn(*mut c_void),
) -> Result<ObjectRef> {
    find()?;
    let mut out: TVMFFIObjectHandle = core::ptr::null_mut();
    // SAFETY: the caller's contract; `out` is writable.
    let code = unsafe {
        table::TVMFFIObjectCreateOpaque(handle.as_ptr(), TypeIndex::OPAQUE_PY_OBJECT, Some(release), &mut out)
    };
    check(code)?;
    // SAFETY: the runtime gave an owned object.
    match unsafe { ObjectRef::from_handle(out) } {
        Some(object) => Ok(object),
        None => crate::bail!("the runtime made no object"),
    }
}

/// The object of Python's in a value. The value keeps it alive.
pub fn python_object_of(view: AnyView<'_>) -> Option<NonNull<c_void>> {
    let object = view.object_of(TypeIndex::OPAQUE_PY_OBJECT)?;
    // SAFETY: Object validity: the body follows the header.
    let cell = unsafe { object.add(1) }.cast::<TVMFFIOpaqueObjectCell>();
    // SAFETY: as above; an object with this type index has this body.
    NonNull::new(unsafe { cell.as_ref() }.handle)
}

/// Replaces the object of Python's that an object holds, and returns the old one, whose reference is the caller's now. `None` if the object is another.
///
/// # Safety
///
/// Object validity, the caller gives up a reference to `new`, and nothing else uses the object meanwhile.
pub unsafe fn replace_python_object(
    object: NonNull<TVMFFIObject>,
    new: NonNull<c_void>,
) -> Option<NonNull<c_void>> {
    // SAFETY: the caller's contract.
    if unsafe { (*object.as_ptr()).type_index } != TypeIndex::OPAQUE_PY_OBJECT {
        return None;
    }
    // SAFETY: Object validity: the body follows the header.
    let mut cell = unsafe { object.add(1) }.cast::<TVMFFIOpaqueObjectCell>();
    // SAFETY: as above; an object with this type index has this body, which nothing else uses.
    let handle = unsafe { &mut cell.as_mut().handle };
    NonNull::new(core::mem::replace(handle, new.as_ptr()))
}
