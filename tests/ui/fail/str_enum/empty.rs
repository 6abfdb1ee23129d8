#[derive(tvm_ffi::StrEnum)]
enum Mode {}

fn main() {}
