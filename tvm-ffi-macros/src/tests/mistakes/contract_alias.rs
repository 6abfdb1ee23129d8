// Alias malformed.
#[tvm_ffi::export]
fn empty(#[alias()] x: CpuCells<'_, f32, 1>) -> usize {
    x.numel()
}

#[tvm_ffi::export]
fn two(x: CpuCells<'_, f32, 1>, #[alias(x, z)] y: CpuCells<'_, f32, 1>, z: CpuCells<'_, f32, 1>) -> usize {
    x.numel() + y.numel() + z.numel()
}

// Alias of host views.
#[tvm_ffi::export]
fn copy(x: CpuView<'_, f32, 1>, #[alias(x)] mut y: CpuViewMut<'_, f32, 1>) {
    y[[0]] = x[[0]];
}

// Alias of itself.
#[tvm_ffi::export]
fn copy(#[alias(x)] x: CpuCells<'_, f32, 1>) -> usize {
    x.numel()
}

// Alias of a parameter that does not exist.
#[tvm_ffi::export]
fn copy(input: CpuCells<'_, f32, 1>, #[alias(inptu)] y: CpuCells<'_, f32, 1>, #[alias(w)] z: CpuCells<'_, f32, 1>) -> usize {
    input.numel() + y.numel() + z.numel()
}

// Alias of number.
#[tvm_ffi::export]
fn copy(n: i64, #[alias(n)] y: CpuCells<'_, f32, 1>) -> i64 {
    n + y.shape()[0]
}

// Alias of untyped view.
#[tvm_ffi::export]
fn copy(x: TensorView<'_>, #[alias(x)] y: CpuCells<'_, f32, 1>) -> usize {
    x.numel() + y.numel()
}
