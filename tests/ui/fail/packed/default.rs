use tvm_ffi::AnyView;

#[tvm_ffi::export]
fn count(#[default(&[])] args: &[AnyView<'_>]) -> usize {
    args.len()
}

fn main() {}
