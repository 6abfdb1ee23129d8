#[tvm_ffi::object("stats.Mean", repr, final, repr)]
#[derive(Debug)]
pub struct Mean {}

fn main() {}
