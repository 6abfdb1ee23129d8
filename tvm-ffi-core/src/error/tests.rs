use std::error::Error as _;

use super::*;
use crate::abi::BacktraceUpdateMode;
use crate::convert::IntoAny;
use crate::{Context, ErrorKind};

/// Raises an error and takes it back, as a caller would.
fn raised(error: Error) -> Error {
    error.raise("function");
    take_raised()
}

#[test]
fn the_traceback_has_the_line_where_the_error_was_made() {
    let (error, line) = (Error::new(ErrorKind::ValueError, "text"), line!());
    let frame = |function: &str| format!("  File \"{}\", line {line}, in {function}\n", file!());
    assert!(error.traceback().starts_with(&frame("<rust>")), "{}", error.traceback());
    let error = raised(error);
    assert!(error.traceback().starts_with(&frame("function")), "{}", error.traceback());
    // The function is the one that raises it.
    let make = || Error::new(ErrorKind::ValueError, "text");
    for function in ["function", "another", "function", "func"] {
        make().raise(function);
        let traceback = take_raised().traceback().into_owned();
        assert!(traceback.contains(&format!(", in {function}\n")), "{traceback}");
    }
}

#[test]
fn a_question_mark_keeps_the_line_of_the_user() {
    fn parse(text: &str) -> Result<i64> {
        Ok(text.parse::<i64>()?)
    }
    let line = line!() - 2;
    let error = parse("x").expect_err("x is not a number");
    assert_eq!(error.to_string(), "ValueError: invalid digit found in string");
    let place = format!("File \"{}\", line {line}, ", file!());
    assert!(error.traceback().contains(&place), "{}", error.traceback());
}

#[test]
fn a_raised_error_keeps_its_object() {
    let error = raised(Error::new(ErrorKind::ValueError, "text"));
    let Repr::Runtime(object) = &error.0 else { panic!("it came from the runtime") };
    let before = object.clone();
    let error = raised(error);
    let Repr::Runtime(object) = &error.0 else { panic!("it came from the runtime") };
    assert!(ObjectRef::ptr_eq(object, &before));
    assert_eq!(before.strong_count(), 2);
}

#[test]
fn an_error_replaces_the_one_that_nobody_took() {
    Error::new(ErrorKind::ValueError, "first").raise("function");
    Error::new(ErrorKind::ValueError, "second").raise("function");
    assert_eq!(take_raised().message(), "second");
    // Nothing is left: the result is an error, not a crash.
    assert_eq!(take_raised().to_string(), "RuntimeError: a call failed without raising an error");
}

#[test]
fn a_failed_call_without_an_error_is_one_all_the_same() {
    assert!(check(0).is_ok());
    let error = check(-1).expect_err("-1 is a failure");
    assert_eq!(error.to_string(), "RuntimeError: a call failed without raising an error");
    assert!(check(-2).is_err(), "the legacy code");
    raise_out_of_memory();
    assert_eq!(check(-1).expect_err("-1 is a failure").kind(), ErrorKind::MemoryError);
}

#[test]
fn causes_are_kept_in_rust_and_through_the_runtime() {
    let inner = Error::new(ErrorKind::KeyError, "no such key");
    let outer = inner.context("reading the table").context("loading");
    assert_eq!(outer.to_string(), "KeyError: loading: reading the table: no such key");
    assert_eq!(
        outer.source().map(ToString::to_string).as_deref(),
        Some("KeyError: reading the table: no such key")
    );

    for error in [raised(outer.share()), outer] {
        let cause = error.cause().expect("it has a cause");
        assert_eq!(cause.to_string(), "KeyError: reading the table: no such key");
        let root = cause.cause().expect("it has a cause, too");
        assert_eq!(root.to_string(), "KeyError: no such key");
        assert!(root.cause().is_none());
    }
}

/// An error that is its own source.
#[derive(Debug)]
struct Circular;

impl std::fmt::Display for Circular {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Each line differs from the one before.
        static COUNT: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
        write!(f, "{}. time", COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed))
    }
}

impl std::error::Error for Circular {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(self)
    }
}

#[test]
fn a_circle_of_sources_ends() {
    let boxed: Box<dyn std::error::Error + Send + Sync> = Box::new(Circular);
    for error in [Circular.into_error(), boxed.into()] {
        let message = error.message();
        assert!(message.lines().count() < 110, "{message}");
        assert!(message.ends_with("time\ncaused by: ..."), "{message}");
    }
}

#[test]
fn the_cause_may_be_an_error_of_the_runtime() {
    let inner = raised(Error::new(ErrorKind::ValueError, "inner"));
    let Repr::Runtime(object) = &inner.0 else { panic!("it came from the runtime") };
    let object = object.clone();
    let outer = raised(inner.context("outer"));
    let cause = outer.cause().expect("it has a cause");
    let Repr::Runtime(cause) = &cause.0 else { panic!("it came from the runtime") };
    assert!(ObjectRef::ptr_eq(cause, &object));
}

