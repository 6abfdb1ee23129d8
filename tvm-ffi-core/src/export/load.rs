//! Functions that run when the library is loaded: `#[tvm_ffi::on_load]`.
//!
//! A crate with such a function tests in each of its exports whether it succeeded; others do not contain the test, see
//! [`has_on_load`](crate::__has_on_load).

use core::ffi::c_int;
use core::sync::atomic::{AtomicU8, Ordering};
use std::panic::catch_unwind;
use std::sync::OnceLock;

use crate::abi::TVMFFIAny;
use crate::any::Any;
use crate::call::Slot;
use crate::error::{Error, Result, check, raise_copy};
use crate::panic::{guarded_call, raise_failed};

/// An entry in the list of the functions that run when this library is loaded.
#[derive(Clone)]
pub struct OnLoad {
    /// The name of the function.
    pub name: &'static str,
    /// Calls it, and writes its result.
    pub run: fn(Slot<'_>) -> c_int,
}

crate::__list! { @function functions, [OnLoad], "tvm_ffi_on_load", "__start_tvm_ffi_on_load", "__stop_tvm_ffi_on_load",
"__DATA,tvm_ffi_on_load", "\u{1}section$start$__DATA$tvm_ffi_on_load", "\u{1}section$end$__DATA$tvm_ffi_on_load", ".tvmffil$a", ".tvmffil$c" }

/// What [`has_on_load`](crate::__has_on_load) finds in a crate without such a function.
pub mod no_on_load {
    /// The crate has none.
    pub const __TVM_FFI_ON_LOAD: bool = false;
}

const PENDING: u8 = 0;
/// Calls that are made meanwhile, by the function itself say, are not refused.
const RUNNING: u8 = 1;
const DONE: u8 = 2;
const FAILED: u8 = 3;

static STATE: AtomicU8 = AtomicU8::new(PENDING);
static FAILURE: OnceLock<Error> = OnceLock::new();

/// Runs the functions of this library, once. There has to be a runtime.
///
/// An empty list does not count as run: Miri, which has no linker, fills the lists while constructors run.
pub(super) fn run_pending() {
    let mut functions = functions().iter().peekable();
    let may_run = functions.peek().is_some()
        && STATE.compare_exchange(PENDING, RUNNING, Ordering::Acquire, Ordering::Relaxed).is_ok();
    if !may_run {
        return;
    }
    let failure = functions.find_map(|function| run(function).err());
    let state = if failure.is_some() { FAILED } else { DONE };
    if let Some(failure) = failure {
        // INVARIANT: only the thread that sets `RUNNING` comes here, once.
        let _ = FAILURE.set(failure);
    }
    STATE.store(state, Ordering::Release);
}

fn run(function: &OnLoad) -> Result<()> {
    let mut result = TVMFFIAny::NONE;
    let mut call = || {
        // SAFETY: the place is writable, owns nothing, and outlives the call.
        let slot = unsafe { Slot::new(&mut result) };
        (function.run)(slot)
    };
    check(guarded_call(&mut call, function.name))?;
    // SAFETY: a call that succeeds has written an owned value.
    drop(unsafe { Any::from_raw(result) });
    Ok(())
}

/// Whether a call is refused because the library could not be loaded: then the error is raised.
#[inline(always)]
pub fn is_refused() -> bool {
    STATE.load(Ordering::Acquire) != DONE && refuse()
}

#[cold]
#[inline(never)]
fn refuse() -> bool {
    let refused = catch_unwind(|| {
        // The library was loaded where there was no runtime, or its constructors ran in another order.
        if STATE.load(Ordering::Acquire) == PENDING && crate::runtime::is_present() {
            run_pending();
        }
        let failure = FAILURE.get().filter(|_| STATE.load(Ordering::Acquire) == FAILED);
        failure.inspect(|failure| raise_copy(failure)).is_some()
    });
    refused.unwrap_or_else(|payload| {
        raise_failed(payload);
        true
    })
}

/// Whether the crate in which this stands has a function with `#[tvm_ffi::on_load]`, as a constant.
///
/// The macro puts a constant at the root of the crate. It is found through a glob import, before that of the enclosing block which
/// provides the other value.
#[doc(hidden)]
#[macro_export]
#[allow(clippy::crate_in_macro_def, reason = "the crate that uses the macro is meant")]
macro_rules! __has_on_load {
    () => {{
        #[allow(unused_imports)]
        use $crate::__private::no_on_load::*;
        {
            #[allow(unused_imports)]
            use crate::*;
            __TVM_FFI_ON_LOAD
        }
    }};
}
