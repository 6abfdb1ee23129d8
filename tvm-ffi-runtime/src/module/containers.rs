//! The containers that modules are made of.

use core::ptr::NonNull;

use tvm_ffi_abi::{TVMFFIAny, TVMFFIObjectHandle, TVMFFISeqCell, TypeIndex};

use crate::catch::{Result, fail};
use crate::object::{Object, Tail};
use crate::value::Value;

#[repr(C)]
struct Array(TVMFFISeqCell);

// SAFETY: nothing changes the capacity.
unsafe impl Tail for Array {
    type Element = TVMFFIAny;

    unsafe fn count(body: *const Self) -> usize {
        // SAFETY: the caller's contract.
        unsafe { (*body).0.capacity }.cast_unsigned() as usize
    }
}

impl Drop for Array {
    fn drop(&mut self) {
        for place in 0..self.0.size {
            let element = self.0.data.cast::<TVMFFIAny>().wrapping_add(place.cast_unsigned() as usize);
            // SAFETY: the array has this place.
            let element = unsafe { element.read() };
            // SAFETY: the array owns its elements.
            drop(unsafe { Value::from_owned(element) });
        }
    }
}

/// An array of elements.
pub(super) fn array(elements: &[TVMFFIAny]) -> Result<Object> {
    let count = elements.len();
    Ok(Object::with_tail(TypeIndex::ARRAY, count, |data: NonNull<TVMFFIAny>| {
        for (place, element) in elements.iter().enumerate() {
            let owned = Value::of_object(element).expect("elements are objects").into_raw();
            // SAFETY: the tail has this place.
            let place = unsafe { data.add(place) };
            // SAFETY: as above.
            unsafe { place.write(owned) };
        }
        let count = count as i64;
        Array(TVMFFISeqCell { data: data.as_ptr().cast(), size: count, capacity: count, data_deleter: None })
    }))
}

/// An empty map.
pub(super) fn map() -> Result<Option<Object>> {
    Ok(None)
}

/// The object of a key.
pub(super) unsafe fn map_get(
    _map: TVMFFIObjectHandle,
    _key: &TVMFFIAny,
) -> Result<Option<TVMFFIObjectHandle>> {
    Ok(None)
}

/// A map with one more entry.
pub(super) unsafe fn map_with(
    _map: TVMFFIObjectHandle,
    _key: &TVMFFIAny,
    _value: &TVMFFIAny,
) -> Result<Object> {
    Err(fail!(InternalError, "modules have no cache yet"))
}
