//! Floats: rounded once, to nearest even.

use half::{bf16, f16};

use super::{FfiType, FromAnyView, IntoAny, Kind, Mismatch, Outline, TypeFacts, explain_plain, int};
use crate::abi::{TVMFFIAnyPayload, TypeIndex};
use crate::any::{Any, AnyView};
use crate::bigint;

/// Integers are converted from themselves: through `f64` they would be rounded twice. `$from_big` is the function for those beyond 64 bits.
macro_rules! floats {
    ($($float:ident, $from_big:path;)*) => {$(
        impl<'a> FromAnyView<'a> for $float {
            type Holder = ();

            #[inline(always)]
            fn decode(view: AnyView<'a>, _: &'a mut ()) -> Option<Self> {
                if view.type_index() == TypeIndex::FLOAT {
                    return Some(view.as_raw().payload.float() as $float);
                }
                match int::small_int(view) {
                    Some(value) => Some(value as $float),
                    None => $from_big(view).map(|value| value as $float),
                }
            }

            fn explain(view: AnyView<'_>) -> Option<Mismatch> {
                explain_plain::<Self>(view)
            }
        }
    )*};
}

floats! {
    f64, bigint::to_f64;
    f32, bigint::to_f64_odd;
}

macro_rules! half_floats {
    ($($half:ident),*) => {$(
        impl<'a> FromAnyView<'a> for $half {
            type Holder = ();

            #[inline]
            fn decode(view: AnyView<'a>, _: &'a mut ()) -> Option<Self> {
                let value = match view.type_index() {
                    TypeIndex::FLOAT => view.as_raw().payload.float(),
                    _ => match int::small_int(view) {
                        Some(value) => bigint::odd_f64(value),
                        None => bigint::to_f64_odd(view)?,
                    },
                };
                Some($half::from_f32(odd_f32(value)))
            }

            fn explain(view: AnyView<'_>) -> Option<Mismatch> {
                explain_plain::<Self>(view)
            }
        }
    )*};
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

half_floats!(f16, bf16);

macro_rules! float_types {
    ($($float:ident),*) => {$(
        impl FfiType for $float {
            const OUTLINE: &'static Outline = &Outline::Float;
            const FACTS: TypeFacts<Self> = TypeFacts::of(Kind::Scalar).field(TypeIndex::FLOAT).lent(true);

            fn distance(view: AnyView<'_>) -> Option<u32> {
                crate::convert::exactly(view.type_index() == TypeIndex::FLOAT)
            }

            fn type_name(out: &mut String) {
                out.push_str("float");
            }

            fn type_schema(out: &mut String) {
                out.push_str(r#"{"type":"float"}"#);
            }
        }

        impl IntoAny for $float {
            #[inline(always)]
            fn into_any(self) -> Any {
                Any::plain(TypeIndex::FLOAT, TVMFFIAnyPayload::from_float(f64::from(self)))
            }
        }
    )*};
}

float_types!(f32, f64, f16, bf16);
