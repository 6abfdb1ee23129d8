#[derive(tvm_ffi::Union)]
enum Never {}

fn main() {}
