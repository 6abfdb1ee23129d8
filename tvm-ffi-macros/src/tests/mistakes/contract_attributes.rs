// An alignment that is not a power of two.
#[tvm_ffi::export]
fn total(#[align(12)] x: CpuView<'_, f32, 1>, #[align(0)] y: CpuView<'_, f32, 1>) -> f32 {
    x.iter().chain(y.iter()).sum()
}

// Align malformed.
#[tvm_ffi::export]
fn empty(#[align()] x: CpuView<'_, f32, 1>) -> f32 {
    x.iter().sum()
}

#[tvm_ffi::export]
fn named(#[align(LINE)] x: CpuView<'_, f32, 1>) -> f32 {
    x.iter().sum()
}

#[tvm_ffi::export]
fn two(#[align(16, 32)] x: CpuView<'_, f32, 1>) -> f32 {
    x.iter().sum()
}

// Device malformed.
#[tvm_ffi::export]
fn empty(#[device] x: TensorView<'_>) -> usize {
    x.numel()
}

#[tvm_ffi::export]
fn numbered(#[device(cuda:0)] x: TensorView<'_>) -> usize {
    x.numel()
}

// Device of view.
#[tvm_ffi::export]
fn total(#[device(cpu, cuda)] x: CpuView<'_, f32, 1>, #[device(cuda)] y: CudaView<'_, f32, 1>) -> usize {
    x.numel() + y.numel()
}

// Device unknown.
#[tvm_ffi::export]
fn total(#[device(gpu)] x: TensorView<'_>, #[device(cpu, cuda_hots)] y: TensorView<'_>) -> usize {
    x.numel() + y.numel()
}

// Dtype malformed.
#[tvm_ffi::export]
fn empty(#[dtype()] x: TensorView<'_>) -> usize {
    x.numel()
}

#[tvm_ffi::export]
fn quoted(#[dtype("float32")] x: TensorView<'_>) -> usize {
    x.numel()
}

#[tvm_ffi::export]
fn assigned(#[dtype = f32] x: TensorView<'_>) -> usize {
    x.numel()
}

// Dtype misspelt.
#[tvm_ffi::export]
fn total(#[dtype(flaot32)] x: TensorView<'_>, #[dtype(bfloat)] y: TensorView<'_>) -> usize {
    x.numel() + y.numel()
}

// Dtype of view.
#[tvm_ffi::export]
fn total(#[dtype(f32, f64)] x: CpuView<'_, f32, 1>) -> f32 {
    x.iter().sum()
}

// Dtype twice.
#[tvm_ffi::export]
fn total(#[dtype(f32, bool, float32)] x: TensorView<'_>) -> usize {
    x.numel()
}

// Dtype unknown.
#[tvm_ffi::export]
fn total(#[dtype(string)] x: TensorView<'_>) -> usize {
    x.numel()
}

// Misspelt attribute.
#[tvm_ffi::export]
fn total(#[shpae(n)] x: CpuView<'_, f32, 1>) -> f32 {
    x.iter().sum()
}

// No value.
#[tvm_ffi::export]
fn total(#[shape(9223372036854775807 + 1, 4 / (2 - 2))] x: CpuView<'_, f32, 2>) -> f32 {
    x.iter().sum()
}

// On function.
#[tvm_ffi::export]
#[shape(n)]
fn total(x: CpuView<'_, f32, 1>) -> f32 {
    x.iter().sum()
}

// On list.
#[tvm_ffi::export]
fn concat(#[shape(n)] parts: Vec<TensorView<'_>>) -> usize {
    parts.iter().map(|part| part.numel()).sum()
}

// On number.
#[tvm_ffi::export]
fn scale(#[shape(n)] #[align(16)] x: f64) -> f64 {
    x
}

// On owned tensor.
#[tvm_ffi::export]
fn total(#[shape(n)] x: Tensor) -> usize {
    x.numel()
}

