//! Booleans, `None`, raw pointers, and whole values.

use core::ffi::c_void;

use super::{
    FromAnyView, IntoAny, Lent, Mismatch, Moved, RVALUE_TO_TAKE, Reach, TypeTag, decodes, decodes_as,
    explain_plain,
};
use crate::abi::{TVMFFIAnyPayload, TypeIndex};
use crate::any::{Any, AnyView};
use crate::bigint;

/// Implements [`FfiType`] with a tag, facts behind the kind, and other items.
macro_rules! tagged {
    ($type:ty, $kind:ident $({$($fact:ident: $value:expr),*})?, $tag:expr) => {
        $crate::convert::tagged!($type, $kind $({$($fact: $value),*})?, $tag, {});
    };
    ($type:ty, $kind:ident $({$($fact:ident: $value:expr),*})?, $tag:expr, {$($items:tt)*}) => {
        impl $crate::convert::FfiType for $type {
            const TAG: &'static $crate::convert::TypeTag = &$tag;
            const FACTS: $crate::convert::TypeFacts<Self> = $crate::convert::TypeFacts {
                $($($fact: $value,)*)?
                ..$crate::convert::TypeFacts::of($crate::convert::Kind::$kind)
            };
            $($items)*
        }
    };
}
pub(crate) use tagged;

tagged!(bool, Scalar { field_index: TypeIndex::BOOL, lent: Lent::All }, TypeTag::Bool, {
    fn distance(view: AnyView<'_>) -> Option<u32> {
        crate::convert::exactly(decodes_as::<bool>(view, &[TypeIndex::BOOL]))
    }
});
tagged!((), Object { reach: Reach::Nothing, lent: Lent::All }, TypeTag::None, {
    fn distance(view: AnyView<'_>) -> Option<u32> {
        crate::convert::exactly(view.is_none())
    }
});
tagged!(*mut c_void, Object { reach: Reach::Nothing, lent: Lent::All }, TypeTag::Pointer, {
    fn distance(view: AnyView<'_>) -> Option<u32> {
        crate::convert::exactly(view.type_index() == TypeIndex::OPAQUE_PTR)
    }
});
tagged!(Any, Object { field_index: TypeIndex::ANY, moved: Moved::Taken }, TypeTag::Any);
tagged!(AnyView<'_>, Object { moved: Moved::Passed }, TypeTag::Any);

impl<'a> FromAnyView<'a> for bool {
    type Holder = ();

    #[inline(always)]
    fn decode(view: AnyView<'a>, _: &'a mut ()) -> Option<Self> {
        match super::int::small_int(view) {
            Some(0) => Some(false),
            Some(1) => Some(true),
            _ => None,
        }
    }

    #[cold]
    fn explain(view: AnyView<'_>) -> Option<Mismatch> {
        if decodes::<Self>(view) {
            return None;
        }
        Some(match bigint::to_decimal(view) {
            Some(number) => {
                Mismatch::value_error(format!("{number} is out of range for bool, expected 0 or 1"))
            }
            None => Mismatch::expected::<Self>(view),
        })
    }
}

impl IntoAny for bool {
    #[inline(always)]
    fn into_any(self) -> Any {
        Any::plain(TypeIndex::BOOL, TVMFFIAnyPayload::from_int(i64::from(self)))
    }
}

impl<'a> FromAnyView<'a> for () {
    type Holder = ();

    #[inline(always)]
    fn decode(view: AnyView<'a>, _: &'a mut ()) -> Option<Self> {
        view.is_none().then_some(())
    }

    fn explain(view: AnyView<'_>) -> Option<Mismatch> {
        explain_plain::<Self>(view)
    }
}

impl IntoAny for () {
    #[inline(always)]
    fn into_any(self) -> Any {
        Any::none()
    }
}

impl<'a> FromAnyView<'a> for *mut c_void {
    type Holder = ();

    #[inline]
    fn decode(view: AnyView<'a>, _: &'a mut ()) -> Option<Self> {
        match view.type_index() {
            TypeIndex::OPAQUE_PTR => Some(view.as_raw().payload.ptr()),
            TypeIndex::NONE => Some(core::ptr::null_mut()),
            _ => None,
        }
    }

    fn explain(view: AnyView<'_>) -> Option<Mismatch> {
        explain_plain::<Self>(view)
    }
}

impl<'a> FromAnyView<'a> for AnyView<'a> {
    type Holder = ();

    #[inline(always)]
    fn decode(view: AnyView<'a>, _: &'a mut ()) -> Option<Self> {
        Some(view)
    }

    fn explain(_: AnyView<'_>) -> Option<Mismatch> {
        None
    }
}

impl<'a> FromAnyView<'a> for Any {
    type Holder = ();

    fn decode(view: AnyView<'a>, _: &'a mut ()) -> Option<Self> {
        if let Some(object) = view.object() {
            // SAFETY: AnyView validity; the new value gets a reference of its own.
            unsafe { crate::object_ref::inc_ref(object) };
        }
        match view.type_index() {
            TypeIndex::DL_TENSOR_PTR | TypeIndex::OBJECT_RVALUE_REF | RVALUE_TO_TAKE => None,
            TypeIndex::RAW_STR => super::text::text_of(view).map(IntoAny::into_any),
            TypeIndex::BYTE_ARRAY_PTR => super::bytes::bytes_of(view).map(IntoAny::into_any),
            // SAFETY: AnyView validity, and the value is of none of the kinds that only views hold; the reference in it was
            // taken above.
            _ => Some(unsafe { Any::from_raw(*view.as_raw()) }),
        }
    }

    #[cold]
    fn explain(view: AnyView<'_>) -> Option<Mismatch> {
        if decodes::<Self>(view) {
            return None;
        }
        Some(match view.type_index() {
            TypeIndex::DL_TENSOR_PTR => Mismatch::type_error(
                "expected a value that can be owned, got DLTensor*, which belongs to the caller (take `TensorView<'_>`, or pass a `tvm_ffi.Tensor`)",
            ),
            TypeIndex::RAW_STR => Mismatch::value_error("expected UTF-8, got a C string that is not"),
            _ => Mismatch::expected::<Self>(view),
        })
    }
}

impl IntoAny for Any {
    #[inline(always)]
    fn into_any(self) -> Any {
        self
    }
}
