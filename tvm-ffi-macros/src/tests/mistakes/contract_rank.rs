// Strides with name.
#[tvm_ffi::export] fn total(#[strides(s.., 1)] x: CpuViewD<'_, f32, Strided>) -> f32 {}

// No power of two.
#[tvm_ffi::export] fn f(#[align(0)] x: TensorView<'_>, #[align(24)] y: TensorView<'_>) {}
