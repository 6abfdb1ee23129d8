// Symbols.
#[tvm_ffi::export(returns(shape(n, m), dtype(flaot32), devise(cpu)))]
fn f(#[shape(n)] x: Tensor) -> Result<Tensor> {}
#[tvm_ffi::export(returns(shape(n, m)))]
fn g(#[shape(n)] x: CpuView<'_, f32, 1>) -> Result<Tensor> {}

// Returns of nothing written.
#[tvm_ffi::export(returns)] fn f() -> Tensor {}

// Returns of unknown item.
#[tvm_ffi::export(returns(shap(n)))] fn f(n: i64) -> Tensor {}

// Returns of expression.
#[tvm_ffi::export(returns("f32"))] fn f() -> Tensor {}

// Returns item twice.
#[tvm_ffi::export(returns(dtype(f32), dtype(f64)))] fn f() -> Tensor {}

// Returns without dtype.
#[tvm_ffi::export(returns(dtype()))] fn f() -> Tensor {}

// Returns unknown dtype.
#[tvm_ffi::export(returns(dtype(f23)))] fn f() -> Tensor {}

// Returns of closure.
#[tvm_ffi::export(returns(dtype(f32)))] fn f() -> impl Fn() + Send + Sync + 'static {}

// Returns of mixed groups.
#[tvm_ffi::export(returns(_, dtype(f32)))] fn f() -> (i64, Tensor) {}

// Returns of empty group.
#[tvm_ffi::export(returns(_, ()))] fn f() -> (i64, Tensor) {}

// Returns of stride.
#[tvm_ffi::export(returns(shape(s)))]
fn f(#[strides(s)] x: CpuView<'_, f32, 1, Strided>) -> Tensor {}

// Returns of one for several.
#[tvm_ffi::export(returns(shape(s)))] fn f(#[shape(s..)] x: CpuViewD<'_, f32>) -> Tensor {}

// Returns of several for one.
#[tvm_ffi::export(returns(shape(n..)))] fn f(#[shape(n)] x: CpuView<'_, f32, 1>) -> Tensor {}
