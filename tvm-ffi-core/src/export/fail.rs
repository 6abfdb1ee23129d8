//! The cold paths of a call: a wrong number of arguments, an argument that does not convert, a contract that is violated, a panic.
//!
//! Errors that the function returns are raised in `description/raise.rs`.
//!
//! They are `extern "C"`, so that a shim can call them as its last act with nothing to unwind through.

mod settled;

use core::ffi::c_int;
use std::panic::{AssertUnwindSafe, catch_unwind};

use self::settled::SettledArgs;
use crate::abi::TVMFFIAny;
use crate::any::Any;
use crate::call::Args;
use crate::description::{Record, Refusal};
use crate::panic::{guarded, raise, raise_panic};

/// Ends a call whose body gave up: calls again if an argument is moved or may change; otherwise raises what is wrong.
///
/// This cannot loop: a call with arguments that have been settled does not settle them again.
///
/// # Safety
///
/// The SafeCall contract of [`crate::abi`], for the call that is being made.
#[cold]
#[inline(never)]
#[allow(improper_ctypes_definitions, reason = "called from Rust; `C` says that it does not unwind")]
pub(super) unsafe extern "C" fn call_failed(
    record: &'static Record,
    args: *const TVMFFIAny,
    num_args: i32,
    result: *mut TVMFFIAny,
) -> c_int {
    // SAFETY: the caller's contract.
    let args = unsafe { Args::new(args, num_args) };
    // SAFETY: the caller's contract.
    let call = || unsafe { call_again(record.instance(args), args, result) };
    // The panic is that of a type of the user's, which was asked to explain.
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|payload| raise_panic(payload, record.name))
}

/// Raises a panic that left an exported function. If it left after the result was written, in the drop of an argument, the
/// result is taken back: the caller of a call that failed does not look at it.
#[cold]
#[inline(never)]
#[allow(improper_ctypes_definitions, reason = "called from Rust; `C` says that it does not unwind")]
pub(super) extern "C" fn call_panicked(
    record: &'static Record,
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
    raise_panic(payload, record.name)
}

/// Calls again with the arguments settled. If that is of no use, raises what is wrong.
///
/// # Safety
///
/// As for [`call_failed`].
#[inline]
unsafe fn call_again(record: &'static Record, args: Args<'_>, result: *mut TVMFFIAny) -> c_int {
    if SettledArgs::are_settled(args) {
        return refuse(record, args);
    }
    let mut copies = args.as_raw_slice(record.parameters.len()).to_vec();
    let mut settled = SettledArgs::new(&mut copies);
    if !settled.settle(record) {
        return refuse(record, args);
    }
    // A call that fails takes nothing.
    if settled.takes()
        && let Some(refusal) = Refusal::find(record, settled.args())
    {
        return raise(|| refusal.raise());
    }
    // SAFETY: the caller's contract.
    unsafe { settled.call(record.shim, result) }
}

fn refuse(record: &'static Record, args: Args<'_>) -> c_int {
    // Made first: a panic of a type of the user's is raised as such.
    let refusal = Refusal::of(record, args);
    raise(|| refusal.raise())
}
