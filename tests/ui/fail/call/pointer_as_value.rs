//! Functions of the runtime call the pointers that they are given, so safe code makes no value of one.
#![forbid(unsafe_code)]

use std::ffi::c_void;

use tvm_ffi::prelude::*;

fn jump() -> Result<()> {
    let make = Function::get_global("ffi.FunctionFromExternC")?;
    make.call(((), 0x41414140 as *mut c_void, ()))?.cast::<Function>()?.call(()).map(drop)
}

fn as_a_result() -> Function {
    Function::new(|| 0x41414140 as *mut c_void)
}

#[tvm_ffi::export]
fn exported() -> *mut c_void {
    0x41414140 as *mut c_void
}

fn main() {}
