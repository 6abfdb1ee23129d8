//! Values that also have a text form: dtypes and devices.

use crate::abi::{TVMFFIAnyPayload, TypeIndex};
use crate::any::{Any, AnyView};
use crate::convert::{
    FromAnyView, IntoAny, Lent, Mismatch, TypeTag, decodes, owned_parameters, tagged, text_of,
};
use crate::device::{self, Device, not_a_device, torch};
use crate::dtype::{DType, parse};

/// Implements the conversions of a type that has eight bytes, `|bytes| value` and `|value| bytes`. It also has a text form: a
/// function parses it, and another one explains an invalid text. A third form has a function that reads it.
macro_rules! value_or_text {
    (
        $type:ident, $index:ident,
        |$bytes:pat_param| $from:expr, |$value:pat_param| $into:expr,
        $parse:path, $refuse:path $(, $other:path)?
    ) => {
        tagged!($type, Scalar {field_index: TypeIndex::$index, lent: Lent::All}, TypeTag::$type, {
            fn distance(view: AnyView<'_>) -> Option<u32> {
                crate::convert::exactly(view.type_index() == TypeIndex::$index)
            }
        });
        owned_parameters!($type);

        impl<'a> FromAnyView<'a> for $type {
            type Holder = ();

            #[inline(always)]
            fn decode(view: AnyView<'a>, _: &'a mut ()) -> Option<Self> {
                #[cold]
                #[inline(never)]
                fn decode_rare(view: AnyView<'_>) -> Option<$type> {
                    text_of(view).and_then($parse)$(.or_else(|| $other(view)))?
                }

                if view.type_index() != TypeIndex::$index {
                    return decode_rare(view);
                }
                let $bytes = *view.as_raw().payload.bytes();
                Some($from)
            }

            #[cold]
            fn explain(view: AnyView<'_>) -> Option<Mismatch> {
                if decodes::<Self>(view) {
                    return None;
                }
                Some(match text_of(view) {
                    Some(text) => Mismatch::value_error($refuse(text)),
                    None => Mismatch::expected::<Self>(view),
                })
            }
        }

        impl IntoAny for $type {
            #[inline]
            fn into_any(self) -> Any {
                let $value = self;
                Any::plain(TypeIndex::$index, TVMFFIAnyPayload::from_bytes($into))
            }
        }
    };
}

value_or_text! {
    DType, DATA_TYPE,
    |[code, bits, lanes @ .., _, _, _, _]| DType::new(code, bits, u16::from_ne_bytes(lanes)),
    |dtype| {
        let [low, high] = dtype.lanes().to_ne_bytes();
        [dtype.code(), dtype.bits(), low, high, 0, 0, 0, 0]
    },
    parse::parse, parse::not_a_dtype
}

value_or_text! {
    Device, DEVICE,
    |[t0, t1, t2, t3, id @ ..]| Device::new(i32::from_ne_bytes([t0, t1, t2, t3]), i32::from_ne_bytes(id)),
    |Device { device_type, device_id }| {
        let ([t0, t1, t2, t3], [i0, i1, i2, i3]) = (device_type.to_ne_bytes(), device_id.to_ne_bytes());
        [t0, t1, t2, t3, i0, i1, i2, i3]
    },
    device::parse, not_a_device, torch::device
}
