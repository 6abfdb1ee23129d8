use tvm_ffi_abi::{TVMFFIAnyPayload, TypeIndex};

use super::*;
use crate::builtin::types::{Str, StrContent};
use crate::text;

const SIGNATURE: Signature =
    Signature { parameters: &[<StrContent<'_>>::TYPE, <i64 as Parameter<'_>>::TYPE], result: <()>::TYPE };

fn int(value: i64) -> TVMFFIAny {
    TVMFFIAny::new(TypeIndex::INT, TVMFFIAnyPayload::from_int(value))
}

fn decode(args: &[TVMFFIAny]) -> core::result::Result<(Vec<u8>, i64), String> {
    let decode = || {
        let mut args = Arguments::new("test.f", &SIGNATURE, args)?;
        Ok((args.next::<StrContent<'_>>()?.0.to_vec(), args.next()?))
    };
    decode().map_err(|failure| match failure {
        Failure::Error("TypeError", message) => message,
        _ => String::from("another failure"),
    })
}

#[test]
fn arguments_are_taken_in_order() {
    assert_eq!(decode(&[*text::string(b"abc").view(), int(5)]), Ok((b"abc".to_vec(), 5)));
    let raw = TVMFFIAny::new(
        TypeIndex::RAW_STR,
        TVMFFIAnyPayload::from_ptr(c"a longer text".as_ptr().cast_mut().cast()),
    );
    assert_eq!(decode(&[raw, int(5)]), Ok((b"a longer text".to_vec(), 5)));
}

#[test]
fn wrong_arguments_are_named_as_in_cpp() {
    assert_eq!(
        decode(&[int(1)]).unwrap_err(),
        "Mismatched number of arguments when calling: `test.f(0: str, 1: int) -> void`. Expected 2 but got 1 arguments"
    );
    assert_eq!(
        decode(&[*text::string(b"abc").view(), TVMFFIAny::NONE]).unwrap_err(),
        "Mismatched type on argument #1 when calling: `test.f(0: str, 1: int) -> void`. Expected `int` but got `None`"
    );
}

#[test]
fn an_argument_that_is_a_string_stays_the_same_object() {
    let string = text::string(b"eight...");
    let again = Str::read(string.view()).expect("a string").0;
    assert_eq!(string.view().payload.ptr(), again.view().payload.ptr());
    let raw =
        TVMFFIAny::new(TypeIndex::RAW_STR, TVMFFIAnyPayload::from_ptr(c"text".as_ptr().cast_mut().cast()));
    let owned = Str::read(&raw).expect("a string").0;
    assert_eq!(
        (owned.type_index(), text::string_content(owned.view())),
        (TypeIndex::SMALL_STR, Some(&b"text"[..]))
    );
}
