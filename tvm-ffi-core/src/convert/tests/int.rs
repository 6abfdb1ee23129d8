//! Integers: every limit, and one past it.

use super::*;

fn int(value: i64) -> TVMFFIAny {
    slot(TypeIndex::INT, TVMFFIAnyPayload::from_int(value))
}

macro_rules! limits {
    ($($test:ident: $type:ty),* $(,)?) => {$(
        #[test]
        fn $test() {
            let (min, max) = (i64::from(<$type>::MIN), i64::from(<$type>::MAX));
            for value in [min, max, 0, 1, min / 2, max / 2] {
                let raw = int(value);
                let decoded = <$type>::decode(view(&raw), &mut ());
                assert_eq!(decoded.map(i64::from), Some(value));
                assert_eq!(decode_as_shim::<$type>(view(&raw)), decoded);
                assert_eq!(decode(&decoded.expect("it was decoded").into_any()), Some(value));
            }
            for value in [min - 1, max + 1, i64::MIN, i64::MAX] {
                let name = stringify!($type);
                assert_eq!(
                    explained::<$type>(view(&int(value))),
                    format!("ValueError: {value} is out of range for {name}, expected {min} to {max}")
                );
            }
        }
    )*};
}

limits! {
    i8_has_limits: i8,
    i16_has_limits: i16,
    i32_has_limits: i32,
    u8_has_limits: u8,
    u16_has_limits: u16,
    u32_has_limits: u32,
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
fn unsigned_integers_refuse_negative_ones() {
    assert_eq!(
        explained::<u64>(view(&int(-1))),
        "ValueError: -1 is out of range for u64, expected 0 to 18446744073709551615"
    );
    assert_eq!(
        explained::<u128>(view(&int(i64::MIN))),
        "ValueError: -9223372036854775808 is out of range for u128, expected 0 to \
         340282366920938463463374607431768211455"
    );
    assert!(explained::<u64>(big_power(true, 64, 0).as_view()).contains("-18446744073709551616 is out"));
    assert!(explained::<u128>(big_power(true, 100, 0).as_view()).starts_with("ValueError: -1267650600228"));
}

#[test]
fn wide_integers_refuse_one_past_their_limits() {
    assert!(decode::<u64>(&big_power(false, 64, -1)).is_some());
    assert!(explained::<u64>(big_power(false, 64, 0).as_view()).contains("18446744073709551616 is out of"));
    assert!(decode::<i128>(&big_power(false, 127, -1)).is_some());
    assert!(decode::<i128>(&big_power(true, 127, 0)).is_some());
    let message = explained::<i128>(big_power(false, 127, 0).as_view());
    assert!(
        message.contains("170141183460469231731687303715884105728 is out of range for i128"),
        "{message}"
    );
    let message = explained::<i128>(big_power(true, 127, -1).as_view());
    assert!(message.contains("-170141183460469231731687303715884105729 is out of range"), "{message}");
    assert_eq!(decode::<u128>(&big_power(false, 128, -1)), Some(u128::MAX));
    let message = explained::<u128>(big_power(false, 128, 0).as_view());
    assert!(message.contains("340282366920938463463374607431768211456 is out of range"), "{message}");
}

#[test]
fn a_number_of_any_size_is_refused_with_its_digits() {
    let googol = {
        // 10^100 in words, least significant first.
        let mut words = vec![0u64; 6];
        words[0] = 1;
        for _ in 0..100 {
            let mut carry = 0u128;
            for word in &mut words {
                carry += u128::from(*word) * 10;
                (*word, carry) = (carry as u64, carry >> 64);
            }
        }
        let words: Vec<i64> = words.into_iter().map(u64::cast_signed).collect();
        big(minimal(&words))
    };
    let digits = format!("1{}", "0".repeat(100));
    assert!(explained::<i64>(googol.as_view()).contains(&format!(": {digits} is out of range for i64")));
    assert!(explained::<u128>(googol.as_view()).contains(&format!(": {digits} is out of range for u128")));
    assert!(explained::<bool>(googol.as_view()).contains(&format!(": {digits} is out of range for bool")));
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
