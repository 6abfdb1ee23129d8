#[tvm_ffi::object("stats.Mean", rper)]
pub struct Misspelt {}

#[tvm_ffi::object("stats.Frozen", frozen)]
pub struct OtherWord {}

#[tvm_ffi::object("stats.Other", weakref)]
pub struct Other {}

fn main() {}
