#[tvm_ffi::object("stats.A", repr = true)]
#[derive(Debug)]
pub struct A {}

#[tvm_ffi::object("stats.B", extends)]
pub struct B {}

#[tvm_ffi::object("stats.C", extends = "B")]
pub struct C {}

#[tvm_ffi::object("stats.D", structural)]
pub struct D {}

#[tvm_ffi::object("stats.E", structural(tree))]
pub struct E {}

#[tvm_ffi::object("stats.F", crate = "no path")]
pub struct F {}

fn main() {}
