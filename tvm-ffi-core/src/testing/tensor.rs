//! Tensors that share the memory of a managed tensor.

use core::ffi::c_int;

use super::object;
use crate::abi::{DLManagedTensorVersioned, DLTensor, TVMFFIObjectHandle, TypeIndex};

/// A tensor, and what it is a tensor of.
#[repr(C)]
struct Body {
    tensor: DLTensor,
    managed: *mut DLManagedTensorVersioned,
}

impl Drop for Body {
    fn drop(&mut self) {
        // SAFETY: the tensor owns the managed one.
        if let Some(deleter) = unsafe { (*self.managed).deleter } {
            // SAFETY: this is the end of the tensor.
            unsafe { deleter(self.managed) };
        }
    }
}

#[allow(non_snake_case, reason = "the C name")]
pub(super) unsafe extern "C" fn TVMFFITensorFromDLPackVersioned(
    managed: *mut DLManagedTensorVersioned,
    _alignment: i32,
    _contiguous: i32,
    out: *mut TVMFFIObjectHandle,
) -> c_int {
    // SAFETY: the caller gives a managed tensor.
    let tensor = unsafe { (*managed).dl_tensor };
    // SAFETY: the caller gives a place for the handle.
    unsafe { out.write(object::new(TypeIndex::TENSOR, Body { tensor, managed })) };
    0
}

/// The managed tensor of a tensor object, with a reference to the object.
#[allow(non_snake_case, reason = "the C name")]
pub(super) unsafe extern "C" fn TVMFFITensorToDLPackVersioned(
    tensor: TVMFFIObjectHandle,
    out: *mut *mut DLManagedTensorVersioned,
) -> c_int {
    unsafe extern "C" fn delete(managed: *mut DLManagedTensorVersioned) {
        // SAFETY: the managed tensor was made below, and this is its end.
        let managed = unsafe { Box::from_raw(managed) };
        // SAFETY: it owns a reference to the object.
        unsafe { object::release(managed.manager_ctx) };
    }

    // SAFETY: the caller lends a tensor.
    let body = unsafe { object::body::<Body>(tensor) };
    // SAFETY: as above; the tensor owns the managed one.
    let version = unsafe { (*body.managed).version };
    // SAFETY: as above.
    let manager_ctx = unsafe { object::retain(tensor) };
    let deleter = Some(delete as unsafe extern "C" fn(_));
    let managed =
        DLManagedTensorVersioned { version, manager_ctx, deleter, flags: 0, dl_tensor: body.tensor };
    // SAFETY: the caller gives a place for the pointer.
    unsafe { out.write(Box::into_raw(Box::new(managed))) };
    0
}
