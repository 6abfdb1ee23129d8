// Misuse.
#[tvm_ffi::on_load] fn takes_arguments(x: i64) -> Result<()> {}
#[tvm_ffi::on_load] async unsafe extern "C" fn has_qualifiers() {}
#[tvm_ffi::on_load] fn is_generic<T>() {}
#[tvm_ffi::on_load(name = "init")] fn has_a_name() {}
#[tvm_ffi::on_load] struct NoFunction;
