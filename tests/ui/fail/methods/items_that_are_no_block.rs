#[tvm_ffi::methods]
struct Mean {}

#[tvm_ffi::methods]
pub(crate) fn mean() {}

#[tvm_ffi::methods]
trait Averages {}

#[tvm_ffi::methods]
impl [f64] {}

fn main() {}
