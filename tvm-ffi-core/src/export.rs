//! What expansions of `#[tvm_ffi::export]` are made of.
//!
//! - [`Export`], [`Visitor`]: one export, and the walk over its parameters from which messages and metadata are made;
//! - [`call`], [`Args`], [`Slot`]: the frame of a generated shim;
//! - [`Returned`]: tells the forms of results apart by type;
//! - the cold paths, which every export shares.
//!
//! The hot path is inlined into each shim and formats nothing. Everything that fails ends in one call of a cold function
//! that gets the export and works the message out by decoding again.

mod args;
mod fail;
mod manifest;
mod metadata;
mod onload;
pub(crate) mod panic;
mod registry;
mod result;
mod visit;

pub use args::{Args, holder};
pub use fail::{argument_failed, arity_failed, raise_error};
pub use metadata::{doc, metadata};
pub(crate) use registry::register_pending;
pub use registry::{Registered, on_load};
pub use result::{Returned, Slot, closure, function_result};
pub use visit::{ParameterType, ResultType, Visitor, parameter_type};

use core::ffi::c_int;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::abi::{TVMFFIAny, TVMFFISafeCallType};

/// One exported function.
///
/// Beyond its name it holds no text: the rest comes from `describe`, whose code needs no relocation when the library is
/// loaded.
pub struct Export {
    /// The name, under which modules find the function.
    pub name: &'static str,
    /// The C entry point.
    pub shim: TVMFFISafeCallType,
    /// Walks over function, parameters, and result.
    pub describe: fn(&mut dyn Visitor),
}

/// The frame of every shim: runs `body` on the arguments, and turns a panic into an error.
///
/// # Safety
///
/// The SafeCall contract of [`crate::abi`].
#[inline(always)]
pub unsafe fn call(
    export: &'static Export,
    args: *const TVMFFIAny,
    num_args: i32,
    result: *mut TVMFFIAny,
    body: impl for<'call> FnOnce(Args<'call>, Slot<'call>) -> c_int,
) -> c_int {
    // SAFETY: the SafeCall contract covers the arguments for this call.
    let args = unsafe { Args::new(args, num_args) };
    // SAFETY: the SafeCall contract covers the result for this call.
    let slot = unsafe { Slot::new(result) };
    match catch_unwind(AssertUnwindSafe(|| body(args, slot))) {
        Ok(code) => code,
        Err(payload) => panic::raise_panic(export, payload),
    }
}
