//! The cold paths of a call: wrong number of arguments, an argument that does not convert, an error returned.
//!
//! They are `extern "C"`, so that a shim can call them as its last act with nothing to unwind through.

mod canonical;

use core::ffi::c_int;
use std::panic::{AssertUnwindSafe, catch_unwind};

use self::canonical::CanonicalArgs;
use super::describe::{Description, look};
use super::{Args, Export, WRONG_COUNT};
use crate::abi::TVMFFIAny;
use crate::any::Any;
use crate::contract::Violation;
use crate::convert::Mismatch;
use crate::error::{Error, ErrorKind, raise_at, raise_out_of_memory};

/// Raises the error that a function returned.
#[cold]
#[inline(never)]
#[allow(improper_ctypes_definitions, reason = "called from Rust; `C` says that it does not unwind")]
pub extern "C" fn raise_error(error: Error, name: &'static str) -> c_int {
    raise(|| error.raise(name))
}

/// Ends a call whose body gave up: calls again with all arguments in their common forms, or by the entry point that accepts every
/// form, if that may help; otherwise raises what is wrong.
///
/// It ends: what is called by its other entry point never comes back here, and without one the call is made again only with
/// arguments in other forms, each of which is accepted or has none itself.
#[cold]
#[inline(never)]
#[allow(improper_ctypes_definitions, reason = "called from Rust; `C` says that it does not unwind")]
pub(super) extern "C" fn call_failed(
    export: Export,
    args: Args<'_>,
    result: *mut TVMFFIAny,
    code: c_int,
) -> c_int {
    match catch_unwind(AssertUnwindSafe(|| look(export, |about| other_form(about, args, code)))) {
        // SAFETY: `call` was given the arguments and the result of a call, under the SafeCall contract.
        Ok(Ok(canonical)) => unsafe { canonical.call(result) },
        Ok(Err(refusal)) => refuse(export, args, refusal),
        Err(payload) => super::panic::raise_panic(export, payload),
    }
}

/// Ends a call for which there is no other form to try: raises what is wrong with it.
#[cold]
#[inline(never)]
#[allow(improper_ctypes_definitions, reason = "called from Rust; `C` says that it does not unwind")]
pub(super) extern "C" fn exact_failed(export: Export, args: Args<'_>, code: c_int) -> c_int {
    refuse(export, args, Refusal::Code(code))
}

/// Why a call is refused.
enum Refusal {
    /// What the body gave up with.
    Code(c_int),
    /// What was found since.
    Found(Violation),
}

/// Raises what is wrong with a call; or the panic of a type of the user's that was asked to explain it.
///
/// The place of the error is that of the function: no line of Rust made it, and one of this file tells nobody anything.
fn refuse(export: Export, args: Args<'_>, refusal: Refusal) -> c_int {
    let error = || look(export, |about| (refusal_error(about, args, refusal), about.texts()));
    match catch_unwind(AssertUnwindSafe(error)) {
        Ok(((kind, message), texts)) => {
            raise(|| raise_at(&kind, &message, texts.file, texts.line, texts.name))
        }
        Err(payload) => super::panic::raise_panic(export, payload),
    }
}

/// Raises a panic that left an exported function. If it left after the result was written, in the drop of an argument, the
/// result is taken back: the caller of a call that failed does not look at it.
#[cold]
#[inline(never)]
#[allow(improper_ctypes_definitions, reason = "called from Rust; `C` says that it does not unwind")]
pub(super) extern "C" fn call_panicked(
    export: Export,
    result: *mut TVMFFIAny,
    payload: Box<dyn std::any::Any + Send>,
) -> c_int {
    // SAFETY: the SafeCall contract: the place is writable, and held no object before the call.
    let written = unsafe { result.replace(TVMFFIAny::NONE) };
    if crate::object::is_object_index(written.type_index) {
        // SAFETY: the call wrote an owned value, and the caller of a call that failed takes none.
        let written = unsafe { Any::from_raw(written) };
        let mut written = Some(written);
        super::panic::guarded(&mut || drop(written.take()));
    }
    super::panic::raise_panic(export, payload)
}

