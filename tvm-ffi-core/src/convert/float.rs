//! Floats: rounded once, to nearest even.

use half::{bf16, f16};

use super::{FromAnyView, IntoAny, Lent, Mismatch, TypeTag, explain_plain, int, tagged};
use crate::abi::{TVMFFIAnyPayload, TypeIndex};
use crate::any::{Any, AnyView};
use crate::bigint;

/// Floats, by the conversion of a float. An integer becomes an `f64` first, as in Python and C++.
macro_rules! floats {
    ($($float:ident: $of_float:expr;)*) => {$(
        impl<'a> FromAnyView<'a> for $float {
            type Holder = ();

            #[inline(always)]
            fn decode(view: AnyView<'a>, _: &'a mut ()) -> Option<Self> {
                let of_float = $of_float;
                if view.type_index() == TypeIndex::FLOAT {
                    return Some(of_float(view.as_raw().payload.float()));
                }
                match int::small_int(view) {
                    Some(value) => Some(of_float(value as f64)),
                    None => bigint::to_f64(view).map(of_float),
                }
            }

            fn explain(view: AnyView<'_>) -> Option<Mismatch> {
                explain_plain::<Self>(view)
            }
        }

        tagged!($float, Scalar { field_index: TypeIndex::FLOAT, lent: Lent::All }, TypeTag::Float, {
            fn distance(view: AnyView<'_>) -> Option<u32> {
                crate::convert::exactly(view.type_index() == TypeIndex::FLOAT)
            }
        });

        impl IntoAny for $float {
            #[inline(always)]
            fn into_any(self) -> Any {
                Any::plain(TypeIndex::FLOAT, TVMFFIAnyPayload::from_float(f64::from(self)))
            }
        }
    )*};
}

floats! {
    f64: |value: f64| value;
    f32: |value: f64| value as f32;
    f16: |value| f16::from_f32(odd_f32(value));
    bf16: |value| bf16::from_f32(odd_f32(value));
}

/// Rounds to odd: rounding the result again to fewer bits gives the nearest of those, where rounding to nearest twice
/// would not.
fn odd_f32(value: f64) -> f32 {
    let nearest = value as f32;
    let difference = value - f64::from(nearest);
    let is_even = nearest.to_bits() & 1 == 0;
    if difference == 0.0 || !is_even || !nearest.is_finite() {
        return nearest;
    }
    if difference > 0.0 { nearest.next_up() } else { nearest.next_down() }
}
