//! Exports and declarations of kernels work without the names of the prelude.

#![forbid(unsafe_code)]
#![deny(warnings)]

mod reexport {
    pub(crate) use ::tvm_ffi;
}

/// Only names by absolute paths are in scope.
#[allow(unreachable_pub)]
mod without_prelude {
    #[no_implicit_prelude]
    pub(crate) mod source {
        include!("hygiene/source.rs");
    }

    #[no_implicit_prelude]
    pub(crate) mod kernels {
        include!("ui/cuda/hygiene/source.rs");
    }
}

#[test]
fn functions_stay_callable() {
    use without_prelude::{kernels, source};

    source::nothing();
    assert_eq!(source::defaults(7, None), 7);
    assert_eq!(source::fails(1.0).unwrap_err().message(), "expected less than 0, got 1");
    assert_eq!(source::parse("7"), Ok(7));
    assert_eq!(source::closure(1)(2), 3);
    assert_eq!(source::registered(1, 2), 3);
    assert_eq!((kernels::plain(), kernels::generic()), ("by_value", "convert_f64_i32"));
}
