//! Mistakes, and what users are told about them: `ui/fail/<kind>/<mistake>.rs`, and the compiler's words beside it.
//!
//! `TRYBUILD=overwrite cargo xtask test ui` writes what it finds. `cargo xtask test ui -- ui trybuild=closure` runs the
//! cases that have `closure` in their path.

#[test]
fn mistakes_are_explained() {
    // No case here may be one that compiles: with such among them, trybuild builds one case at a time.
    trybuild::TestCases::new().compile_fail("ui/fail/*/*.rs");
}
