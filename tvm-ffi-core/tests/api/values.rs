//! Values of Rust in the real runtime, and values of the runtime in Rust.

use std::ffi::c_int;

use crate::capi;
use tvm_ffi_core::abi::{TVMFFIAny, TVMFFIByteArray};
use tvm_ffi_core::{Any, Function, Result};

/// Whether two values are one key of a map, which the runtime makes: it compares and hashes both words of a plain value.
fn equal_to_the_runtime(a: &Any, b: &Any) -> Result<bool> {
    let map = Function::get_global("ffi.Map")?.call((a, 0i64))?;
    Ok(Function::get_global("ffi.MapCount")?.call((&map, b))?.cast::<i64>()? == 1)
}

/// A big integer that the runtime made of these bytes, least significant first.
fn big(bytes: &[u8]) -> Any {
    type FromBytes = unsafe extern "C" fn(*const TVMFFIByteArray, *mut TVMFFIAny) -> c_int;
    // SAFETY: this is the type of that function.
    let from_bytes: FromBytes = unsafe { capi::CApi::new().get(c"TVMFFIBigIntFromByteArray") };
    let input = TVMFFIByteArray { data: bytes.as_ptr(), size: bytes.len() };
    let mut out = TVMFFIAny::NONE;
    // SAFETY: the bytes are readable, `out` is writable.
    let code = unsafe { from_bytes(&input, &mut out) };
    assert_eq!(code, 0);
    // SAFETY: the runtime gave an owned value.
    unsafe { Any::from_raw(out) }
}

/// The words that the runtime has of a big integer, as bytes.
fn content(value: &Any) -> Vec<u8> {
    type Content = unsafe extern "C" fn(*const TVMFFIAny) -> TVMFFIByteArray;
    // SAFETY: this is the type of that function.
    let content: Content = unsafe { capi::CApi::new().get(c"TVMFFIBigIntGetContentByteArray") };
    // SAFETY: the value is a big integer.
    let bytes = unsafe { content(value.as_raw()) };
    // SAFETY: the bytes lie in the value, which is not changed.
    unsafe { std::slice::from_raw_parts(bytes.data, bytes.size) }.to_vec()
}

#[test]
fn big_integers_are_laid_out_as_the_runtime_does() {
    for value in [i128::from(i64::MAX) + 1, i128::from(i64::MIN) - 1, i128::MAX, i128::MIN, 10i128.pow(30)] {
        let ours = Any::new(value);
        assert_eq!(content(&ours), value.to_le_bytes());
        let theirs = big(&value.to_le_bytes());
        assert!(equal_to_the_runtime(&ours, &theirs).expect("they can be compared"), "{value}");
        assert_eq!(theirs.cast::<i128>().ok(), Some(value));
    }
    // An unsigned number whose top bit is set needs a word more.
    let mut bytes = u128::MAX.to_le_bytes().to_vec();
    bytes.extend([0; 8]);
    assert_eq!(content(&Any::new(u128::MAX)), bytes);
    assert_eq!(big(&bytes).cast::<u128>().ok(), Some(u128::MAX));
}

#[test]
fn big_integers_of_many_words_are_read_as_floats_and_refused_with_their_size() {
    // 2^200 and its negative.
    let mut bytes = [0u8; 32];
    bytes[25] = 1;
    let value = big(&bytes);
    let digits = "1606938044258990275541962092341162602522202993782792835301376";
    assert_eq!(value.as_view().cast::<f64>().ok(), digits.parse().ok());
    let error = value.cast::<u128>().expect_err("it has 201 bits");
    assert!(error.message().starts_with("an integer of 256 bits is out of range for u128"), "{error}");

    bytes[25..].fill(0xff);
    let value = big(&bytes);
    assert_eq!(value.as_view().cast::<f32>().ok(), Some(f32::NEG_INFINITY));
    let error = value.cast::<i64>().expect_err("it has 201 bits");
    assert!(error.message().starts_with("an integer of 256 bits is out of range for i64"), "{error}");
}
