use super::*;
use crate::abi::TVMFFIAnyPayload;
use crate::convert::IntoAny;
use crate::testing;

/// The words that the encoded form of an integer has.
fn encoded(value: impl IntoAny) -> Vec<u64> {
    let value = value.into_any();
    words(value.as_view()).expect("the integer is big").to_vec()
}

fn big(words: &[i64]) -> Any {
    let payload = TVMFFIAnyPayload::from_ptr(testing::bigint::object(words));
    // SAFETY: the object was just made, with one reference.
    unsafe { Any::from_raw(TVMFFIAny::new(TypeIndex::BIG_INT, payload)) }
}

#[test]
fn integers_have_as_few_words_as_represent_them() {
    const TOP: u64 = 1 << 63;
    assert_eq!(encoded(TOP), [TOP, 0], "one word would read as negative");
    assert_eq!(encoded(u64::MAX), [u64::MAX, 0]);
    assert_eq!(encoded(i128::from(i64::MIN) - 1), [TOP - 1, u64::MAX]);
    assert_eq!(encoded(-i128::from(u64::MAX) - 1), [0, u64::MAX]);
    assert_eq!(encoded(i128::MIN), [0, TOP]);
    assert_eq!(encoded(i128::MAX), [u64::MAX, TOP - 1]);
    assert_eq!(encoded(i128::MAX.cast_unsigned() + 1), [0, TOP, 0], "two words would read as negative");
    assert_eq!(encoded(u128::MAX), [u64::MAX, u64::MAX, 0]);
    assert!(matches!(i64::MAX.into_any().type_index(), TypeIndex::INT));
}

#[test]
fn decimals_are_those_of_the_standard_library() {
    let step = if cfg!(miri) { 31 } else { 1 };
    for power in (63..127).step_by(step) {
        for step in [-1i128, 0, 1] {
            for value in [(1i128 << power) + step, -(1i128 << power) - step] {
                let any = value.into_any();
                assert_eq!(to_decimal(any.as_view()), Some(value.to_string()));
            }
        }
    }
    for value in [i128::MIN, i128::MAX, i128::MIN + 1, i128::from(u64::MAX), 10i128.pow(19), 10i128.pow(38)] {
        assert_eq!(to_decimal(value.into_any().as_view()), Some(value.to_string()));
    }
    for value in [u128::MAX, 1 << 127, u128::MAX - 1] {
        assert_eq!(to_decimal(value.into_any().as_view()), Some(value.to_string()));
    }
}

#[test]
fn of_an_integer_beyond_128_bits_the_size_is_shown() {
    assert_eq!(to_decimal(big(&[0, 0, i64::MIN]).as_view()).as_deref(), Some("an integer of 192 bits"));
    assert_eq!(to_decimal(big(&[0, 0, 1]).as_view()).as_deref(), Some("an integer of 192 bits"));
}

#[test]
fn decimals_are_of_integers_only() {
    assert_eq!(to_decimal(true.into_any().as_view()).as_deref(), Some("1"));
    assert_eq!(to_decimal((-5i8).into_any().as_view()).as_deref(), Some("-5"));
    assert_eq!(to_decimal(1.0f64.into_any().as_view()), None);
    assert_eq!(to_decimal("1".into_any().as_view()), None);
}

#[test]
fn big_integers_of_more_than_128_bits_fit_nothing() {
    assert!(to_i128_or_u128(big(&[0, 0, 1]).as_view()).is_none());
    assert!(to_i128_or_u128(big(&[0, 0, -1]).as_view()).is_none());
    assert!(to_i128_or_u128(big(&[0, 0, 0, 1]).as_view()).is_none());
    assert!(
        matches!(to_i128_or_u128(big(&[0, i64::MIN, 0]).as_view()), Some(Wide::Unsigned(value)) if value == 1 << 127)
    );
    assert!(matches!(to_i128_or_u128(big(&[0, i64::MIN]).as_view()), Some(Wide::Signed(i128::MIN))));
}

#[test]
fn a_power_of_two_is_exact_or_infinite() {
    assert_eq!(power_of_two(0), 1.0);
    assert_eq!(power_of_two(-63) * power_of_two(63), 1.0);
    assert_eq!(power_of_two(1023), f64::MAX / 2.0 + power_of_two(969));
    assert_eq!(power_of_two(1024), f64::INFINITY);
    assert_eq!(power_of_two(i32::MAX), f64::INFINITY);
}

#[test]
fn hexadecimal_digits_are_those_of_python() {
    for value in [i128::MIN, -(1 << 100) - 5, -(1 << 64), 1 << 64, i128::MAX, (1 << 126) + 0xff] {
        let sign = if value < 0 { "-" } else { "" };
        let text = format!("{sign}0x{:x}", value.unsigned_abs());
        let big = from_hex(&text).expect("it is a number");
        assert_eq!(big.clone().cast::<i128>().expect("it is that number"), value);
        let shown = to_hex(big.as_view()).expect("it is a big integer");
        assert_eq!(i128::from_str_radix(&shown, 16).ok(), Some(value), "{shown}");
    }
    let long = format!("-0x1{}", "0".repeat(99));
    assert!(
        from_hex(&long).and_then(|big| to_hex(big.as_view())).is_some_and(|hex| hex.contains(&long[3..]))
    );
    // What fits 64 bits is a plain integer.
    assert_eq!(from_hex("-0x5").map(|value| value.type_index()), Some(TypeIndex::INT));
    assert_eq!(to_hex(5i64.into_any().as_view()), None);
    for wrong in ["", "5", "0x5g", "--0x5", "0x+5"] {
        assert!(from_hex(wrong).is_none(), "{wrong}");
    }
}