#[test]
fn context_works_on_results_and_options() {
    let error = "x".parse::<f64>().context("parsing").expect_err("x is not a number");
    assert_eq!(error.to_string(), "ValueError: parsing: invalid float literal");
    let failed = |error: std::env::VarError| Err::<i64, _>(error).context("reading the environment");
    let error = failed(std::env::VarError::NotPresent).expect_err("it is an error");
    assert_eq!(error.to_string(), "RuntimeError: reading the environment: environment variable not found");
    let texts = [Err::<i64, _>("a text").context("x"), Err(String::from("a text")).context("x")];
    let boxed = Box::<dyn std::error::Error + Send + Sync>::from(Error::new(ErrorKind::KeyError, "k"));
    assert!(texts.into_iter().all(|text| text.is_err_and(|error| error.message() == "x: a text")));
    assert_eq!(Err::<i64, _>(boxed).context("x").expect_err("it is an error").to_string(), "KeyError: x: k");
    let error = None::<i64>.with_context(|| "nothing there").expect_err("there is nothing");
    assert_eq!(error.to_string(), "RuntimeError: nothing there");
    assert_eq!(Ok::<_, Error>(3).with_context(|| -> &str { panic!("not asked for") }).expect("it is Ok"), 3);
}

#[test]
fn standard_errors_convert() {
    // An `Error` in a box stays the same error.
    let boxed: Box<dyn std::error::Error + Send + Sync> = Box::new(Error::new(ErrorKind::KeyError, "k"));
    assert_eq!(Error::from(boxed).kind(), ErrorKind::KeyError);
    assert_eq!(Error::from("text").kind(), ErrorKind::RuntimeError);
    assert_eq!(Error::from(u8::try_from(300).expect_err("too large")).kind(), ErrorKind::ValueError);
}

/// Gives an error of the runtime a traceback of one line in Python.
fn replace_traceback(error: &crate::Any) {
    let object = error.clone().try_into_object().expect("an error is an object");
    let update = TVMFFIByteArray::of(b"  File \"x.py\", line 1, in f\n");
    // SAFETY: the object is an error.
    let update_backtrace =
        unsafe { (*cell(&object)).update_backtrace }.expect("the runtime's errors have one");
    // SAFETY: the object is a live error, the text is readable.
    unsafe { update_backtrace(object.as_ptr().as_ptr().cast(), &update, BacktraceUpdateMode::REPLACE) };
}

/// Code that raises a shared error again may change its traceback, and the runtime frees the old text.
#[test]
fn a_traceback_outlives_a_change_of_the_error() {
    let value = Error::new(ErrorKind::ValueError, "text").into_any();
    let error: Error = value.as_view().cast().expect("it is an error");
    let before = error.traceback();
    replace_traceback(&value);
    assert!(before.contains(file!()), "{before}");
    assert_eq!(error.traceback(), "  File \"x.py\", line 1, in f\n");
}

#[test]
fn errors_are_raised_on_their_own_thread() {
    Error::new(ErrorKind::ValueError, "here").raise("function");
    let other = std::thread::spawn(|| {
        let nothing = take_raised();
        Error::new(ErrorKind::ValueError, "left behind there").raise("function");
        nothing.message().into_owned()
    });
    assert_eq!(other.join().expect("it does not panic"), "a call failed without raising an error");
    assert_eq!(take_raised().message(), "here");
}

#[test]
fn context_keeps_the_frames_of_an_error_from_the_runtime() {
    let original = Error::new(ErrorKind::ValueError, "text").into_any();
    replace_traceback(&original);
    let error: Error = original.as_view().cast().expect("it is an error");
    let (first, error) = (line!() + 1, error);
    let error = error.context("once").context("twice");
    let here = format!("  File \"{}\", line {first}, in {UNRAISED}\n", file!());
    assert_eq!(error.traceback(), format!("  File \"x.py\", line 1, in f\n{here}"));
    assert_eq!(error.message(), "twice: once: text");
}

#[test]
fn an_error_of_the_operating_system_keeps_its_kind_and_number() {
    let error = || Error::from(std::io::Error::from_raw_os_error(2)).context("reading");
    let check = |error: &Error| {
        let (kind, errno, message) = error.for_python();
        assert_eq!((kind, errno), (ErrorKind::FileNotFoundError, Some(2)));
        assert!(message.starts_with("reading: ") && !message.contains("FileNotFoundError"), "{message}");
    };
    check(&error());
    // The runtime knows no such kind.
    let raised: Error = error().into_any().as_view().cast().expect("it is an error");
    assert_eq!(raised.kind(), ErrorKind::RuntimeError);
    assert!(raised.message().starts_with("FileNotFoundError: reading: "));
    check(&raised);
    let other = Error::from(std::io::Error::other("no number")).into_any();
    let other: Error = other.as_view().cast().expect("it is an error");
    assert_eq!(other.for_python(), (ErrorKind::OSError, None, "no number".into()));
}
