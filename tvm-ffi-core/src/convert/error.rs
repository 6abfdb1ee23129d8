//! Errors as values.

use super::{FromAnyView, IntoAny, Mismatch, Moved, TypeTag, explain_plain, object_type, tagged};
use crate::abi::TypeIndex;
use crate::any::{Any, AnyView};
use crate::error::Error;

tagged!(Error, Object { moved: Moved::Taken }, TypeTag::Object("ffi.Error"), {
    fn distance(view: AnyView<'_>) -> Option<u32> {
        crate::convert::exactly(view.object_of(TypeIndex::ERROR).is_some())
    }
});

impl<'a> FromAnyView<'a> for Error {
    type Holder = ();

    fn decode(view: AnyView<'a>, _: &'a mut ()) -> Option<Self> {
        object_type(view, TypeIndex::ERROR).map(Self::from_object)
    }

    fn explain(view: AnyView<'_>) -> Option<Mismatch> {
        explain_plain::<Self>(view)
    }
}

impl IntoAny for Error {
    fn into_any(self) -> Any {
        self.into_object().into_any()
    }
}
