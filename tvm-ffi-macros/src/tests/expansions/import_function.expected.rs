/// Adds one.
#[track_caller]
pub fn add_one(x: i64) -> Result<i64> {
    static __IMPORTED: ::tvm_ffi::__private::ImportedFunction = ::tvm_ffi::__private::ImportedFunction::new(
        "my_ext.add_one",
    );
    __IMPORTED.call::<Result<i64>>((::tvm_ffi::__private::imported_argument(x),))
}
