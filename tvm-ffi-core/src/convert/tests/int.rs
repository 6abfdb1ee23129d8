//! Integers: the forms of wide ones, and booleans. Limits are in `tests/python/test_numbers.py`.

use super::*;

fn int(value: i64) -> TVMFFIAny {
    slot(TypeIndex::INT, TVMFFIAnyPayload::from_int(value))
}

/// Whether a value makes the round trip through its ABI form, which `is_big` says to be an object.
macro_rules! round_trip {
    ($type:ty: $($value:expr => $is_big:expr),* $(,)?) => {$(
        let value: $type = $value;
        let encoded = value.into_any();
        let expected = if $is_big { TypeIndex::BIG_INT } else { TypeIndex::INT };
        assert_eq!(encoded.type_index(), expected, "{value}");
        assert_eq!(decode::<$type>(&encoded), Some(value));
        assert_eq!(decode_as_shim::<$type>(encoded.as_view()), Some(value));
    )*};
}

const I64_MAX: u64 = i64::MAX as u64;

#[test]
fn wide_integers_make_the_round_trip() {
    round_trip!(u64: 0 => false, I64_MAX => false, I64_MAX + 1 => true, u64::MAX => true);
    round_trip!(usize: 0 => false, usize::MAX => true);
    round_trip!(i128:
        0 => false, -1 => false, i128::from(i64::MAX) => false, i128::from(i64::MIN) => false,
        i128::from(i64::MAX) + 1 => true, i128::from(i64::MIN) - 1 => true,
        i128::from(u64::MAX) => true, i128::from(u64::MAX) + 1 => true, -i128::from(u64::MAX) => true,
        i128::MIN => true, i128::MAX => true, i128::MIN + 1 => true,
    );
    round_trip!(u128:
        0 => false, u128::from(I64_MAX) => false, u128::from(I64_MAX) + 1 => true,
        u128::from(u64::MAX) => true, u128::from(u64::MAX) + 1 => true,
        i128::MAX.cast_unsigned() => true, i128::MAX.cast_unsigned() + 1 => true, u128::MAX => true,
    );
}

#[test]
fn booleans_are_integers_and_integers_of_0_and_1_are_booleans() {
    assert_eq!(decode::<i8>(&true.into_any()), Some(1));
    assert_eq!(decode::<u128>(&false.into_any()), Some(0));
    assert_eq!(bool::decode(view(&int(0)), &mut ()), Some(false));
    assert_eq!(bool::decode(view(&int(1)), &mut ()), Some(true));
    assert_eq!(explained::<bool>(view(&int(2))), "ValueError: 2 is out of range for bool, expected 0 or 1");
    // A boolean that is neither 0 nor 1 is never read as Rust's.
    let raw = slot(TypeIndex::BOOL, TVMFFIAnyPayload::from_int(255));
    assert_eq!(explained::<bool>(view(&raw)), "ValueError: 255 is out of range for bool, expected 0 or 1");
}
