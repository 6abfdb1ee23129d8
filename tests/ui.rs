//! Mistakes that the compiler reports: `ui/fail/<kind>/<mistake>.rs`, with the compiler's messages in `<mistake>.stderr`. Those that the
//! compiler finds in one pass are together in `types.rs`, `borrows.rs`, or `constants.rs`: a function for each. Mistakes that a macro reports are in `tvm-ffi-macros/src/tests/mistakes`;
//! a few are here, which show that the spans are right and that one mistake causes one error.
//!
//! `TRYBUILD=overwrite cargo xtask test ui` writes the messages. `cargo xtask test ui trybuild=closure` runs the cases with `closure` in their path.

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
