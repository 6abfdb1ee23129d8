//! Passes errors to the runtime, and takes them from it.

use core::cell::Cell;
use core::ffi::c_int;
use core::ptr::NonNull;

use super::{Error, ErrorKind, Made, Repr, Result, UNRAISED};
use crate::abi::{TVMFFIByteArray, TVMFFIObjectHandle};
use crate::any::AnyView;
use crate::object_ref::ObjectRef;
use crate::runtime::{find, raise_refusal, table};
use crate::string;

impl Error {
    /// Raises the error on this thread; `function` names the exported function in the traceback.
    ///
    /// An error of the runtime is raised unchanged. Where there is no runtime, this thread [keeps](take_unraised) the error.
    #[inline]
    pub(crate) fn raise(self, function: &'static str) {
        if find().is_err() {
            return self.keep(function);
        }
        set_raised(&self.into_raised(function));
    }

    fn keep(self, function: &str) {
        let traceback = match &self.0 {
            Repr::Made(made) => made.traceback(function),
            Repr::Runtime(_) => self.traceback().into_owned(),
        };
        keep_unraised(self.kind(), &self.message(), traceback);
    }

    /// The error as an object of the runtime.
    pub(crate) fn into_object(self) -> ObjectRef {
        self.into_raised(UNRAISED)
    }

    #[inline]
    fn into_raised(self, function: &'static str) -> ObjectRef {
        match self.0 {
            Repr::Made(made) => create(&made, function),
            Repr::Runtime(object) => object,
        }
    }
}

/// Makes the runtime's object of an error.
#[cold]
#[inline(never)]
pub(super) fn create(made: &Made, function: &str) -> ObjectRef {
    let cause = made.cause.as_ref().map(|cause| cause.share().into_object());
    let traceback = made.traceback(function);
    // A closure has no name that says more.
    let name = Some(function).filter(|name| made.is_unnamed && !name.starts_with('<'));
    let message = name.map_or(made.message.clone(), |name| format!("{name}: {}", made.message).into());
    match &made.kind {
        // Python knows a few kinds and loses the name of any other, so the name goes before the message.
        ErrorKind::Other(name) => {
            let message = format!("{name}: {message}");
            let context = exact_kind(name, made.errno);
            create_object("RuntimeError", &message, &traceback, cause.as_ref(), context.as_ref())
        }
        kind => create_object(kind.name(), &message, &traceback, cause.as_ref(), None),
    }
}

/// What stands before a kind in the context of an error.
const KIND: &str = "kind of error: ";

/// The context of an error whose kind other callers lose: a text with the kind, and the number of the operating system's error.
fn exact_kind(kind: &str, errno: Option<i32>) -> Option<ObjectRef> {
    let errno = errno.map_or_else(String::new, |errno| errno.to_string());
    string::new_string(&[KIND, kind, " ", &errno]).try_into_object().ok()
}

/// Reads such a context.
pub(super) fn read_exact_kind(context: &ObjectRef) -> Option<(ErrorKind, Option<i32>)> {
    let raw = context.as_raw_any();
    // SAFETY: AnyView validity: the object is alive.
    let view = unsafe { AnyView::from_raw(NonNull::from(&raw)) };
    let (kind, errno) = string::text_of(view)?.strip_prefix(KIND)?.split_once(' ')?;
    Some((ErrorKind::from_name(kind), errno.parse().ok()))
}

/// An error that could not be raised, because there is no runtime.
pub struct Unraised {
    /// The kind.
    pub kind: ErrorKind,
    /// The message.
    pub message: String,
    /// The traceback in the runtime's form.
    pub traceback: String,
}

std::thread_local! {
    static LAST: Cell<Option<Box<Unraised>>> = const { Cell::new(None) };
}

/// The last error that this thread could not raise: for callers that need no runtime themselves.
pub fn take_unraised() -> Option<Box<Unraised>> {
    LAST.try_with(Cell::take).ok().flatten()
}

