//! Mistakes with kernels, and what users are told about them: `fail/<mistake>.rs`, and beside it the compiler's words.
//!
//! `TRYBUILD=overwrite cargo test -p tvm-ffi-tests-ui-cuda` writes what it finds.

#[test]
fn mistakes_are_explained() {
    trybuild::TestCases::new().compile_fail("fail/*.rs");
}
