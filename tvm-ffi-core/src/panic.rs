//! Catches panics at the boundary, and raises them with message and location.
//!
//! The panic hook has the location of a panic, which the payload does not contain. It walks the stack to find an
//! exported call, so that calls need not set a flag. Inside of a call it keeps location and frames for
//! [`panic_error`] and prints nothing; otherwise it calls the previous hook. The hook is this library's own: every
//! cdylib has its own copy of the standard library.

use core::cell::Cell;
use core::ffi::c_int;
use std::any::Any as Payload;
use std::panic::{AssertUnwindSafe, Location, PanicHookInfo, catch_unwind};
use std::sync::Once;

use crate::error::{Error, ErrorKind, Frames, raise_out_of_memory};
use crate::runtime::NotFound;
use crate::stack;

/// Where the last panic of this thread happened.
struct PanicSite {
    /// The message. A panic that the hook did not see has another one: a thread pool may pass on a panic of another thread.
    message: Option<String>,
    location: &'static Location<'static>,
    frames: Frames,
}

std::thread_local! {
    static PLACE: Cell<Option<PanicSite>> = const { Cell::new(None) };
}

/// Installs the hook, once.
pub(crate) fn install_hook() {
    static INSTALL: Once = Once::new();
    INSTALL.call_once(|| {
        let previous = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if stack::has_exported_call() { remember(info) } else { previous(info) }
        }));
    });
}

fn remember(info: &PanicHookInfo<'_>) {
    let Some(location) = info.location() else { return };
    // SAFETY: the location is that of a `panic!` or of a `#[track_caller]` function's caller, which are statics; the
    // standard library shortens the lifetime only to keep its freedom.
    let location = unsafe { core::mem::transmute::<&Location<'_>, &'static Location<'static>>(location) };
    let place =
        PanicSite { message: message_of_panic(info.payload()), location, frames: Frames::capture(location) };
    // A thread that is exiting has lost its thread-local value. No call is left to report to.
    let _ = PLACE.try_with(|last| last.set(Some(place)));
}

/// The error of a panic.
pub(crate) fn panic_error(payload: Box<dyn Payload + Send>) -> Error {
    let payload = match payload.downcast::<Error>() {
        // That of `unwind_with`.
        Ok(error) => return *error,
        Err(payload) => payload,
    };
    let payload = match payload.downcast::<NotFound>() {
        Ok(report) => return Error::from(*report),
        Err(payload) => payload,
    };
    let text = message_of_panic(&*payload);
    // Before the payload is dropped: a panic in that has another place.
    let place = PLACE.try_with(Cell::take).ok().flatten().filter(|place| place.message == text);
    forget(payload);
    let message = text.unwrap_or_else(|| String::from("a value that is not text"));
    match place {
        Some(PanicSite { location, frames, .. }) => {
            let message = format!("panicked at {location}: {message}");
            Error::at(ErrorKind::RuntimeError, message.into(), location, frames)
        }
        None => Error::new(ErrorKind::RuntimeError, format!("panicked: {message}")),
    }
}

/// The message that `panic!` makes. Other payloads have none.
pub fn message_of_panic(payload: &(dyn Payload + Send)) -> Option<String> {
    let literal = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    literal.or_else(|| payload.downcast_ref::<String>().cloned())
}

/// Ends the call with an error, from where there is no result to return it in.
pub(crate) fn unwind_with(error: Error) -> ! {
    std::panic::resume_unwind(Box::new(error))
}

/// Drops a panic payload, whose own drop may panic.
pub(crate) fn forget(payload: Box<dyn Payload + Send>) {
    let mut payload = Some(payload);
    guarded(&mut || drop(payload.take()));
}

/// Runs code that may panic, and keeps the place of a panic that is on its way already: this code runs while values are
/// dropped because of it.
fn keeping_place<R>(body: impl FnOnce() -> R) -> R {
    let outer = if std::thread::panicking() { PLACE.try_with(Cell::take).ok().flatten() } else { None };
    let result = body();
    if outer.is_some() {
        let _ = PLACE.try_with(|place| place.set(outer));
    }
    result
}

/// Runs a destructor of the user's, or similar code, and ignores a panic in it.
///
/// It is not generic, so that the hook can recognise it on the stack.
#[inline(never)]
pub(crate) fn guarded(body: &mut dyn FnMut()) {
    keeping_place(|| {
        if let Err(payload) = catch_unwind(AssertUnwindSafe(body)) {
            // Text can be dropped without another panic; anything else might go on like this.
            if payload.is::<&str>() || payload.is::<String>() {
                drop(payload);
            } else {
                core::mem::forget(payload);
            }
            let _ = PLACE.try_with(Cell::take);
        }
    });
}

/// Runs the body of a function object; the same for code whose caller waits for a result.
#[inline(never)]
pub(crate) fn guarded_call(body: &mut dyn FnMut() -> c_int, name: &'static str) -> c_int {
    keeping_place(|| match catch_unwind(AssertUnwindSafe(body)) {
        Ok(code) => code,
        Err(payload) => raise_panic(payload, name),
    })
}

/// Raises a panic that left a function. It never unwinds.
#[cold]
#[inline(never)]
pub(crate) fn raise_panic(payload: Box<dyn Payload + Send>, name: &'static str) -> c_int {
    raise(|| panic_error(payload).raise(name))
}

/// Raises an error, whatever happens on the way. It never unwinds.
#[inline]
pub(crate) fn raise(raise: impl FnOnce()) -> c_int {
    if let Err(payload) = catch_unwind(AssertUnwindSafe(raise)) {
        raise_failed(payload);
    }
    -1
}

/// Raises that an error could not be raised.
#[cold]
#[inline(never)]
pub(crate) fn raise_failed(payload: Box<dyn std::any::Any + Send>) {
    forget(payload);
    // Without a runtime that serves, this panics again.
    if let Err(payload) = catch_unwind(raise_out_of_memory) {
        forget(payload);
        let _ = catch_unwind(crate::runtime::raise_refusal).map_err(forget);
    }
}
