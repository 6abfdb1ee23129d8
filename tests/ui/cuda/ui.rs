//! Mistakes with kernels that the compiler reports: `fail/<kind>/<mistake>.rs`, with the compiler's messages in `<mistake>.stderr`.
//!
//! `TRYBUILD=overwrite cargo xtask test ui` writes the messages.

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
