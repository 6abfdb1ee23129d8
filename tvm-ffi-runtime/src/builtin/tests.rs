use tvm_ffi_abi::{TVMFFIAnyPayload, TypeIndex};

use super::*;
use crate::builtin::types::Str;
use crate::text;

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
