//! Mistakes, and what users are told about them: `ui/fail/<kind>/<mistake>.rs`, and beside it the compiler's words.
//!
//! `TRYBUILD=overwrite cargo xtask test ui` writes what it finds;
//! `cargo test -p tvm-ffi-tests --test ui -- mistakes trybuild=closure` runs the cases with `closure` in their path.

#[path = "ui/cases.rs"]
mod cases;

#[test]
fn mistakes_are_explained() {
    cases::compile_fail("ui/fail");
}

#[test]
fn every_explanation_has_a_mistake() {
    cases::every_explanation_has_a_mistake("ui/fail");
}
