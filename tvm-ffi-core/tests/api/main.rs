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
