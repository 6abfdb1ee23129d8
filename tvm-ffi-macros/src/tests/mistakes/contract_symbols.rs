// Bound by strides.
#[tvm_ffi::export]
fn total(
    #[strides(ld, 1)] x: CpuView<'_, f32, 2, Strided>,
    #[shape(2 * ld)] y: CpuView<'_, f32, 1>,
    #[strides(ld / 2)] z: CpuView<'_, f32, 1, Strided>,
) -> f32 {}

// Misspelt symbol.
#[tvm_ffi::export]
fn dot(#[shape(length)] x: CpuView<'_, f32, 1>, #[shape(lenght + 1)] y: CpuView<'_, f32, 1>) -> f32 {}

// Unknown symbol.
#[tvm_ffi::export] fn total(#[shape(2 * n)] x: CpuView<'_, f32, 1>) -> f32 {}

// Used before it is bound.
#[tvm_ffi::export]
fn dot(#[shape(n + 1)] x: CpuView<'_, f32, 1>, #[shape(n)] y: CpuView<'_, f32, 1>) -> f32 {}

// Used before its dimension.
#[tvm_ffi::export] fn total(#[shape(2 * n, n)] x: CpuView<'_, f32, 2>) -> f32 {}

// Integers come first.
#[tvm_ffi::export] fn f(#[shape(2 * n, k)] x: CpuView<'_, f32, 2>, n: u8, k: Index) {}

// Bound again for certain.
#[tvm_ffi::export]
fn f(#[shape(n)] x: Option<CpuView<'_, f32, 1>>, #[shape(n, n + 1)] y: CpuView<'_, f32, 2>) {}

// Strides see all shapes.
#[tvm_ffi::export]
fn f(#[strides(2 * n, n)] x: CpuView<'_, f32, 2, Strided>, #[shape(n)] y: CpuView<'_, f32, 1>) {}

// Raw names.
#[tvm_ffi::export] fn f(r#type: i64, #[shape(2 * r#type)] x: CpuView<'_, f32, 1>) {}

// Capitals are symbols, not constants.
#[tvm_ffi::export] fn f(#[shape(N, 2 * N)] x: CpuView<'_, f32, 2>) {}