// On packed.
#[tvm_ffi::export]
fn count(#[dtype(f32)] args: &[AnyView<'_>]) -> usize {
    args.len()
}

// On tuple.
#[tvm_ffi::export]
fn dot(#[shape(n)] pair: (CpuView<'_, f32, 1>, CpuView<'_, f32, 1>)) -> f32 {
    pair.0.iter().zip(pair.1.iter()).map(|(x, y)| x * y).sum()
}

// Out is shared.
#[tvm_ffi::export]
fn fill(#[out] x: CpuView<'_, f32, 1>, #[out] y: Option<CudaViewD<'_, f32>>) -> usize {
    x.numel() + y.map_or(0, |y| y.numel())
}

// Out is untyped.
#[tvm_ffi::export]
fn fill(#[out] x: TensorView<'_>) -> usize {
    x.numel()
}

// Out malformed.
#[tvm_ffi::export]
fn one(#[out(one)] mut x: CpuViewMut<'_, f32, 1>) {
    x[[0]] = 1.0;
}

#[tvm_ffi::export]
fn empty(#[out()] mut x: CpuViewMut<'_, f32, 1>) {
    x[[0]] = 1.0;
}

#[tvm_ffi::export]
fn assigned(#[out = "zero"] mut x: CpuViewMut<'_, f32, 1>) {
    x[[0]] = 1.0;
}

// Twice.
#[tvm_ffi::export]
fn total(#[shape(n)] #[shape(m)] x: CpuView<'_, f32, 1>) -> f32 {
    x.iter().sum()
}

// Shape of too few integers.
#[tvm_ffi::export]
fn f(#[shape(h)] size: (i64, i64)) {}

// Shape of any number of integers.
#[tvm_ffi::export]
fn f(#[shape(h..)] size: [i64; 2]) {}

// Dtype of integers.
#[tvm_ffi::export]
fn f(#[dtype(i64)] size: Shape) {}

// Shape of numbers.
#[tvm_ffi::export]
fn f(#[shape(h, w)] size: (f64, f64)) {}

// Shape on number.
#[tvm_ffi::export]
fn f(#[shape(n)] #[align(16)] x: i64) {}

// Shape on text.
#[tvm_ffi::export]
fn f(#[shape(n)] x: Option<&str>) {}

// Out on any.
#[tvm_ffi::export]
fn f(#[out] x: AnyView<'_>) {}

// Shape on tuple.
#[tvm_ffi::export]
fn f(#[shape(n)] x: (TensorView<'_>, i64)) {}

// Shape on packed.
#[tvm_ffi::export]
fn f(#[shape(n)] x: &[AnyView<'_>]) {}

// Everything but shape on list.
#[tvm_ffi::export]
fn f(#[dtype(f32)] #[device(cpu)] #[align(4)] #[strides(_, 1)] x: Vec<TensorView<'_>>) {}

// Aliases may be tensors.
#[tvm_ffi::export]
fn f(#[shape(n)] #[dtype(f32)] #[strides(1)] #[out] x: Option<Image<'_>>) {}

// Strided help.
#[tvm_ffi::export]
fn f(#[strides(1)] x: Option<CpuViewD<'_, Complex<f32>>>, #[strides(_, 1)] y: CpuView<'_, f32, 2, Contiguous>) {}

// Out help.
#[tvm_ffi::export]
fn f(#[out] x: Option<tvm_ffi::CudaView<'_, f32, 2, Strided>>) {}

// Written.
#[tvm_ffi::export]
fn f(#[out] x: CpuCells<'_, f32, 1>, #[out(zero)] y: CudaViewMutD<'_, f32>) {}

// Shared on device.
#[tvm_ffi::export]
fn f(x: CudaView<'_, f32, 1>, #[alias(x)] y: CudaViewMut<'_, f32, 1>, #[alias(y)] z: TensorView<'_>) {}
