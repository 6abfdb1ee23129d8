//! The first call of the runtime, in a process of its own.

use core::ptr::null_mut;

use tvm_ffi_abi::{TVMFFIAny, TVMFFIByteArray, TVMFFIMethodInfo, TVMFFITypeMetadata, TypeIndex};

use super::super::*;
use crate::testing::{done, in_processes, integer, raised};
use crate::value::Value;

const EMPTY: TVMFFIByteArray = TVMFFIByteArray::of(b"");
const MAP: TVMFFIByteArray = TVMFFIByteArray::of(b"ffi.Map");
const CONVERT: TVMFFIByteArray = TVMFFIByteArray::of(b"__ffi_convert__");

fn big_integer() -> Value {
    let mut out = TVMFFIAny::NONE;
    // SAFETY: the bytes are readable, and `out` is writable.
    assert_eq!(unsafe { bigint::from_byte_array(&TVMFFIByteArray::of(&[1; 16]), &mut out) }, 0);
    // SAFETY: the function gave an owned value.
    unsafe { Value::from_owned(out) }
}

fn get_global() {
    let [key, equal] = [big_integer(), big_integer()];
    let map = done("ffi.Map", &[&key, &Value::int(1), &equal, &Value::int(2)]);
    assert_eq!(integer("ffi.MapSize", &[&map]), 1);
}

fn set_global() {
    // SAFETY: the name is readable.
    assert_eq!(unsafe { globals::set_global(&MAP, null_mut(), 0) }, -1);
    assert!(raised().contains("already registered"));
}

fn set_global_from_method_info() {
    let method =
        TVMFFIMethodInfo { name: MAP, doc: EMPTY, metadata: EMPTY, flags: 0, method: TVMFFIAny::NONE };
    // SAFETY: the info is readable, and so is what it points to.
    assert_eq!(unsafe { globals::set_global_from_method_info(&method, 0) }, -1);
    assert!(raised().contains("already registered"));
}

fn get_info() {
    // SAFETY: entries are kept forever.
    assert_eq!(unsafe { (*reflection::get_info(TypeIndex::MODULE)).num_fields }, 1);
}

fn register_metadata() {
    let metadata =
        TVMFFITypeMetadata { doc: EMPTY, creator: None, total_size: 24, structural_eq_hash_kind: 0 };
    // SAFETY: the metadata is readable.
    assert_eq!(unsafe { reflection::register_metadata(TypeIndex::OBJECT, &metadata) }, -1);
    assert!(raised().contains("Overriding ffi.Object"));
}

fn get_attr_column() {
    // SAFETY: the name is readable.
    let column = unsafe { reflection::get_attr_column(&CONVERT) };
    // SAFETY: columns are kept forever.
    assert!(unsafe { column.as_ref() }.is_some_and(|column| column.size > TypeIndex::DICT));
}

fn register_attr() {
    // SAFETY: the name is readable, and the value is lent.
    assert_eq!(unsafe { reflection::register_attr(TypeIndex::OBJECT, &CONVERT, &TVMFFIAny::NONE) }, -1);
    assert!(raised().contains("already registered"));
}

#[test]
fn the_first_function_that_is_called_finds_what_comes_with_the_runtime() {
    let cases: &[fn()] = &[
        get_global,
        set_global,
        set_global_from_method_info,
        get_info,
        register_metadata,
        get_attr_column,
        register_attr,
    ];
    in_processes(
        "functions::tests::first_call::the_first_function_that_is_called_finds_what_comes_with_the_runtime",
        cases,
    );
}
