//! Arrays of NumPy, read and made by its binary interface, which is the same in 1.x and 2.x as far as it is used here.
//!
//! NumPy is not imported here: there are no arrays before something else imports it. [`check`] compares what is believed of the interface with an
//! array that NumPy makes. Where that differs, arrays go through `tvm_ffi`.

mod check;
mod element;
mod result;
mod tensor;

pub(crate) use result::NoArray;
pub(crate) use tensor::tensor_of;

use core::cell::OnceCell;
use core::ffi::{c_int, c_uint, c_void};
use core::mem::MaybeUninit;
use core::ptr::{NonNull, null};

use tvm_ffi_core::abi::{DLDevice, DLDeviceType, DLTensor};

use crate::ffi::PyObject;
use crate::layout::{body, slice, type_of};
use crate::python::{Borrowed, Python, Raised};
use crate::tensors::{Numbers, Refused};

/// `PyArray_New`: class, rank, shape, type number, strides in bytes, data, size of an element, flags, and the object that an array is made from.
type New = unsafe extern "C" fn(
    *mut PyObject,
    c_int,
    *const isize,
    c_int,
    *const isize,
    *mut c_void,
    c_int,
    c_int,
    *mut PyObject,
) -> *mut PyObject;

/// `PyArray_SetBaseObject`, which takes over the reference to the second object.
type SetBaseObject = unsafe extern "C" fn(*mut PyObject, *mut PyObject) -> c_int;

/// The part of NumPy's table of functions that is used here.
#[derive(Clone, Copy)]
pub(crate) struct NumPy {
    version: unsafe extern "C" fn() -> c_uint,
    /// `numpy.ndarray`
    class: NonNull<PyObject>,
    /// `numpy.generic`
    generic: NonNull<PyObject>,
    new: New,
    set_base_object: SetBaseObject,
}

/// NumPy, once it is in the process; `None` if its arrays are not read here.
#[derive(Default)]
pub(crate) struct Found(OnceCell<Option<NumPy>>);

/// The flag of an array whose elements can be written.
const WRITEABLE: c_int = 0x400;

/// What follows the header of an array.
#[repr(C)]
struct Array {
    data: *mut c_void,
    nd: c_int,
    dimensions: *const isize,
    strides: *const isize,
    base: *mut PyObject,
    descr: *const PyObject,
    flags: c_int,
}

/// What follows the header of a dtype. What comes after it differs between 1.x and 2.x.
#[repr(C)]
struct Descr {
    typeobj: *mut PyObject,
    kind: u8,
    character: u8,
    byteorder: u8,
    flags: u8,
    type_num: c_int,
}

impl Found {
    /// NumPy, if it is in the process and its arrays are as they are believed to be.
    #[inline(always)]
    pub(crate) fn get(&self, python: Python) -> Option<&NumPy> {
        match self.0.get() {
            Some(numpy) => numpy.as_ref(),
            None => self.find(python),
        }
    }

    /// NumPy, which is imported if it is installed.
    pub(crate) fn import(&self, python: Python) -> Option<&NumPy> {
        if self.0.get().is_none() {
            python.import(c"numpy").map_or_else(|raised| python.clear(raised), drop);
        }
        self.get(python)
    }

    #[cold]
    fn find(&self, python: Python) -> Option<&NumPy> {
        // An import may be on its way, so that the next call looks again.
        let numpy = find(python).unwrap_or_else(|raised| {
            python.clear(raised);
            None
        })?;
        let usable = check::is_as_believed(python, &numpy).unwrap_or_else(|raised| {
            python.clear(raised);
            false
        });
        // The check runs code of NumPy's, during which another thread may come here. Both find the same.
        self.0.get_or_init(|| usable.then_some(numpy)).as_ref()
    }
}

/// The table of the NumPy that something has imported.
fn find(python: Python) -> Result<Option<NumPy>, Raised> {
    const MODULES: [&str; 2] = ["numpy._core._multiarray_umath", "numpy.core._multiarray_umath"];
    for name in MODULES {
        let Some(module) = python.imported(name)? else { continue };
        let capsule = python.get(module.borrow(), c"_ARRAY_API")?;
        // SAFETY: the object is live; the function reports what is not a capsule without a name.
        let table = unsafe { python.api.PyCapsule_GetPointer(capsule.borrow().as_ptr(), null()) };
        let table = NonNull::new(table).ok_or(Raised)?;
        // SAFETY: NumPy promises its table at this name, and never frees it.
        return Ok(unsafe { NumPy::new(table.cast()) });
    }
    Ok(None)
}

