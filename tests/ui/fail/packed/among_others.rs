use tvm_ffi::AnyView;

#[tvm_ffi::export]
fn count(name: &str, args: &[AnyView<'_>]) -> usize {
    name.len() + args.len()
}

fn main() {}
