// Alias malformed.
#[tvm_ffi::export] fn empty(#[alias()] x: CpuCells<'_, f32, 1>) -> usize {}
#[tvm_ffi::export]
fn two(x: CpuCells<'_, f32, 1>, #[alias(x, z)] y: CpuCells<'_, f32, 1>, z: CpuCells<'_, f32, 1>) -> usize {}

// Alias of itself.
#[tvm_ffi::export] fn copy(#[alias(x)] x: CpuCells<'_, f32, 1>) -> usize {}

// Alias of a parameter that does not exist.
#[tvm_ffi::export]
fn copy(input: CpuCells<'_, f32, 1>, #[alias(inptu)] y: CpuCells<'_, f32, 1>, #[alias(w)] z: CpuCells<'_, f32, 1>) -> usize {}
