//! Integers: range-checked, never wrapped. Beyond `i64` they travel as big integers.

use super::{FfiType, FromAnyView, IntoAny, Kind, Mismatch, Outline, Plain, TypeFacts, decodes, decodes_as};
use crate::abi::{TVMFFIAnyPayload, TypeIndex};
use crate::any::{Any, AnyView};
use crate::bigint;

/// The value, if it is an integer or a boolean that fits `i64`. Booleans are stored as the integers 0 and 1.
#[inline(always)]
pub(super) fn small_int(view: AnyView<'_>) -> Option<i64> {
    const _: () = assert!(TypeIndex::INT == 1 && TypeIndex::BOOL == 2);
    let raw = view.as_raw();
    let is_int_or_bool = raw.type_index.wrapping_sub(TypeIndex::INT).cast_unsigned() < 2;
    is_int_or_bool.then(|| raw.payload.int())
}

macro_rules! small {
    ($int:ident) => {
        Some(Plain {
            is_common: |raw| raw.type_index == TypeIndex::INT && $int::try_from(raw.payload.int()).is_ok(),
            read: |raw| raw.payload.int() as $int,
            from_byte: if $int::BITS == 8 && $int::MIN == 0 { Some(|byte| byte as $int) } else { None },
        })
    };
}

/// Values may be big integers, too.
macro_rules! wide {
    ($int:ident) => {
        None
    };
}

macro_rules! ints {
    ($($int:ident),*; $view:ident => $beyond:expr; $plain:ident) => {$(
        impl<'a> FromAnyView<'a> for $int {
            type Holder = ();
            const PLAIN: Option<Plain<Self>> = $plain!($int);

            #[inline(always)]
            fn decode($view: AnyView<'a>, _: &'a mut ()) -> Option<Self> {
                match small_int($view) {
                    #[allow(clippy::useless_conversion, reason = "the macro covers i64 too")]
                    Some(value) => $int::try_from(value).ok(),
                    None => $beyond,
                }
            }

            #[cold]
            fn explain(view: AnyView<'_>) -> Option<Mismatch> {
                if decodes::<Self>(view) {
                    return None;
                }
                let out_of_range = |number: String| {
                    Mismatch::value_error(format!(
                        "{number} is out of range for {}, expected {} to {}",
                        stringify!($int),
                        $int::MIN,
                        $int::MAX,
                    ))
                };
                let number = bigint::to_decimal(view).map(out_of_range);
                number.or_else(|| Some(Mismatch::expected::<Self>(view)))
            }
        }

        impl FfiType for $int {
            const OUTLINE: &'static Outline = &Outline::Int;
            const FACTS: TypeFacts<Self> = TypeFacts::of(Kind::Scalar).integer().lent(true).field(
                // Only of what is always given out as an integer of 64 bits.
                if $int::BITS < 64 || ($int::BITS == 64 && $int::MIN != 0) {
                    TypeIndex::INT
                } else {
                    TypeIndex::OPAQUE_PTR
                },
            );

            fn distance(view: AnyView<'_>) -> Option<u32> {
                crate::convert::exactly(decodes_as::<$int>(view, &[TypeIndex::INT, TypeIndex::BIG_INT]))
            }

            fn type_name(out: &mut String) {
                out.push_str("int");
            }

            fn type_schema(out: &mut String) {
                out.push_str(r#"{"type":"int"}"#);
            }
        }
    )*};
}

// No big integer fits these: the runtime keeps what fits `i64` as a plain integer.
ints!(i8, i16, i32, i64, isize, u8, u16, u32; view => { let _: AnyView<'_> = view; None }; small);
ints!(u64, usize, i128, u128; view => bigint::to_i128_or_u128(view).and_then(bigint::Wide::fit); wide);

macro_rules! into_any_small {
    ($($int:ident),*) => {$(
        impl IntoAny for $int {
            #[inline(always)]
            fn into_any(self) -> Any {
                Any::plain(TypeIndex::INT, TVMFFIAnyPayload::from_int(self as i64))
            }
        }
    )*};
}

// Each of these is lossless: `isize` has 64 bits on every supported target.
into_any_small!(i8, i16, i32, i64, isize, u8, u16, u32);

macro_rules! into_any_big {
    ($($int:ident),*) => {$(
        impl IntoAny for $int {
            #[inline]
            fn into_any(self) -> Any {
                match i64::try_from(self) {
                    Ok(value) => value.into_any(),
                    Err(_) => bigint::from_le_bytes(&self.to_le_bytes(), $int::MIN != 0),
                }
            }
        }
    )*};
}

into_any_big!(u64, usize, i128, u128);
