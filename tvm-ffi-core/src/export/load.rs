//! Functions that run when the library is loaded: `#[tvm_ffi::on_load]`.
//!
//! A crate with such a function tests in each of its exports whether it succeeded; others do not contain the test, see
//! [`on_load`](crate::__on_load).

use core::ffi::c_int;
use core::sync::atomic::{AtomicU8, Ordering};
use std::panic::catch_unwind;
use std::sync::OnceLock;

use super::constructor::prepare;
use crate::abi::TVMFFIAny;
use crate::any::Any;
use crate::call::Slot;
use crate::error::{Error, Result, check, raise_copy};
use crate::panic::{guarded_call, raise_failed};

/// A function that runs once, when the library is loaded.
pub struct OnLoad {
    name: &'static str,
    /// Calls it, and writes its result.
    run: fn(Slot<'_>) -> c_int,
    state: AtomicU8,
    failure: OnceLock<Error>,
}

const PENDING: u8 = 0;
/// It stays so if the function fails. Calls that are made meanwhile, by the function itself for example, are not refused.
const RUNNING: u8 = 1;
const DONE: u8 = 2;

impl OnLoad {
    /// A function by its name.
    pub const fn new(name: &'static str, run: fn(Slot<'_>) -> c_int) -> Self {
        Self { name, run, state: AtomicU8::new(PENDING), failure: OnceLock::new() }
    }

    /// Runs the function in a constructor, if a runtime is in the process.
    pub fn run_at_load(&self) {
        if prepare() {
            self.run_pending();
        }
    }

    /// Runs the function, unless it has run. There has to be a runtime.
    fn run_pending(&self) {
        if self.state.compare_exchange(PENDING, RUNNING, Ordering::Acquire, Ordering::Relaxed).is_err() {
            return;
        }
        match self.call() {
            Ok(()) => self.state.store(DONE, Ordering::Release),
            // INVARIANT: only the thread that sets `RUNNING` comes here, once.
            Err(failure) => drop(self.failure.set(failure)),
        }
    }

    fn call(&self) -> Result<()> {
        let mut result = TVMFFIAny::NONE;
        let mut call = || {
            // SAFETY: the place is writable, owns nothing, and outlives the call.
            let slot = unsafe { Slot::new(&mut result) };
            (self.run)(slot)
        };
        check(guarded_call(&mut call, self.name))?;
        // SAFETY: a call that succeeds has written an owned value.
        drop(unsafe { Any::from_raw(result) });
        Ok(())
    }

    /// Whether a call is refused because the function failed: then its error is raised.
    #[inline]
    pub fn refuses(&self) -> bool {
        self.state.load(Ordering::Acquire) != DONE && self.raise_failure()
    }

    #[cold]
    #[inline(never)]
    fn raise_failure(&self) -> bool {
        let refused = catch_unwind(|| {
            // The library was loaded where there was no runtime.
            if self.state.load(Ordering::Acquire) == PENDING && crate::runtime::is_present() {
                self.run_pending();
            }
            self.failure.get().inspect(|failure| raise_copy(failure)).is_some()
        });
        refused.unwrap_or_else(|payload| {
            raise_failed(payload);
            true
        })
    }
}

/// What [`on_load`](crate::__on_load) finds in a crate without such a function.
pub mod no_on_load {
    /// The crate has none.
    pub const __TVM_FFI_ON_LOAD: Option<fn() -> bool> = None;
}

/// The function that tells whether a call is refused, if the crate in which this stands has a function with `#[tvm_ffi::on_load]`.
///
/// The macro puts a constant at the root of the crate. It is found through a glob import, before that of the enclosing block which
/// provides the other value.
#[doc(hidden)]
#[macro_export]
#[allow(clippy::crate_in_macro_def, reason = "the crate that uses the macro is meant")]
macro_rules! __on_load {
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
