// Attributes.
#[tvm_ffi::export] fn shaped(#[shape(n)] cx: Cuda<'_>, #[shape(n)] x: CudaView<'_, f32, 1>) {}
#[tvm_ffi::export] fn with_default(x: CudaView<'_, f32, 1>, #[default(0)] cx: Cuda<'_>) {}

// By reference.
#[tvm_ffi::export] fn exclusive(x: CudaView<'_, f32, 1>, cx: &mut Cuda<'_>) {}

// Captured.
#[tvm_ffi::export] fn later(cx: Cuda<'_>) -> impl Fn() -> i64 {}

// Method.
#[tvm_ffi::object("solver.Solver")] struct Solver {}
#[tvm_ffi::methods] impl Solver { fn solve(&self, cx: &Cuda<'_>, #[out] after: Cuda<'_>) {} }

// Packed.
#[tvm_ffi::export] fn any(cx: Cuda<'_>, args: &[AnyView<'_>]) {}

// Pattern.
#[tvm_ffi::export] fn unnamed(_: Cuda<'_>, x: CudaView<'_, f32, 1>) {}

// Static lifetime.
#[tvm_ffi::export] fn kept(cx: Cuda<'static>, x: CudaView<'_, f32, 1>) {}

// Two.
#[tvm_ffi::export] fn twice(cx: Cuda<'_>, x: CudaView<'_, f32, 1>, again: Cuda<'_>) {}
