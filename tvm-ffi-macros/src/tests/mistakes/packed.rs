// Among others.
#[tvm_ffi::export] fn count(name: &str, args: &[AnyView<'_>]) -> usize {}

// Default.
#[tvm_ffi::export] fn count(#[default(&[])] args: &[AnyView<'_>]) -> usize {}

// Mutable.
#[tvm_ffi::export] fn count(args: &mut [AnyView<'_>]) -> usize {}
