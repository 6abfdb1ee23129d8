//! Objects of the ABI that end with a call: text, bytes, arrays, and maps whose content is Python's or ends with the call too.
//!
//! A shim that gets one cannot tell it from others. So it is only passed for a parameter whose type refers to no part of it after the call
//! (`lent` in the facts of a type). References that the shim takes and gives back during the call are counted in the header. No deleter is
//! ever called, because the caller's own reference stays.

use tvm_ffi_core::abi::map::{MapCell, SMALL};
use tvm_ffi_core::abi::{TVMFFIAny, TVMFFIByteArray, TVMFFIObject, TVMFFISeqCell, TypeIndex};

/// One object.
#[derive(Clone, Copy)]
pub(crate) union Lent {
    bytes: Object<TVMFFIByteArray>,
    array: Object<TVMFFISeqCell>,
    map: Object<MapCell>,
}

#[repr(C)]
#[derive(Clone, Copy)]
struct Object<B> {
    header: Header,
    body: B,
}

/// A copy of [`TVMFFIObject`] that can be in a union.
type Header = [u64; 3];

const _: () = assert!(size_of::<Header>() == size_of::<TVMFFIObject>());

impl<B> Object<B> {
    /// With one strong and one weak reference, and without a deleter.
    #[inline(always)]
    fn new(type_index: i32, body: B) -> Self {
        const REFERENCES: u64 = 1 << 32 | 1;
        let header = TVMFFIObject { combined_ref_count: REFERENCES, type_index, __padding: 0, deleter: None };
        // SAFETY: the struct consists of three words, all of them initialised.
        let header = unsafe { core::mem::transmute::<TVMFFIObject, Header>(header) };
        Self { header, body }
    }
}

impl Lent {
    /// A text or bytes object, whose content is not copied.
    ///
    /// # Safety
    ///
    /// The object is used only while its place and the content live, and no reference to it is kept.
    #[inline(always)]
    pub(crate) unsafe fn bytes(type_index: i32, content: &[u8]) -> Self {
        let body = TVMFFIByteArray { data: content.as_ptr(), size: content.len() };
        Self { bytes: Object::new(type_index, body) }
    }

    /// An array of elements that are not copied.
    ///
    /// # Safety
    ///
    /// As for [`bytes`](Self::bytes); the elements are valid values.
    #[inline(always)]
    pub(crate) unsafe fn array(elements: *const TVMFFIAny, count: usize) -> Self {
        let size = count as i64;
        let data = elements.cast_mut().cast();
        let body = TVMFFISeqCell { data, size, capacity: size, data_deleter: None };
        Self { array: Object::new(TypeIndex::ARRAY, body) }
    }

    /// A map of `count` entries, a key and a value each. It is a small one, which can only be read from its first entry to its last.
    ///
    /// # Safety
    ///
    /// As for [`array`](Self::array); the layout of maps is known.
    #[inline(always)]
    pub(crate) unsafe fn map(entries: *const TVMFFIAny, count: usize) -> Self {
        let size = count as u64;
        let body = MapCell { data: entries.cast_mut().cast(), size, slots: size | SMALL, data_deleter: None };
        Self { map: Object::new(TypeIndex::MAP, body) }
    }
}

#[cfg(test)]
mod tests {
    use core::ptr::NonNull;
    use std::collections::BTreeMap;

    use tvm_ffi_core::abi::TVMFFIAnyPayload;
    use tvm_ffi_core::{AnyView, ArrayRef, FromAnyView};

    use super::*;

    fn decoded<T: for<'a> FromAnyView<'a> + PartialEq>(value: &TVMFFIAny) -> Option<T> {
        // SAFETY: the value lives through the call, and `T` owns what it is made of.
        let view = unsafe { AnyView::from_raw(NonNull::from(value)) };
        T::decode(view, &mut Default::default())
    }

    fn value(type_index: i32, place: &mut Lent) -> TVMFFIAny {
        TVMFFIAny::new(type_index, TVMFFIAnyPayload::from_ptr((&raw mut *place).cast()))
    }

    fn int(value: i64) -> TVMFFIAny {
        TVMFFIAny::new(TypeIndex::INT, TVMFFIAnyPayload::from_int(value))
    }

    #[test]
    fn text_is_read_in_place() {
        let content = String::from("longer than a word");
        // SAFETY: the place and the text live through the test.
        let mut place = unsafe { Lent::bytes(TypeIndex::STR, content.as_bytes()) };
        let value = value(TypeIndex::STR, &mut place);
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
        let elements = [int(1), int(2), int(3)];
        // SAFETY: the place and the elements live through the test.
        let mut place = unsafe { Lent::array(elements.as_ptr(), elements.len()) };
        let value = value(TypeIndex::ARRAY, &mut place);
        assert_eq!(decoded::<Vec<i64>>(&value), Some(vec![1, 2, 3]));
        assert_eq!(decoded::<[i64; 3]>(&value), Some([1, 2, 3]));
        assert_eq!(decoded::<(i64, f64, i8)>(&value), Some((1, 2.0, 3)));
        // SAFETY: as above.
        let view = unsafe { AnyView::from_raw(NonNull::from(&value)) };
        let mut holder = Default::default();
        let items = ArrayRef::<i64>::decode(view, &mut holder).expect("they are integers");
        assert_eq!(items.iter().sum::<i64>(), 6);
    }

    #[test]
    fn entries_of_a_map_are_read_in_place() {
        let entries: Vec<TVMFFIAny> = (0..12).map(int).collect();
        // SAFETY: the place and the entries live through the test.
        let mut place = unsafe { Lent::map(entries.as_ptr(), 6) };
        let value = value(TypeIndex::MAP, &mut place);
        let expected = (0..6).map(|key| (2 * key, 2 * key + 1)).collect();
        assert_eq!(decoded::<BTreeMap<i64, i64>>(&value), Some(expected));
    }
}
