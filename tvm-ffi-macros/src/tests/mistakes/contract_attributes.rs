// An alignment that is not a power of two.
#[tvm_ffi::export]
fn total(#[align(12)] x: CpuView<'_, f32, 1>, #[align(0)] y: CpuView<'_, f32, 1>) -> f32 {}

// Align malformed.
#[tvm_ffi::export] fn empty(#[align()] x: CpuView<'_, f32, 1>) -> f32 {}
#[tvm_ffi::export] fn named(#[align(LINE)] x: CpuView<'_, f32, 1>) -> f32 {}
#[tvm_ffi::export] fn two(#[align(16, 32)] x: CpuView<'_, f32, 1>) -> f32 {}

// Device malformed.
#[tvm_ffi::export] fn empty(#[device] x: TensorView<'_>) -> usize {}
#[tvm_ffi::export] fn numbered(#[device(cuda:0)] x: TensorView<'_>) -> usize {}

// Device unknown.
#[tvm_ffi::export]
fn total(#[device(gpu)] x: TensorView<'_>, #[device(cpu, cuda_hots)] y: TensorView<'_>) -> usize {}

// Dtype malformed.
#[tvm_ffi::export] fn empty(#[dtype()] x: TensorView<'_>) -> usize {}
#[tvm_ffi::export] fn quoted(#[dtype("float32")] x: TensorView<'_>) -> usize {}
#[tvm_ffi::export] fn assigned(#[dtype = f32] x: TensorView<'_>) -> usize {}

// Dtype misspelt.
#[tvm_ffi::export]
fn total(#[dtype(flaot32)] x: TensorView<'_>, #[dtype(bfloat)] y: TensorView<'_>) -> usize {}

// Dtype twice.
#[tvm_ffi::export] fn total(#[dtype(f32, bool, float32)] x: TensorView<'_>) -> usize {}

// Dtype unknown.
#[tvm_ffi::export] fn total(#[dtype(string)] x: TensorView<'_>) -> usize {}

// Misspelt attribute.
#[tvm_ffi::export] fn total(#[shpae(n)] x: CpuView<'_, f32, 1>) -> f32 {}

// No value.
#[tvm_ffi::export]
fn total(#[shape(9223372036854775807 + 1, 4 / (2 - 2))] x: CpuView<'_, f32, 2>) -> f32 {}

// On function.
#[tvm_ffi::export] #[shape(n)] fn total(x: CpuView<'_, f32, 1>) -> f32 {}

// On packed.
#[tvm_ffi::export] fn count(#[dtype(f32)] args: &[AnyView<'_>]) -> usize {}

// Out malformed.
#[tvm_ffi::export] fn one(#[out(one)] mut x: CpuViewMut<'_, f32, 1>) {}
#[tvm_ffi::export] fn empty(#[out()] mut x: CpuViewMut<'_, f32, 1>) {}
#[tvm_ffi::export] fn assigned(#[out = "zero"] mut x: CpuViewMut<'_, f32, 1>) {}

// Twice.
#[tvm_ffi::export] fn total(#[shape(n)] #[shape(m)] x: CpuView<'_, f32, 1>) -> f32 {}

// Shape on packed.
#[tvm_ffi::export] fn f(#[shape(n)] x: &[AnyView<'_>]) {}

// Everything but shape on list.
#[tvm_ffi::export]
fn f(#[dtype(f32)] #[device(cpu)] #[align(4)] #[strides(_, 1)] x: Vec<TensorView<'_>>) {}

// Aliases may be tensors.
#[tvm_ffi::export] fn f(#[shape(n)] #[dtype(f32)] #[strides(1)] #[out] x: Option<Image<'_>>) {}

// Written.
#[tvm_ffi::export] fn f(#[out] x: CpuCells<'_, f32, 1>, #[out(zero)] y: CudaViewMutD<'_, f32>) {}

// Shared on device.
#[tvm_ffi::export]
fn f(x: CudaView<'_, f32, 1>, #[alias(x)] y: CudaViewMut<'_, f32, 1>, #[alias(y)] z: TensorView<'_>) {}
