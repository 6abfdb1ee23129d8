use tvm_ffi::AnyView;

#[tvm_ffi::export]
fn count(args: &mut [AnyView<'_>]) -> usize {
    args.len()
}

fn main() {}
