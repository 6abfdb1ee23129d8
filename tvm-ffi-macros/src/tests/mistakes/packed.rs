// Among others.
#[tvm_ffi::export]
fn count(name: &str, args: &[AnyView<'_>]) -> usize {
    name.len() + args.len()
}

// Default.
#[tvm_ffi::export]
fn count(#[default(&[])] args: &[AnyView<'_>]) -> usize {
    args.len()
}

// Mutable.
#[tvm_ffi::export]
fn count(args: &mut [AnyView<'_>]) -> usize {
    args.len()
}
