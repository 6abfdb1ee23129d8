//! The cold paths of a call: wrong number of arguments, an argument that does not convert, an error returned.
//!
//! They are `extern "C"`, so that a shim can call them as its last act with nothing to unwind through.

mod canonical;

use core::ffi::c_int;
use std::panic::{AssertUnwindSafe, catch_unwind};

use self::canonical::CanonicalArgs;
use super::describe::{Description, instance, look};
use super::{Args, Export};
use crate::abi::TVMFFIAny;
use crate::any::Any;
use crate::contract::Violation;
use crate::error::{Error, ErrorKind, raise_at, raise_out_of_memory};

/// Raises the error that a function returned.
#[cold]
#[inline(never)]
#[allow(improper_ctypes_definitions, reason = "called from Rust; `C` says that it does not unwind")]
pub extern "C" fn raise_error(error: Error, name: &'static str) -> c_int {
    raise(|| error.raise(name))
}

/// Ends a call whose body gave up: calls again with all arguments in their common forms, if that may help; otherwise raises what is
/// wrong.
///
/// It ends: the call is made again only with arguments in other forms, each of which is accepted or has none itself.
#[cold]
#[inline(never)]
#[allow(improper_ctypes_definitions, reason = "called from Rust; `C` says that it does not unwind")]
pub(super) extern "C" fn call_failed(export: Export, args: Args<'_>, result: *mut TVMFFIAny) -> c_int {
    let export = instance(export, args);
    match catch_unwind(AssertUnwindSafe(|| look(export, |about| other_form(about, args)))) {
        // SAFETY: `call` was given the arguments and the result of a call, under the SafeCall contract.
        Ok(Ok(canonical)) => unsafe { canonical.call(result) },
        Ok(Err(found)) => refuse(export, args, found),
        Err(payload) => super::panic::raise_panic(export, payload),
    }
}

/// Raises what is wrong with a call, which may have been found already; or the panic of a type of the user's that was asked to
/// explain it.
///
/// The place of the error is that of the function: no line of Rust made it, and one of this file tells nobody anything.
fn refuse(export: Export, args: Args<'_>, found: Option<Violation>) -> c_int {
    let error = || look(export, |about| (refusal_error(about, args, found), about.texts()));
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

/// The arguments to call again with. If there is no use in that, what is wrong, as far as it was found.
fn other_form(about: &Description<'_>, args: Args<'_>) -> Result<CanonicalArgs, Option<Violation>> {
    if !accepts_count(about, args.count()) {
        return Err(None);
    }
    let canonical = CanonicalArgs::of(about, args).ok_or(None)?;
    // A call that fails takes nothing.
    if canonical.takes()
        && let Some(violation) = violation(about, canonical.args())
    {
        return Err(Some(violation));
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

/// The least and the largest number of arguments.
fn arity(about: &Description<'_>) -> (usize, usize) {
    let parameters = about.parameters();
    let required = parameters.iter().take_while(|parameter| parameter.default.is_none()).count();
    (required, parameters.len())
}

fn accepts_count(about: &Description<'_>, num_args: i32) -> bool {
    let (required, total) = arity(about);
    about.is_packed() || usize::try_from(num_args).is_ok_and(|count| (required..=total).contains(&count))
}

fn arity_error(about: &Description<'_>, num_args: i32) -> (ErrorKind, String) {
    let (required, total) = arity(about);
    let expected = if required == total { format!("{total}") } else { format!("{required} to {total}") };
    let noun = if total == 1 && required == total { "argument" } else { "arguments" };
    let (name, signature) = (about.name(), about.signature());
    let message = format!("{name}: expected {expected} {noun}, got {num_args}\n  {signature}");
    (ErrorKind::TypeError, message)
}

/// What is wrong with a call that the body gave up on, if that is not known yet.
fn refusal_error(about: &Description<'_>, args: Args<'_>, found: Option<Violation>) -> (ErrorKind, String) {
    if !accepts_count(about, args.count()) {
        return arity_error(about, args.count());
    }
    let found = found.or_else(|| violation(about, args));
    let kind = found.as_ref().map_or(ErrorKind::ValueError, |(_, mismatch)| mismatch.kind().clone());
    if found.is_none() && usize::try_from(args.count()).is_ok_and(|count| count < about.parameters.len()) {
        let (name, signature) = (about.name(), about.signature());
        let what = "a default violates the contract, or shares memory with an argument";
        return (kind, format!("{name}: {what}\n  {signature}"));
    }
    (kind, violation_message(about, found.as_ref()))
}

/// The message about a call: what, where, expected, got, and the signature on a line of its own.
#[cold]
pub(crate) fn violation_message(about: &Description<'_>, violation: Option<&Violation>) -> String {
    let (name, signature) = (about.name(), about.signature());
    let Some((index, mismatch)) = violation else {
        return format!("{name}: an argument changed while it was decoded\n  {signature}");
    };
    let parameters = about.parameters();
    let parameter = parameters.get(*index).map_or("", |parameter| parameter.name);
    let (place, text) = (mismatch.place(), mismatch.text());
    format!("{name}: argument #{index} `{parameter}`{place}: {text}\n  {signature}")
}
