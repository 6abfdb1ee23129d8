//! The public API with the real runtime. It is one program, because each takes seconds to build.
#![cfg(not(miri))]

#[path = "../support/capi.rs"]
mod capi;
#[path = "../support/cc.rs"]
mod cc;
#[path = "../support/counting.rs"]
mod counting;
#[path = "../support/cpp.rs"]
mod cpp;

mod containers;
mod dlpack;
mod dtype;
mod env;
mod functions;
#[forbid(unsafe_code)]
mod lending;
mod module;
mod owners;
mod shape;
mod tensor;
mod values;
mod views;

/// A global function of the C++ runtime that the runtime in Rust does not have. `None` there, with a line that says so.
fn only_in_cpp(name: &str) -> Option<tvm_ffi_core::Function> {
    let found = tvm_ffi_core::Function::find_global(name).expect("the tests have a runtime");
    let runtime = tvm_ffi_core::runtime().expect("the tests have a runtime");
    let is_cpp = runtime.path().is_some_and(|path| path.with_file_name("libtvm_ffi_testing.so").exists());
    assert!(found.is_some() || !is_cpp, "the C++ runtime has `{name}`");
    if found.is_none() {
        println!("skipped: the runtime in Rust has no `{name}`");
    }
    found
}