/// The arguments to call again with, or why there is no use in that.
fn other_form(about: &Description<'_>, args: Args<'_>, code: c_int) -> Result<CanonicalArgs, Refusal> {
    if code == WRONG_COUNT {
        return Err(Refusal::Code(code));
    }
    let canonical = CanonicalArgs::of(about, args);
    if !canonical.is_changed() && about.exact.is_none() {
        return Err(Refusal::Code(code));
    }
    // A call that fails takes nothing.
    if canonical.takes()
        && let Some(violation) = violation(about, canonical.args())
    {
        return Err(Refusal::Found(violation));
    }
    Ok(canonical)
}

/// What is wrong with a call, if anything is. Nothing is taken to find out.
fn violation(about: &Description<'_>, args: Args<'_>) -> Option<Violation> {
    match about.interpreter() {
        Some(interpreter) => (interpreter.judge)(about, args),
        None => (0..).zip(about.parameters).find_map(|(index, of)| {
            let view = args.view(index)?;
            Some((index as usize, of.explain(view)?))
        }),
    }
}

/// Raises an error, whatever happens on the way.
#[inline(always)]
fn raise(raise: impl FnOnce()) -> c_int {
    if let Err(payload) = catch_unwind(AssertUnwindSafe(raise)) {
        raise_failed(payload);
    }
    -1
}

#[cold]
#[inline(never)]
pub(super) fn raise_failed(payload: Box<dyn std::any::Any + Send>) {
    super::panic::forget(payload);
    // Without a runtime there is nobody to raise to, and this panics again.
    let _ = catch_unwind(raise_out_of_memory).map_err(super::panic::forget);
}

fn arity_error(about: &Description<'_>, num_args: i32) -> (ErrorKind, String) {
    let parameters = about.parameters();
    let total = parameters.len();
    let required = parameters.iter().take_while(|parameter| parameter.default.is_none()).count();
    let expected = if required == total { format!("{total}") } else { format!("{required} to {total}") };
    let noun = if total == 1 && required == total { "argument" } else { "arguments" };
    let (name, signature) = (about.name(), about.signature());
    let message = format!("{name}: expected {expected} {noun}, got {num_args}\n  {signature}");
    (ErrorKind::TypeError, message)
}

/// What is wrong with a call that the body gave up on.
fn refusal_error(about: &Description<'_>, args: Args<'_>, refusal: Refusal) -> (ErrorKind, String) {
    let found = match refusal {
        Refusal::Found(violation) => Some(violation),
        Refusal::Code(WRONG_COUNT) => return arity_error(about, args.count()),
        Refusal::Code(code) => explained(about, args, code),
    };
    let kind = found.as_ref().map_or(ErrorKind::ValueError, |(_, mismatch)| mismatch.kind().clone());
    (kind, violation_message(about, found.as_ref()))
}

/// What made the body give up with a code.
fn explained(about: &Description<'_>, args: Args<'_>, code: c_int) -> Option<Violation> {
    if let Some(interpreter) = about.interpreter()
        && let Some(violation) = (interpreter.judge)(about, args)
    {
        return Some(violation);
    }
    // Of a contract nothing is known to be wrong.
    let index = usize::try_from(code.checked_sub(1)?).ok()?;
    let of = about.parameters.get(index)?;
    let mismatch = args.view(code - 1).and_then(|view| of.explain(view));
    Some((index, mismatch.unwrap_or_else(|| Mismatch::type_error("the value changed while it was decoded"))))
}

/// The message about a call: what, where, expected, got, and the signature on a line of its own.
#[cold]
pub(crate) fn violation_message(about: &Description<'_>, violation: Option<&Violation>) -> String {
    let (name, signature) = (about.name(), about.signature());
    let Some((index, mismatch)) = violation else {
        return format!("{name}: the arguments violate the contract\n  {signature}");
    };
    let parameters = about.parameters();
    let parameter = parameters.get(*index).map_or("", |parameter| parameter.name);
    let (place, text) = (mismatch.place(), mismatch.text());
    format!("{name}: argument #{index} `{parameter}`{place}: {text}\n  {signature}")
}
