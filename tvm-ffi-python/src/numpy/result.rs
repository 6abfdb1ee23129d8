//! Tensors that a call returns, as arrays of NumPy that share their memory.

use core::ffi::{CStr, c_void};
use core::mem::MaybeUninit;
use core::ptr::{NonNull, null_mut};

use tvm_ffi_core::abi::{DLDeviceType, DLTensor};
use tvm_ffi_core::{ObjectRef, Tensor};

use super::{NumPy, WRITEABLE, element};
use crate::api::api;
use crate::ffi::PyObject;
use crate::layout::slice;
use crate::python::{Owned, Python, Raised};

/// The most dimensions of an array in any version.
const MOST_DIMENSIONS: usize = 64;
/// The name of the capsules that own tensors.
const OWNER: &CStr = c"tvm_ffi.Tensor";

/// Why a tensor did not become an array.
pub(crate) enum NoArray {
    /// NumPy has no such array.
    Unknown,
    Raised,
}

/// The shape and the strides of an array in bytes.
struct Dimensions {
    shape: [MaybeUninit<isize>; MOST_DIMENSIONS],
    strides: [MaybeUninit<isize>; MOST_DIMENSIONS],
}

impl NumPy {
    /// An array that shares the memory of a tensor and owns the tensor.
    pub(crate) fn array(&self, python: Python, tensor: Tensor) -> Result<Owned, NoArray> {
        let raw = tensor.view().as_raw();
        // SAFETY: the tensor is alive, and nothing writes its description.
        let description = unsafe { raw.as_ref() };
        // SAFETY: as above; the array will own the tensor.
        let array = unsafe { self.lent(python, description) }?;
        let owner = own(python, tensor).map_err(|_| NoArray::Raised)?;
        // SAFETY: the array is new, and the function takes over the capsule, also where it fails.
        let code = unsafe { (self.set_base_object)(array.borrow().as_ptr(), owner.into_raw()) };
        if code == 0 { Ok(array) } else { Err(NoArray::Raised) }
    }

    /// An array over memory that something else keeps.
    ///
    /// # Safety
    ///
    /// DLTensor validity, for as long as the array is used.
    pub(crate) unsafe fn lent(&self, python: Python, tensor: &DLTensor) -> Result<Owned, NoArray> {
        let mut dimensions = Dimensions {
            shape: [const { MaybeUninit::uninit() }; MOST_DIMENSIONS],
            strides: [const { MaybeUninit::uninit() }; MOST_DIMENSIONS],
        };
        // SAFETY: the caller's contract.
        let (number, data) = unsafe { dimensions.fill(tensor) }.ok_or(NoArray::Unknown)?;
        let (class, rank) = (self.class.as_ptr(), tensor.ndim);
        let (shape, strides) = (dimensions.shape.as_ptr().cast(), dimensions.strides.as_ptr().cast());
        // SAFETY: the shape and the strides have `rank` numbers, and lead to memory of the tensor.
        let array =
            unsafe { (self.new)(class, rank, shape, number, strides, data, 0, WRITEABLE, null_mut()) };
        // SAFETY: a new reference or NULL.
        unsafe { python.owned(array) }.map_err(|raised| {
            // It has more dimensions than this NumPy allows, say.
            python.clear(raised);
            NoArray::Unknown
        })
    }
}

impl Dimensions {
    /// Writes the dimensions of a tensor in host memory, and returns the number of its dtype and the address of its elements. `None` if NumPy
    /// does not have its dtype or its rank.
    ///
    /// # Safety
    ///
    /// DLTensor validity.
    unsafe fn fill(&mut self, tensor: &DLTensor) -> Option<(i32, *mut c_void)> {
        let rank = usize::try_from(tensor.ndim).ok().filter(|rank| *rank <= MOST_DIMENSIONS)?;
        let has_strides = rank == 0 || !tensor.strides.is_null();
        if tensor.device.device_type != DLDeviceType::kDLCPU || tensor.data.is_null() || !has_strides {
            return None;
        }
        let (number, element) = element::of_dtype(tensor.dtype)?;
        // SAFETY: the caller's contract: there is an extent for each axis.
        let extents = unsafe { slice(tensor.shape.cast_const(), rank) };
        // SAFETY: likewise a stride.
        let steps = unsafe { slice(tensor.strides.cast_const(), rank) };
        for (place, extent) in self.shape.iter_mut().zip(extents) {
            place.write(isize::try_from(*extent).ok()?);
        }
        for (place, step) in self.strides.iter_mut().zip(steps) {
            place.write(element.bytes(*step)?);
        }
        Some((number, tensor.data.wrapping_byte_add(usize::try_from(tensor.byte_offset).ok()?)))
    }
}

/// A capsule that owns a tensor.
fn own(python: Python, tensor: Tensor) -> Result<Owned, Raised> {
    let object = ObjectRef::from(tensor).into_raw();
    // SAFETY: the name lives for the rest of the process; the destructor gets the object.
    let capsule = unsafe { python.api.PyCapsule_New(object.as_ptr().cast(), OWNER.as_ptr(), Some(release)) };
    // SAFETY: a new reference or NULL.
    unsafe { python.owned(capsule) }.inspect_err(|_| {
        // SAFETY: the reference that was given away, which no capsule has.
        drop(unsafe { ObjectRef::from_raw(object) });
    })
}

/// Releases the tensor of a capsule.
///
/// # Safety
///
/// Python destroys a capsule of [`own`].
unsafe extern "C" fn release(capsule: *mut PyObject) {
    let Ok(api) = api() else { return };
    // SAFETY: the caller's contract.
    let object = unsafe { api.PyCapsule_GetPointer(capsule, OWNER.as_ptr()) };
    if let Some(object) = NonNull::new(object) {
        // SAFETY: the capsule owned the tensor.
        drop(unsafe { ObjectRef::from_raw(object.cast()) });
    }
}
