//! Objects of the ABI that end with a call: text, bytes, and arrays whose content is Python's or on the stack.
//!
//! A shim that gets one cannot tell it from others. So it is only passed for a parameter whose type refers to no part of it after the call
//! (`lent` in the facts of a type). References that the shim takes and gives back during the call are counted in the header. No deleter is
//! ever called, because the caller's own reference stays.

use core::ffi::c_void;
use core::mem::MaybeUninit;

use tvm_ffi_core::abi::{
    TVMFFIAny, TVMFFIAnyPayload, TVMFFIByteArray, TVMFFIObject, TVMFFISeqCell, TypeIndex,
};

/// The place for one object.
pub(crate) union Lent {
    _text: Bytes,
    _array: Array,
}

#[repr(C)]
#[derive(Clone, Copy)]
struct Bytes {
    header: Header,
    content: TVMFFIByteArray,
}

#[repr(C)]
#[derive(Clone, Copy)]
struct Array {
    header: Header,
    cell: TVMFFISeqCell,
}

/// A copy of [`TVMFFIObject`] that can be in a union.
type Header = [u64; 3];

const _: () = assert!(size_of::<Header>() == size_of::<TVMFFIObject>());

/// A header with one strong and one weak reference, and without a deleter.
#[inline(always)]
fn header(type_index: i32) -> Header {
    const REFERENCES: u64 = 1 << 32 | 1;
    let object = TVMFFIObject { combined_ref_count: REFERENCES, type_index, __padding: 0, deleter: None };
    // SAFETY: the struct consists of three words, all of them initialised.
    unsafe { core::mem::transmute::<TVMFFIObject, Header>(object) }
}

/// A text or bytes object, whose content is not copied.
///
/// # Safety
///
/// The value is used only while the place and the content live, and no reference to the object is kept.
#[inline(always)]
pub(crate) unsafe fn bytes(place: &mut MaybeUninit<Lent>, type_index: i32, content: &[u8]) -> TVMFFIAny {
    let content = TVMFFIByteArray { data: content.as_ptr(), size: content.len() };
    let place = place.as_mut_ptr();
    // SAFETY: the place has room for the object, and no value in it needs to be dropped.
    unsafe { place.cast::<Bytes>().write(Bytes { header: header(type_index), content }) };
    object(type_index, place.cast())
}

/// An array of elements that are not copied.
///
/// # Safety
///
/// As for [`bytes`]; the elements are valid values that own what they refer to. References to them may be kept.
#[inline(always)]
pub(crate) unsafe fn array(
    place: &mut MaybeUninit<Lent>,
    elements: *const TVMFFIAny,
    count: usize,
) -> TVMFFIAny {
    let size = count as i64;
    let cell = TVMFFISeqCell { data: elements.cast_mut().cast(), size, capacity: size, data_deleter: None };
    let place = place.as_mut_ptr();
    // SAFETY: the place has room for the object, and no value in it needs to be dropped.
    unsafe { place.cast::<Array>().write(Array { header: header(TypeIndex::ARRAY), cell }) };
    object(TypeIndex::ARRAY, place.cast())
}

#[inline(always)]
fn object(type_index: i32, place: *mut c_void) -> TVMFFIAny {
    TVMFFIAny::new(type_index, TVMFFIAnyPayload::from_ptr(place))
}

#[cfg(test)]
mod tests {
    use core::ptr::NonNull;

    use tvm_ffi_core::{AnyView, ArrayRef, FromAnyView};

    use super::*;

    fn decoded<T: for<'a> FromAnyView<'a> + PartialEq>(value: &TVMFFIAny) -> Option<T> {
        // SAFETY: the value lives through the call, and `T` owns what it is made of.
        let view = unsafe { AnyView::from_raw(NonNull::from(value)) };
        T::decode(view, &mut Default::default())
    }

    #[test]
    fn text_is_read_in_place() {
        let content = String::from("longer than a word");
        let mut place = MaybeUninit::uninit();
        // SAFETY: the place and the text live through the test.
        let value = unsafe { bytes(&mut place, TypeIndex::STR, content.as_bytes()) };
        // SAFETY: as above.
        let view = unsafe { AnyView::from_raw(NonNull::from(&value)) };
        let mut holder = ();
        let text = <&str>::decode(view, &mut holder).expect("it is text");
        assert_eq!(text.as_ptr(), content.as_ptr());
        assert_eq!(decoded::<String>(&value), Some(content.clone()));
        assert_eq!(decoded::<i64>(&value), None);
    }

    #[test]
    fn elements_of_an_array_are_read_in_place() {
        let int = |value| TVMFFIAny::new(TypeIndex::INT, TVMFFIAnyPayload::from_int(value));
        let elements = [int(1), int(2), int(3)];
        let mut place = MaybeUninit::uninit();
        // SAFETY: the place and the elements live through the test.
        let value = unsafe { array(&mut place, elements.as_ptr(), elements.len()) };
        assert_eq!(decoded::<Vec<i64>>(&value), Some(vec![1, 2, 3]));
        assert_eq!(decoded::<[i64; 3]>(&value), Some([1, 2, 3]));
        assert_eq!(decoded::<(i64, f64, i8)>(&value), Some((1, 2.0, 3)));
        // SAFETY: as above.
        let view = unsafe { AnyView::from_raw(NonNull::from(&value)) };
        let mut holder = Default::default();
        let items = ArrayRef::<i64>::decode(view, &mut holder).expect("they are integers");
        assert_eq!(items.iter().sum::<i64>(), 6);
    }
}
