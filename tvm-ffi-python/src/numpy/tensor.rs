//! Tensors that share the memory of arrays of NumPy, for parameters that may keep them.

use core::mem::MaybeUninit;
use core::ptr::{NonNull, null_mut};
use std::rc::Rc;

use tvm_ffi_core::Tensor;
use tvm_ffi_core::abi::{DLManagedTensorVersioned, DLPackVersion};
use tvm_ffi_core::dlpack::ManagedTensor;

use crate::gil::Guarded;
use crate::module::Module;
use crate::python::{Borrowed, Owned, Python, Raised};
use crate::tensors::{Numbers, Refused};

/// What a managed tensor owns.
#[repr(C)]
struct Shared {
    managed: DLManagedTensorVersioned,
    /// The extents and strides.
    _numbers: Numbers<'static>,
    /// The array, and a weak reference, with which NumPy does not resize it.
    _array: Guarded<(Owned, Result<Owned, Raised>)>,
}

/// The tensor of an array.
///
/// # Errors
///
/// As [`NumPy::describe`](super::NumPy::describe).
pub(crate) fn tensor_of(
    module: &Rc<Module>,
    python: Python,
    object: Borrowed<'_>,
    may_write: bool,
) -> Result<Tensor, Refused> {
    let numpy = module.numpy.get(python).ok_or(Refused::Unknown)?;
    let (mut numbers, mut place) = (Numbers::default(), MaybeUninit::uninit());
    // SAFETY: the kind of the object says that it is an array.
    unsafe { numpy.describe(object, may_write, &mut numbers, &mut place) }?;
    let weak = python.weak(object).inspect_err(|_| python.clear(Raised));
    let shared = Box::new(Shared {
        managed: DLManagedTensorVersioned {
            version: DLPackVersion { major: 1, minor: 0 },
            manager_ctx: null_mut(),
            deleter: Some(release),
            flags: 0,
            // SAFETY: `describe` succeeded, so that it has written the tensor.
            dl_tensor: unsafe { place.assume_init() },
        },
        _numbers: numbers,
        _array: Guarded::new(python, (python.own(object), weak)),
    });
    // SAFETY: a box is not NULL, and begins with the managed tensor.
    let managed = unsafe { NonNull::new_unchecked(Box::into_raw(shared)) }.cast();
    // SAFETY: the array keeps its memory, which NumPy does not resize, and the box has the description. Any thread may release it.
    let managed = unsafe { ManagedTensor::from_raw(managed) };
    Tensor::from_dlpack(managed).map_err(|_| Refused::Unknown)
}

/// Releases what [`tensor_of`] has boxed.
///
/// # Safety
///
/// The tensor is one of that function, which is not used again.
unsafe extern "C" fn release(managed: *mut DLManagedTensorVersioned) {
    // SAFETY: the caller's contract: the box begins with it.
    drop(unsafe { Box::from_raw(managed.cast::<Shared>()) });
}
