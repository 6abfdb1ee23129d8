//! Mistakes with kernels, and what users are told about them: `fail/<kind>/<mistake>.rs`, and beside it the compiler's words.
//!
//! `TRYBUILD=overwrite cargo test -p tvm-ffi-tests-ui-cuda --test cuda_ui` writes what it finds.

#[path = "../cases.rs"]
mod cases;

#[test]
fn mistakes_are_explained() {
    cases::compile_fail("fail");
}

#[test]
fn every_explanation_has_a_mistake() {
    cases::every_explanation_has_a_mistake("fail");
}