impl NumPy {
    /// The entries of a table; `None` if one of them is NULL.
    ///
    /// # Safety
    ///
    /// It is a table of NumPy's functions, which lives for the rest of the process.
    unsafe fn new(table: NonNull<Option<NonNull<c_void>>>) -> Option<Self> {
        let entry = |index| {
            // SAFETY: the caller's contract: the table has more than 282 entries.
            let entry = unsafe { table.add(index) };
            // SAFETY: as above.
            unsafe { entry.read() }
        };
        let (version, new, set_base_object) = (entry(0)?, entry(93)?, entry(282)?);
        Some(Self {
            // SAFETY: the caller's contract: NumPy promises this signature at this place.
            version: unsafe {
                core::mem::transmute::<NonNull<c_void>, unsafe extern "C" fn() -> c_uint>(version)
            },
            class: entry(2)?.cast(),
            generic: entry(10)?.cast(),
            // SAFETY: as above.
            new: unsafe { core::mem::transmute::<NonNull<c_void>, New>(new) },
            // SAFETY: as above.
            set_base_object: unsafe {
                core::mem::transmute::<NonNull<c_void>, SetBaseObject>(set_base_object)
            },
        })
    }

    /// `numpy.ndarray`
    pub(crate) fn class(&self) -> Borrowed<'static> {
        Borrowed::of(self.class)
    }

    /// `numpy.generic`, the class of all its numbers.
    pub(crate) fn generic(&self) -> Borrowed<'static> {
        Borrowed::of(self.generic)
    }

    /// Whether an object is an array, and not of a subclass.
    #[inline(always)]
    pub(crate) fn is_array(&self, object: Borrowed<'_>) -> bool {
        type_of(object) == self.class.as_ptr()
    }

    /// Describes an array. The shape and the strides are copied, because other threads may change those of the array while the call runs.
    ///
    /// # Errors
    ///
    /// [`Refused::ReadOnly`] if `writes` and the array is read-only; [`Refused::Elements`] for elements that no tensor has.
    ///
    /// # Safety
    ///
    /// The object is an array, also of a subclass.
    #[inline(always)]
    pub(crate) unsafe fn describe(
        &self,
        object: Borrowed<'_>,
        writes: bool,
        numbers: &mut Numbers<'_>,
        place: &mut MaybeUninit<DLTensor>,
    ) -> Result<(), Refused> {
        // SAFETY: the caller's contract.
        let array = unsafe { fields(object) };
        // SAFETY: an array has a dtype. The thread holds the GIL, so no other thread replaces it.
        let descr = unsafe { body::<Descr>(array.descr) };
        if !matches!(descr.byteorder, b'=' | b'|') {
            return Err(Refused::Elements);
        }
        let element = element::of_number(descr.type_num).ok_or(Refused::Elements)?;
        if writes && array.flags & WRITEABLE == 0 {
            return Err(Refused::ReadOnly);
        }
        let rank = usize::try_from(array.nd).map_err(|_| Refused::Unknown)?;
        let (shape, strides) = numbers.take(rank);
        // SAFETY: an array has an extent for each axis. The thread holds the GIL, so no other thread changes them.
        let extents = unsafe { slice(array.dimensions, rank) };
        for (place, extent) in shape.iter_mut().zip(extents) {
            place.write(*extent as i64);
        }
        // SAFETY: likewise a stride.
        let steps = unsafe { slice(array.strides, rank) };
        for (place, step) in strides.iter_mut().zip(steps) {
            place.write(element.elements(*step).ok_or(Refused::Elements)?);
        }
        // Each field where the shim reads it: a read of bytes that two writes made has to wait.
        place.write(DLTensor {
            data: array.data,
            device: DLDevice { device_type: DLDeviceType::kDLCPU, device_id: 0 },
            ndim: array.nd,
            dtype: element.dtype(),
            shape: shape.as_mut_ptr().cast(),
            strides: strides.as_mut_ptr().cast(),
            byte_offset: 0,
        });
        Ok(())
    }
}

/// The fields of an array.
///
/// # Safety
///
/// The object is an array, whose fields are as NumPy promises.
#[inline(always)]
unsafe fn fields(object: Borrowed<'_>) -> Array {
    // SAFETY: the caller's contract.
    unsafe { body(object.as_ptr()) }
}

#[cfg(test)]
mod tests;
