#[tvm_ffi::object("Mean")]
pub struct Undotted {}

#[tvm_ffi::object("stats.")]
pub struct HalfDotted {}

#[tvm_ffi::object("my-stats.Mean")]
pub struct Dashed {}

#[tvm_ffi::object("stats.2nd")]
pub struct Digit {}

#[tvm_ffi::object("ffi.Mean")]
pub struct Reserved {}

#[tvm_ffi::object("")]
pub struct Nameless {}

fn main() {}
