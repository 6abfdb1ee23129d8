#[tvm_ffi::object(final, "stats.Late")]
pub struct Late {}

#[tvm_ffi::object("stats.Twice", "stats.Again")]
pub struct Twice {}

#[tvm_ffi::object(name = "stats.Named")]
pub struct Named {}

#[tvm_ffi::object(stats.Bare)]
pub struct Bare {}

#[tvm_ffi::object(1)]
pub struct Number {}

fn main() {}
