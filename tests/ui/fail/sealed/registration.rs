#![forbid(unsafe_code)]

use tvm_ffi::__private::{
    Class, ClassRecord, ImportedField, Record, Returned, Shim, TVMFFIAny,
};

#[tvm_ffi::object("sealed.Own")]
struct Own;

static CLASS: Class = Class::new::<Own>(None, &ClassRecord::new::<Own>("sealed.Own"));

extern "C" fn not_a_shim(_: *mut std::ffi::c_void, _: *const TVMFFIAny, _: i32, _: *mut TVMFFIAny) -> i32 {
    0
}

static RECORD: Record = Record { name: "f", ..Record::new(Shim::new(not_a_shim), || Returned::<()>::tag().result_type()) };

tvm_ffi::__private::enter! { export: &RECORD }

static FIELD: ImportedField = ImportedField::new("x");

fn main() {}
