//! Errors with the real runtime, and what users see of them on stderr and in tracebacks.
#![cfg(not(miri))]

#[path = "support/cpp.rs"]
mod cpp;

use tvm_ffi_core::{Error, ErrorKind, Function};

/// An error after a trip through C++, which catches and throws it again.
fn through_cpp(error: impl Fn() -> Error + Send + Sync + 'static) -> Error {
    let raise = Function::new(move || Err::<(), Error>(error()));
    cpp::function("testing.apply").call((raise,)).expect_err("it raises")
}

#[test]
fn a_kind_that_python_does_not_know_goes_in_front_of_the_message() {
    let error = through_cpp(|| Error::new(ErrorKind::from_name("OverflowError"), "too large"));
    assert_eq!(error.to_string(), "RuntimeError: OverflowError: too large");
    // One that came from elsewhere is left as it is.
    let error =
        cpp::function("testing.test_raise_error").call(("OverflowError", "text")).expect_err("it raises");
    assert_eq!(error.to_string(), "OverflowError: text");
    let error = through_cpp(move || {
        cpp::function("testing.test_raise_error").call(("OverflowError", "text")).expect_err("it raises")
    });
    assert_eq!(error.to_string(), "OverflowError: text");
}

/// A panic that no hook saw, such as one that a thread pool hands on, has no place; and not that of another one.
#[test]
fn a_panic_that_is_handed_on_does_not_get_the_place_of_another() {
    let f = Function::new(|| -> () {
        assert!(std::panic::catch_unwind(|| panic!("caught by the user")).is_err());
        std::panic::resume_unwind(Box::new("handed on"))
    });
    let error = f.call(()).expect_err("it panics");
    assert_eq!(error.message(), "panicked: handed on");
}