fn keep_unraised(kind: ErrorKind, message: &str, traceback: String) {
    // The caller may be a runtime that is too old. It needs an error, which says so.
    raise_refusal();
    let error = Box::new(Unraised { kind, message: message.to_owned(), traceback });
    // A thread that is exiting keeps nothing.
    let _ = LAST.try_with(|last| last.set(Some(error)));
}

pub(super) fn create_object(
    kind: &str,
    message: &str,
    traceback: &str,
    cause: Option<&ObjectRef>,
    context: Option<&ObjectRef>,
) -> ObjectRef {
    let [kind, message, traceback] =
        [kind, message, traceback].map(|text| TVMFFIByteArray::of(text.as_bytes()));
    let mut out: TVMFFIObjectHandle = core::ptr::null_mut();
    let [cause, context] =
        [cause, context].map(|object| object.map_or(core::ptr::null_mut(), ObjectRef::handle));
    // A runtime that fails leaves the place as it is, so the code says nothing more.
    // SAFETY: the texts are readable, and `out` is writable; cause and context are live or NULL, and the runtime takes references of its own.
    let _ = unsafe {
        table::TVMFFIErrorCreateWithCauseAndExtraContext(
            &kind, &message, &traceback, cause, context, &mut out,
        )
    };
    // SAFETY: the runtime gave NULL or an owned error.
    match unsafe { ObjectRef::from_handle(out) } {
        Some(object) => object,
        None => panic!("the runtime cannot make an error object: out of memory"),
    }
}

/// Raises an error on this thread at a location that is known as text only: that of an exported function.
pub(crate) fn raise_at(kind: &ErrorKind, message: &str, file: &str, line: &str, function: &str) {
    let mut traceback = String::with_capacity(128);
    traceback.extend(["  File \"", file, "\", line ", line, ", in ", function, "\n"]);
    if find().is_err() {
        return keep_unraised(kind.clone(), message, traceback);
    }
    set_raised(&create_object(kind.name(), message, &traceback, None, None));
}

/// Raises a copy of an error. Callers add frames to the traceback of the copy only.
pub(crate) fn raise_copy(error: &Error) {
    set_raised(&create_object(error.kind().name(), &error.message(), &error.traceback(), None, None));
}

fn set_raised(error: &ObjectRef) {
    // SAFETY: the handle is a live error object, of which the runtime takes a reference of its own.
    unsafe { table::TVMFFIErrorSetRaised(error.handle()) };
}

/// The error that a C function raised on this thread.
#[cold]
#[track_caller]
pub(crate) fn take_raised() -> Error {
    match take_raised_if_any() {
        Some(error) => error,
        None => Error::new(ErrorKind::RuntimeError, "a call failed without raising an error"),
    }
}

/// The error that is raised on this thread, if there is one.
pub fn take_raised_if_any() -> Option<Error> {
    find().ok()?;
    let mut out: TVMFFIObjectHandle = core::ptr::null_mut();
    // SAFETY: `out` is writable.
    unsafe { table::TVMFFIErrorMoveFromRaised(&mut out) };
    // SAFETY: the runtime gave NULL or an owned error.
    unsafe { ObjectRef::from_handle(out) }.map(Error::from_object)
}

/// Turns the return code of a C function into a result.
#[inline]
#[track_caller]
pub(crate) fn check(code: c_int) -> Result<()> {
    if code == 0 { Ok(()) } else { Err(take_raised()) }
}

/// For C functions that fail only if memory is exhausted.
///
/// # Panics
///
/// With the error that was raised.
#[inline]
#[track_caller]
pub(crate) fn expect_success(code: c_int) {
    if let Err(error) = check(code) {
        panic!("{error}");
    }
}

/// The last resort if an error cannot be made: raises one without allocating here.
pub(crate) fn raise_out_of_memory() {
    let (kind, message) = (c"MemoryError", c"out of memory while an error was raised");
    // SAFETY: both are NUL-terminated.
    unsafe { table::TVMFFIErrorSetRaisedFromCStr(kind.as_ptr(), message.as_ptr()) };
}
