//! The cold paths of a call: wrong number of arguments, an argument that does not convert, an error returned.
//!
//! They are `extern "C"`, so that a shim can call them as its last act with nothing to unwind through.

mod canonical;

use core::ffi::c_int;
use std::panic::{AssertUnwindSafe, catch_unwind};

use self::canonical::CanonicalArgs;
use crate::abi::TVMFFIAny;
use crate::any::Any;
use crate::call::Args;
use crate::description::{Description, Export, Refusal, instance, look, raise, raise_panic};
use crate::panic::guarded;

/// Ends a call whose body gave up: calls again with all arguments in their common forms, if that may help; otherwise raises what is
/// wrong.
///
/// It ends: the call is made again only with arguments in other forms, each of which is accepted or has none itself.
///
/// # Safety
///
/// The SafeCall contract of [`crate::abi`], for the call that is being made.
#[cold]
#[inline(never)]
#[allow(improper_ctypes_definitions, reason = "called from Rust; `C` says that it does not unwind")]
pub(super) unsafe extern "C" fn call_failed(
    export: Export,
    args: *const TVMFFIAny,
    num_args: i32,
    result: *mut TVMFFIAny,
) -> c_int {
    // SAFETY: the caller's contract.
    let args = unsafe { Args::new(args, num_args) };
    let export = instance(export, args);
    match catch_unwind(AssertUnwindSafe(|| look(export, |about| other_form(about, args)))) {
        // SAFETY: the caller's contract.
        Ok(Ok(canonical)) => unsafe { canonical.call(result) },
        Ok(Err(refusal)) => raise(|| refusal.raise()),
        // That of a type of the user's, which was asked to explain.
        Err(payload) => raise_panic(export, payload),
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
    if crate::object_ref::is_object_index(written.type_index) {
        // SAFETY: the call wrote an owned value, and the caller of a call that failed takes none.
        let written = unsafe { Any::from_raw(written) };
        let mut written = Some(written);
        guarded(&mut || drop(written.take()));
    }
    raise_panic(export, payload)
}

/// The arguments to call again with. If there is no use in that, what is wrong.
fn other_form(about: &Description<'_>, args: Args<'_>) -> Result<CanonicalArgs, Refusal> {
    match CanonicalArgs::of(about, args) {
        None => Err(Refusal::of(&about.texts(), args)),
        // A call that fails takes nothing.
        Some(canonical) if canonical.takes() => match Refusal::find(&about.texts(), canonical.args()) {
            Some(refusal) => Err(refusal),
            None => Ok(canonical),
        },
        Some(canonical) => Ok(canonical),
    }
}
