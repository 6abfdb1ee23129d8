//! Bytes: borrowed or owned. `Vec<u8>` is an array of integers to the ABI, and accepts bytes as well.

use super::plain::tagged;
use super::{FromAnyView, IntoAny, Lent, Mismatch, Moved, TypeTag};
use crate::abi::{TVMFFIByteArray, TypeIndex};
use crate::any::{Any, AnyView};
use crate::string::{self, Bytes};

tagged!(&[u8], Scalar { lent: Lent::All }, TypeTag::Bytes, {
    fn distance(view: AnyView<'_>) -> Option<u32> {
        crate::convert::exactly(bytes_of(view).is_some())
    }
});
tagged!(Bytes, Scalar { moved: Moved::Taken }, TypeTag::Bytes, {
    fn distance(view: AnyView<'_>) -> Option<u32> {
        crate::convert::exactly(bytes_of(view).is_some())
    }
});

/// The content of bytes of any of the three kinds.
#[inline]
pub(crate) fn bytes_of(view: AnyView<'_>) -> Option<&[u8]> {
    match view.type_index() {
        TypeIndex::SMALL_BYTES => string::small_content(view),
        TypeIndex::BYTES => string::heap_content(view, TypeIndex::BYTES),
        TypeIndex::BYTE_ARRAY_PTR => byte_array(view),
        _ => None,
    }
}

fn byte_array(view: AnyView<'_>) -> Option<&[u8]> {
    let array = view.as_raw().payload.ptr().cast::<TVMFFIByteArray>();
    // SAFETY: AnyView validity: NULL, or a readable byte array.
    let array = unsafe { array.as_ref() }?;
    // SAFETY: AnyView validity: its bytes are readable while the view lasts.
    Some(unsafe { array.bytes() })
}

impl<'a> FromAnyView<'a> for &'a [u8] {
    type Holder = ();

    #[inline]
    fn decode(view: AnyView<'a>, _: &'a mut ()) -> Option<Self> {
        bytes_of(view)
    }

    fn explain(view: AnyView<'_>) -> Option<Mismatch> {
        Mismatch::unless::<Self>(bytes_of(view).is_some(), view)
    }
}

impl<'a> FromAnyView<'a> for Bytes {
    type Holder = ();

    fn decode(view: AnyView<'a>, holder: &'a mut ()) -> Option<Self> {
        match view.type_index() {
            TypeIndex::SMALL_BYTES | TypeIndex::BYTES => {
                bytes_of(view)?;
                Any::decode(view, holder).and_then(Self::from_checked)
            }
            _ => bytes_of(view).map(Self::from),
        }
    }

    fn explain(view: AnyView<'_>) -> Option<Mismatch> {
        Mismatch::unless::<Self>(bytes_of(view).is_some(), view)
    }
}

impl IntoAny for &[u8] {
    fn into_any(self) -> Any {
        string::new_bytes(self)
    }
}

impl IntoAny for Bytes {
    fn into_any(self) -> Any {
        self.into_inner()
    }
}
