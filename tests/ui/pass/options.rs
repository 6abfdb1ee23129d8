//! Options of the attribute.

use tvm_ffi::export;

#[tvm_ffi::export()]
fn no_options() {}

#[tvm_ffi::export(name = "options.named")]
fn named() -> i64 {
    1
}

#[tvm_ffi::export(name = "options.with_underscore")]
fn _private(x: i64) -> i64 {
    x
}

#[tvm_ffi::export(name = "options.digits_2.x")]
fn größe() {}

#[tvm_ffi::export(name = r"options.raw")]
fn raw_literal() {}

#[tvm_ffi::export(name = "main")]
fn entry() {}

#[tvm_ffi::export(global)]
fn options_derived_global() {}

#[tvm_ffi::export(name = "options.dotted_global", global)]
fn dotted_global() {}

#[tvm_ffi::export(global = "options.another_name")]
fn options_named_global() {}

#[tvm_ffi::export(system_lib)]
fn options_system_lib() {}

#[rustfmt::skip]
#[tvm_ffi::export(name = "options.all", global = "options.all_global", system_lib, crate = "tvm_ffi",)]
fn all() {}

#[tvm_ffi::export(crate = "::tvm_ffi")]
fn options_absolute() {}

#[tvm_ffi::export(crate = "self::reexport::framework")]
fn options_relative() {}

#[tvm_ffi::export(crate = "self::reexport", name = "options.through_a_glob")]
fn through_a_glob() {}

#[export]
fn options_imported() {}

#[export(name = "options.imported")]
fn imported_with_name() {}

#[reexport::framework::export(name = "options.by_path")]
fn by_path() {}

mod reexport {
    pub(super) use tvm_ffi as framework;
    pub(super) use tvm_ffi::*;

    #[framework::export(crate = "super::reexport::framework", name = "options.super")]
    fn inner() {}
}

mod hints {
    #[tvm_ffi::export]
    fn kind() {}

    #[tvm_ffi::export(name = "lambda")]
    fn function() {}
}

#[test]
fn functions_stay_callable() {
    assert_eq!(named() + _private(2), 3);
    größe();
}
