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

const KEY: &str = "stats.Constant";

#[tvm_ffi::object(KEY)]
pub struct Constant {}

#[tvm_ffi::object("stats.Spaced" final)]
pub struct Spaced {}

fn main() {}
