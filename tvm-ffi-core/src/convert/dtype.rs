//! Dtypes as values, and their names.

use super::{IntoAny, named, owned_parameters, value_or_text};
use crate::abi::{TVMFFIAnyPayload, TypeIndex};
use crate::any::{Any, AnyView};
use crate::dtype::{DType, parse};

named!(DType, Scalar.field(TypeIndex::DATA_TYPE).lent(true), "dtype", "DataType", {
    fn is_exact(view: AnyView<'_>) -> bool {
        view.type_index() == TypeIndex::DATA_TYPE
    }
});
owned_parameters!(DType);

/// The dtype in a value, if it has that type.
#[inline(always)]
fn plain(view: AnyView<'_>) -> Option<DType> {
    if view.type_index() != TypeIndex::DATA_TYPE {
        return None;
    }
    let [code, bits, lanes @ .., _, _, _, _] = *view.as_raw().payload.bytes();
    Some(DType::new(code, bits, u16::from_ne_bytes(lanes)))
}

value_or_text!(DType, plain, parse::parse, parse::not_a_dtype);

impl IntoAny for DType {
    #[inline]
    fn into_any(self) -> Any {
        let [low, high] = self.lanes().to_ne_bytes();
        let bytes = [self.code(), self.bits(), low, high, 0, 0, 0, 0];
        Any::plain(TypeIndex::DATA_TYPE, TVMFFIAnyPayload::from_bytes(bytes))
    }
}
