//! Integers: range-checked, never wrapped. Beyond `i64` they travel as big integers.

use super::{FromAnyView, IntoAny, Lent, Mismatch, Plain, TypeTag, decodes, decodes_as, tagged};
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

macro_rules! ints {
    ($($int:ident)*) => {$(
        impl<'a> FromAnyView<'a> for $int {
            type Holder = ();
            // Values of other types may be big integers, too.
            const PLAIN: Option<Plain<Self>> = if is_small::<$int>($int::MIN != 0) {
                Some(Plain {
                    is_common: |raw| raw.type_index == TypeIndex::INT && $int::try_from(raw.payload.int()).is_ok(),
                    read: |raw| raw.payload.int() as $int,
                    from_byte: if $int::BITS == 8 && $int::MIN == 0 { Some(|byte| byte as $int) } else { None },
                })
            } else {
                None
            };

            #[inline(always)]
            fn decode(view: AnyView<'a>, _: &'a mut ()) -> Option<Self> {
                match small_int(view) {
                    Some(value) => $int::try_from(value).ok(),
                    None if const { is_small::<$int>($int::MIN != 0) } => None,
                    None => bigint::to_i128_or_u128(view).and_then(bigint::Wide::fit),
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

        tagged!(
            $int,
            Scalar {
                integer: true,
                lent: Lent::All,
                field_index: if is_small::<$int>($int::MIN != 0) { TypeIndex::INT } else { TypeIndex::OPAQUE_PTR }
            },
            TypeTag::Int, {
                fn distance(view: AnyView<'_>) -> Option<u32> {
                    crate::convert::exactly(decodes_as::<$int>(view, &[TypeIndex::INT, TypeIndex::BIG_INT]))
                }
            }
        );

        impl IntoAny for $int {
            #[inline(always)]
            fn into_any(self) -> Any {
                match i64::try_from(self) {
                    Ok(value) => Any::plain(TypeIndex::INT, TVMFFIAnyPayload::from_int(value)),
                    Err(_) => bigint::from_le_bytes(&self.to_le_bytes(), $int::MIN != 0),
                }
            }
        }
    )*};
}

/// Whether an integer type fits `i64`, so that its values always travel as plain integers.
const fn is_small<T>(is_signed: bool) -> bool {
    size_of::<T>() < size_of::<i64>() || (size_of::<T>() == size_of::<i64>() && is_signed)
}

ints!(i8 i16 i32 i64 isize i128 u8 u16 u32 u64 usize u128);
