use tvm_ffi::AnyView;

type Args<'a> = &'a [AnyView<'a>];

#[tvm_ffi::export]
fn count(args: Args<'_>) -> usize {
    args.len()
}

fn main() {}
