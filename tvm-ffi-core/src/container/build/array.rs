//! Arrays, built in place.

use core::ptr::NonNull;

use crate::abi::{TVMFFIObject, TVMFFISeqCell, TypeIndex};
use crate::any::Any;
use crate::new_object::{Body, new_object};
use crate::object_ref::ObjectRef;

impl Body for TVMFFISeqCell {
    unsafe fn drop_contents(object: NonNull<TVMFFIObject>) {
        // SAFETY: the body follows the header.
        let cell = unsafe { object.add(1) }.cast::<Self>();
        // SAFETY: the caller's contract. C++ may have changed the number of elements.
        let cell = unsafe { cell.read() };
        let elements = core::ptr::slice_from_raw_parts_mut(cell.data.cast::<Any>(), cell.size as usize);
        // SAFETY: the array owns its elements, which are not used any more.
        unsafe { elements.drop_in_place() };
    }
}

/// A new array.
///
/// # Panics
///
/// If memory runs out.
#[inline]
pub(crate) fn array(values: impl ExactSizeIterator<Item = Any>) -> ObjectRef {
    let capacity = values.len();
    let array = allocate(capacity);
    let cell = array.body::<TVMFFISeqCell>().as_ptr();
    // SAFETY: the body was initialised by `allocate`.
    let data = unsafe { (*cell).data }.cast::<Any>();
    let mut filled = Filled { cell, count: 0 };
    for (index, value) in values.take(capacity).enumerate() {
        // SAFETY: the index is less than the capacity.
        let place = unsafe { data.add(index) };
        // SAFETY: as above, so the array has room for the value.
        unsafe { place.write(value) };
        filled.count = index as i64 + 1;
    }
    drop(filled);
    array
}

/// Tells an array how many values it has. If making one panics, the array drops those before it.
struct Filled {
    cell: *mut TVMFFISeqCell,
    count: i64,
}

impl Drop for Filled {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: no other code has a reference to the array, which lives longer.
        unsafe { (*self.cell).size = self.count };
    }
}

/// A new array, for the crates that adapt calls.
///
/// # Panics
///
/// As [`array`].
#[cold]
#[inline(never)]
pub fn array_of(values: Vec<Any>) -> Any {
    crate::convert::IntoAny::into_any(array(values.into_iter()))
}

/// An array without elements.
#[inline(never)]
fn allocate(capacity: usize) -> ObjectRef {
    new_object(TypeIndex::ARRAY, capacity.saturating_mul(size_of::<Any>()), |elements| TVMFFISeqCell {
        data: elements.as_ptr().cast(),
        size: 0,
        capacity: capacity as i64,
        data_deleter: None,
    })
}
