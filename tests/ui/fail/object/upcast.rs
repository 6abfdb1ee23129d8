use tvm_ffi::prelude::*;

#[tvm_ffi::object("stats.Base")]
pub struct Base {}

#[tvm_ffi::object("stats.Derived", extends = Base)]
pub struct Derived {
    #[base]
    base: Base,
}

#[tvm_ffi::object("stats.Other")]
pub struct Other {}

fn down(base: Ref<Base>) -> Ref<Derived> {
    Ref::upcast(base)
}

fn aside(derived: Ref<Derived>) -> Ref<Other> {
    Ref::upcast(derived)
}

fn main() {}
