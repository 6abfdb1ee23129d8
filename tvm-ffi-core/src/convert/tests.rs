//! Conversions at their limits, on values made by hand.

mod float;
mod int;
mod object;
mod text;
mod time;
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

/// Why a value does not convert.
fn mismatch<T: Parameter>(view: AnyView<'_>) -> Mismatch {
    assert!(<T::Item<'_>>::decode(view, &mut Default::default()).is_none(), "decode accepts it");
    <T::Item<'_>>::explain(view).expect("what does not decode is explained")
}

/// `kind: text` of a mismatch.
fn explained<T: Parameter>(view: AnyView<'_>) -> String {
    let mismatch = mismatch::<T>(view);
    format!("{}: {mismatch}", mismatch.kind())
}

/// Decodes a value as a shim does: an object that the caller moves is taken in a second call.
fn decode_as_shim<T: for<'a> FromAnyView<'a>>(view: AnyView<'_>) -> Option<T> {
    // SAFETY: the value outlives the holder.
    let hot = |view: AnyView<'_>| unsafe { T::decode_argument(view, &mut Default::default()) };
    hot(view).or_else(|| {
        let is_rvalue = view.type_index() == TypeIndex::OBJECT_RVALUE_REF;
        if matches!(T::FACTS.moved, super::Moved::Shared) {
            return super::through_rvalue(view, hot);
        }
        let to_take = TVMFFIAny { type_index: super::RVALUE_TO_TAKE, ..*view.as_raw() };
        if is_rvalue { hot(self::view(&to_take)) } else { None }
    })
}
