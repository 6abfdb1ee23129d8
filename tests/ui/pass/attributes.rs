//! Attributes of the compiler with attributes of the macro.

/// Documented.
///
/// With *several* lines, "quotes", \backslashes, and `code`:
///
/// ```text
///     indented
/// ```
#[tvm_ffi::export]
fn documented(
    /// The only one.
    x: i64,
) -> i64 {
    x
}

/** A block comment,

of two paragraphs. */
#[tvm_ffi::export]
#[doc = "and an attribute"]
#[doc = concat!("and ", "a macro")]
#[doc(alias = "other")]
#[doc(hidden)]
fn documented_otherwise() {}

#[tvm_ffi::export]
#[cfg(not(any()))]
fn configured() -> i64 {
    1
}

#[tvm_ffi::export]
#[cfg(any())]
fn configured() -> Missing {
    2
}

#[cfg(not(any()))]
#[tvm_ffi::export(name = "attributes.above")]
fn configured_above() {}

#[tvm_ffi::export]
#[cfg_attr(any(), cfg(any()))]
#[cfg_attr(not(any()), inline, must_use)]
#[cfg_attr(not(any()), allow(dead_code), doc = "Conditional.")]
fn conditional() -> i64 {
    1
}

#[tvm_ffi::export]
#[inline(never)]
#[cold]
#[must_use = "because"]
#[track_caller]
fn decorated() -> String {
    std::panic::Location::caller().to_string()
}

#[tvm_ffi::export]
#[deprecated(since = "0.1.0", note = "use another")]
fn outdated() {}

#[tvm_ffi::export]
#[allow(clippy::too_many_arguments, reason = "as the paper has them")]
#[allow(unused_variables)]
fn allowed(a: i64, b: i64, c: i64, d: i64, e: i64, f: i64, g: i64, h: i64) {}

#[tvm_ffi::export]
#[expect(unused_variables, reason = "fulfilled by the function alone")]
fn expected(x: i64) {}

#[tvm_ffi::export]
#[expect(non_snake_case)]
fn CamelCase(xY: i64) -> i64 {
    xY
}

#[tvm_ffi::export]
const fn constant(x: i64) -> i64 {
    x + 1
}

#[tvm_ffi::export]
pub(crate) fn visible_in_crate() {}

#[tvm_ffi::export(name = "attributes.pub_in")]
pub(in crate::attributes) fn visible_in_module() {}

#[test]
fn functions_stay_callable() {
    const TWO: i64 = constant(1);
    assert_eq!(documented(1) + configured() + TWO, 4);
    assert!(decorated().contains("attributes.rs"));
    visible_in_crate();
    visible_in_module();
}
