#![forbid(unsafe_code)]

use tvm_ffi::__private::{
    Class, ClassDescription, Description, ImportedField, Registered, Returned, Shim, TVMFFIAny,
};

#[tvm_ffi::object("sealed.Own")]
struct Own;

fn describe_class(_: &mut dyn FnMut(&ClassDescription<'_>)) {}

static CLASS: Class = Class::new::<Own>(None, describe_class);

extern "C" fn not_a_shim(_: *mut std::ffi::c_void, _: *const TVMFFIAny, _: i32, _: *mut TVMFFIAny) -> i32 {
    0
}

fn describe(see: &mut dyn FnMut(&Description<'_>)) {
    see(&Description::new(
        "f\0\0\0file.rs\x001\0crate\x000.1.0",
        Shim::new(not_a_shim),
        &[],
        Returned::<()>::tag().result_type(),
    ));
}

tvm_ffi::__private::list! { exports: Registered(describe) }

static FIELD: ImportedField = ImportedField::new("x");

fn main() {}
