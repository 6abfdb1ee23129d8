//! Conversions at their limits, on values made by hand.

mod float;
mod int;
mod object;
mod text;
mod value;

use core::ptr::NonNull;

use super::{FromAnyView, IntoAny, Mismatch, Parameter};
use crate::abi::{TVMFFIAny, TVMFFIAnyPayload, TypeIndex};
use crate::any::{Any, AnyView};
use crate::testing;

/// A view of a slot that the test has filled.
fn view(raw: &TVMFFIAny) -> AnyView<'_> {
    // SAFETY: tests fill slots with what their type index says, or with what must not be looked at.
    unsafe { AnyView::from_raw(NonNull::from(raw)) }
}

fn slot(type_index: i32, payload: TVMFFIAnyPayload) -> TVMFFIAny {
    TVMFFIAny::new(type_index, payload)
}

/// A slot with a type index and a payload that may mean nothing to it.
fn odd(type_index: i32) -> TVMFFIAny {
    slot(type_index, TVMFFIAnyPayload::from_int(0))
}

/// A big integer of these words, as it is.
fn big(words: &[i64]) -> Any {
    let payload = TVMFFIAnyPayload::from_ptr(testing::bigint::object(words));
    // SAFETY: the object was just made, with one reference.
    unsafe { Any::from_raw(slot(TypeIndex::BIG_INT, payload)) }
}

/// `±2^exponent + addend` as a big integer.
fn big_power(negative: bool, exponent: usize, addend: i64) -> Any {
    let mut words = vec![0i64; exponent / 64 + 2];
    words[exponent / 64] = (1u64 << (exponent % 64)).cast_signed();
    if negative {
        let mut carry = true;
        for word in &mut words {
            let (sum, over) = (!*word).cast_unsigned().overflowing_add(u64::from(carry));
            (*word, carry) = (sum.cast_signed(), over);
        }
    }
    let mut carry = i128::from(addend);
    for word in &mut words {
        let sum = i128::from(word.cast_unsigned()) + carry;
        (*word, carry) = ((sum as u64).cast_signed(), sum >> 64);
    }
    big(minimal(&words))
}

fn minimal(mut words: &[i64]) -> &[i64] {
    while words.len() > 1 && words[words.len() - 1] == words[words.len() - 2] >> 63 {
        words = &words[..words.len() - 1];
    }
    words
}

fn decode<T: for<'a> FromAnyView<'a>>(value: &Any) -> Option<T> {
    T::decode(value.as_view(), &mut Default::default())
}

/// Why a value does not convert; also that all ways of decoding agree that it does not.
fn mismatch<T: Parameter>(view: AnyView<'_>) -> Mismatch {
    assert!(<T::Item<'_>>::decode(view, &mut Default::default()).is_none(), "decode accepts it");
    assert!(<T::Item<'_>>::decode_hot(view, &mut Default::default()).is_none(), "the hot path accepts it");
    match <T::Item<'_>>::try_decode(view, &mut Default::default()) {
        Ok(_) => panic!("try_decode accepts what decode refuses"),
        Err(mismatch) => mismatch,
    }
}

/// `kind: text` of a mismatch.
fn explained<T: Parameter>(view: AnyView<'_>) -> String {
    let mismatch = mismatch::<T>(view);
    format!("{}: {mismatch}", mismatch.kind())
}

/// The hot path of `T` and what follows it when that refuses: the common form of the value, and the hot path again.
fn decode_as_shim<T: for<'a> FromAnyView<'a>>(view: AnyView<'_>) -> Option<T> {
    if let Some(value) = T::decode_hot(view, &mut Default::default()) {
        return Some(value);
    }
    match T::canonical(view)? {
        super::Canonical::Value(value) => T::decode_hot(value.as_view(), &mut Default::default()),
        super::Canonical::Rvalue => {
            let mut raw = *view.as_raw();
            raw.type_index = super::RVALUE_TO_TAKE;
            T::decode_hot(self::view(&raw), &mut Default::default())
        }
    }
}
