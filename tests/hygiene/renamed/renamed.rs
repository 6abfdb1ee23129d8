//! The dependency is called `ffi`, so the path `::tvm_ffi` does not exist.

mod reexport {
    pub(crate) use ::ffi as tvm_ffi;
}

/// By a module of the crate.
#[allow(unreachable_pub)]
mod source {
    include!("../source.rs");
}

/// By the name of the dependency.
#[ffi::export(crate = "ffi", name = "renamed.scale", global)]
fn scale(x: f64, #[default(2.0)] factor: f64) -> ffi::Result<f64> {
    ffi::ensure!(factor > 0.0, ValueError, "expected a positive factor, got {factor}");
    Ok(x * factor)
}

ffi::python_module!(renamed);

/// The same as an absolute path.
#[ffi::export(crate = "::ffi", name = "renamed.count")]
fn count(args: &[ffi::AnyView<'_>]) -> usize {
    args.len()
}

/// A class by the name of the dependency.
#[ffi::object("renamed.Value", crate = "ffi", init)]
struct Value {
    #[field(default = 1)]
    number: i64,
}

#[test]
fn functions_stay_callable() {
    assert_eq!(scale(1.0, 2.0).ok(), Some(2.0));
    assert_eq!(count(&[]), 0);
    assert_eq!(Value { number: 2 }.number, 2);
    assert_eq!(source::defaults(7, None), 7);
}
