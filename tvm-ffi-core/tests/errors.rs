//! Errors with the real runtime, and what users see of them on stderr and in tracebacks.
#![cfg(not(miri))]

#[path = "support/child.rs"]
mod child;
#[path = "support/cpp.rs"]
mod cpp;

use tvm_ffi_core::{Any, Error, ErrorKind, Function, Result, bail};

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

#[test]
fn causes_make_the_round_trip() {
    let error = through_cpp(|| {
        let inner =
            cpp::function("testing.test_raise_error").call(("KeyError", "root")).expect_err("it raises");
        inner.context("middle").context("outer")
    });
    assert_eq!(error.to_string(), "KeyError: outer: middle: root");
    let middle = error.cause().expect("it has a cause");
    assert_eq!(middle.to_string(), "KeyError: middle: root");
    let root = middle.cause().expect("it has a cause, too");
    assert_eq!(root.to_string(), "KeyError: root");
    assert!(root.cause().is_none());
}

// In a child, since the variable is read once.
#[test]
fn a_backtrace_is_shown_when_asked_for() {
    #[inline(never)]
    fn inner_function_of_the_user() -> Result<()> {
        bail!(ValueError, "deep inside")
    }
    #[inline(never)]
    fn outer_function_of_the_user() -> Result<()> {
        inner_function_of_the_user()?;
        Ok(())
    }
    if child::role().is_some() {
        let f = Function::new(outer_function_of_the_user);
        let error = f.call(()).expect_err("it fails");
        println!("<<{}>>", error.traceback());
        return;
    }
    let traceback = |value: Option<&str>| {
        let mut command = child::command("a_backtrace_is_shown_when_asked_for", "print");
        command.env_remove("RUST_BACKTRACE").env_remove("RUST_LIB_BACKTRACE");
        // Paths relative to the current folder would not show which crate a file is part of.
        command.current_dir(std::env::temp_dir());
        if let Some(value) = value {
            command.env("RUST_BACKTRACE", value);
        }
        let (output, _) = child::run(&mut command);
        let (_, rest) = output.split_once("<<").expect("the child prints it");
        rest.split_once(">>").expect("the child prints it").0.to_owned()
    };
    let place = "tests/errors.rs\", line ";

    let alone = traceback(None);
    assert_eq!(alone.lines().count(), 1, "{alone}");
    assert!(alone.contains(place), "{alone}");
    assert_eq!(traceback(Some("0")), alone);

    let frames = traceback(Some("1"));
    let (first, rest) = frames.split_once('\n').expect("it has a backtrace");
    assert!(first.contains(place), "{frames}");
    if !cfg!(debug_assertions) {
        eprintln!("not checked further: this build has no debug information");
        return;
    }
    for name in ["inner_function_of_the_user", "outer_function_of_the_user"] {
        assert!(rest.contains(name), "{frames}");
    }
}

#[test]
fn a_panic_in_a_function_prints_nothing_and_one_outside_does() {
    let test = "a_panic_in_a_function_prints_nothing_and_one_outside_does";
    let f = Function::new(|| -> i64 { panic!("inside of a function") });
    match child::role().as_deref() {
        None => {
            let (_, stderr) = child::run(&mut child::command(test, "inside"));
            assert_eq!(stderr, "", "a panic that becomes an error prints nothing");
            let (_, stderr) = child::run(&mut child::command(test, "outside"));
            assert!(stderr.contains("outside of any function"), "{stderr}");
            assert!(!stderr.contains("inside of a function"), "{stderr}");
        }
        Some("inside") => {
            for _ in 0..3 {
                assert!(f.call(()).is_err());
                // Through C++, whose frames are between those of Rust.
                assert!(cpp::function("testing.apply").call((f.clone(),)).is_err());
            }
            struct Panics;
            impl Drop for Panics {
                fn drop(&mut self) {
                    panic!("in the drop of a capture");
                }
            }
            let captured = Panics;
            drop(Function::new(move || {
                let _whole = &captured;
            }));
        }
        Some(_) => {
            assert!(f.call(()).is_err());
            assert!(std::panic::catch_unwind(|| panic!("outside of any function")).is_err());
        }
    }
}

#[test]
fn a_panic_on_another_thread_prints_as_usual() {
    let test = "a_panic_on_another_thread_prints_as_usual";
    if child::role().is_some() {
        let f = Function::new(|| std::thread::spawn(|| panic!("on a thread of its own")).join().is_err());
        assert_eq!(f.call(()).and_then(Any::cast::<bool>).ok(), Some(true));
        return;
    }
    let (_, stderr) = child::run(&mut child::command(test, "thread"));
    assert!(stderr.contains("on a thread of its own"), "{stderr}");
}

#[test]
fn panics_and_errors_leave_nothing_behind_for_the_next_call() {
    let f = Function::new(|what: u8| -> Result<i64> {
        match what {
            0 => panic!("a panic"),
            1 => {
                let caught = std::panic::catch_unwind(|| panic!("caught by the user"));
                assert!(caught.is_err());
                bail!(KeyError, "an error after a panic that was caught")
            }
            _ => Ok(1),
        }
    });
    assert!(f.call((0,)).expect_err("it panics").message().ends_with("a panic"));
    assert_eq!(f.call((1,)).expect_err("it fails").kind(), ErrorKind::KeyError);
    assert_eq!(f.call((2,)).and_then(Any::cast::<i64>).ok(), Some(1));
    assert_eq!(f.call((1,)).expect_err("it fails").message(), "an error after a panic that was caught");
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
