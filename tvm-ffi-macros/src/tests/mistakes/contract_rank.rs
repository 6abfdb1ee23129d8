// Rank.
#[tvm_ffi::export]
fn total(#[shape(n, d)] x: CpuView<'_, f32, 1>, #[shape(n)] y: Option<CpuView<'_, f32, 3>>) -> f32 {
    x.iter().chain(y.iter().flat_map(|y| y.iter())).sum()
}

// Strides and shape.
#[tvm_ffi::export]
fn total(
    #[shape(n, d, _)]
    #[strides(_, 1)]
    x: TensorView<'_>,
) -> usize {
    x.numel()
}

// Strides count.
#[tvm_ffi::export]
fn total(#[strides(_, 1)] x: CpuView<'_, f32, 3, Strided>) -> f32 {
    x.iter().sum()
}

// Strides of contiguous.
#[tvm_ffi::export]
fn total(#[strides(_, 1)] x: CpuView<'_, f32, 2>, #[strides(ld)] y: Option<CpuViewD<'_, f32>>) -> f32 {
    x.iter().chain(y.iter().flat_map(|y| y.iter())).sum()
}

// Strides with name.
#[tvm_ffi::export]
fn total(#[strides(s.., 1)] x: CpuViewD<'_, f32, Strided>) -> f32 {
    x.iter().sum()
}

// Rank of both.
#[tvm_ffi::export]
fn f(#[shape(n, m)] #[strides(_, 1)] x: CpuView<'_, f32, 3, Strided>) {}

// Rests of shape and strides.
#[tvm_ffi::export]
fn f(#[shape(n, m, ..)] #[strides(1)] x: TensorView<'_>) {}

// No power of two.
#[tvm_ffi::export]
fn f(#[align(0)] x: TensorView<'_>, #[align(24)] y: TensorView<'_>) {}
