//! Building blocks for the expansion of `#[tvm_ffi::export]`.
//!
//! - [`call`]: the frame of a generated shim;
//! - [`Returned`]: tells the forms of results apart by type;
//! - the slow paths, which all exports share.
//!
//! The fast path is inlined into each shim and formats nothing. Each failure calls one cold function,
//! which decodes the arguments again to make the message.

mod constructor;
mod cpu_fallback;
mod entries;
mod fail;
mod load;
mod manifest;
mod metadata;
mod receiver;
mod registry;
mod result;
mod shim;
mod token;

pub use cpu_fallback::{CudaForm, FallbackArgument};
pub(crate) use entries::is_boundary;
use fail::{call_failed, call_panicked};
pub use load::{OnLoad, no_on_load};
pub use metadata::{doc, metadata};
pub(crate) use metadata::{kernel_json, metadata_json, parameter_json};
pub use receiver::{NoReceiver, Receiver};
pub(crate) use registry::register_pending;
pub use registry::{enter_export, records, register};
pub use result::{Returned, ReturnedClosure, function_result};
pub use token::{CallToken, call_token};

use core::cell::Cell;
use core::ffi::c_int;
use core::ptr::null_mut;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::abi::{TVMFFIAny, TVMFFISafeCallType};
use crate::call::{Args, Holds, Slot, release};
use crate::description::Record;

/// The frame of a shim: runs `body` on the arguments, and turns a panic into an error.
///
/// The body returns `None` if it refuses a call: the number of arguments is wrong, one of them does not decode, or they violate the
/// contract. Then the shim of the `cpu =` fallback runs, if the export has one, and otherwise one cold function of all exports, which finds
/// the reason. A reason for each argument would cost one instruction each.
///
/// # Safety
///
/// The SafeCall contract of [`crate::abi`]; the body checks for overlap before it touches the memory of a view that
/// writes; it drops the holders of arguments before it ends; and `fallback` is a shim of the same export.
// The panic hook finds an exported call by the frame of its shim, which a tail call of this function would not leave.
#[inline(always)]
pub unsafe fn call(
    record: &'static Record,
    fallback: Option<TVMFFISafeCallType>,
    args: *const TVMFFIAny,
    num_args: i32,
    result: *mut TVMFFIAny,
    body: impl for<'call> FnOnce(Args<'call>, Slot<'call>) -> Option<c_int>,
) -> c_int {
    let holds = Cell::new(Holds::Nothing);
    // A constant, once the body has compared the number: then it takes no register during the rest of the body.
    let required = Cell::new(None);
    let run = || {
        // SAFETY: the SafeCall contract covers the arguments for this call.
        let args = unsafe { Args::new(args, num_args) };
        // SAFETY: the SafeCall contract covers the result for this call.
        let slot = unsafe { Slot::new(result) };
        body(args.noting(&holds, &required), slot)
    };
    let outcome = catch_unwind(AssertUnwindSafe(run));
    let code = match (outcome, fallback) {
        (Ok(Some(code)), _) => code,
        (Ok(None), fallback) => {
            let refuse = |count| match fallback {
                // SAFETY: the SafeCall contract, for the call being made; the count is the number of arguments.
                None => unsafe { call_failed(record, args, count, result) },
                // SAFETY: as above.
                Some(fallback) => unsafe { fallback(null_mut(), args, count, result) },
            };
            // Two calls, so that the compiler does not merge the two numbers.
            match required.get() {
                None => refuse(num_args),
                Some(count) => refuse(count),
            }
        }
        (Err(payload), _) => call_panicked(record, result, payload),
    };
    // SAFETY: what is noted was held with these arguments.
    unsafe { release(args, num_args, holds.get()) };
    code
}

#[cfg(test)]
mod tests;
