//! Functions of JAX: handlers of XLA's FFI.
//!
//! - [`exports`]: what `tvm_ffi_xla_handler` does;
//! - [`plan`]: how a call of XLA becomes a call of its export;
//! - [`handler`]: the handler of all exports, which walks the plan; [`metadata`], [`attribute`], [`tensors`], [`place`]: its parts;
//! - [`abi`]: the C interface of XLA, and the contract of call frames; [`frame`]: reads them with checks; [`dtype`]: its numbers of dtypes;
//! - [`mod@failure`]: errors of handlers.

mod abi;
mod attribute;
mod dtype;
mod exports;
mod failure;
mod frame;
mod handler;
mod metadata;
mod place;
mod plan;
mod tensors;
#[cfg(test)]
mod tests;

pub use handler::run_xla;

use core::ffi::c_void;
use std::sync::OnceLock;

use crate::operator::{OPERATORS, Operator};
use plan::Plan;

/// A handler of XLA: it takes an `XLA_FFI_CallFrame*`, and returns an `XLA_FFI_Error*`.
pub(crate) type Thunk = unsafe extern "C" fn(frame: *mut c_void) -> *mut c_void;

/// What an export has for JAX.
pub(crate) struct Jax {
    /// Its thunk.
    thunk: Option<Thunk>,
    /// Its plan, made before XLA gets the thunk.
    plan: OnceLock<Plan>,
}

impl Jax {
    pub(crate) const fn none() -> Self {
        Self { thunk: None, plan: OnceLock::new() }
    }

    #[inline(always)]
    pub(crate) fn plan(&self) -> Option<&Plan> {
        self.plan.get()
    }
}

impl Operator {
    /// The same export with a thunk for JAX.
    ///
    /// # Safety
    ///
    /// The thunk passes its argument on to [`run_xla`], with the static that the result is written to.
    pub const unsafe fn with_jax(mut self, thunk: Thunk) -> Self {
        self.jax.thunk = Some(thunk);
        self
    }
}

/// The handler of an export; or why there is none.
fn handler_of(name: &str) -> Result<Thunk, String> {
    let Some(operator) = OPERATORS.iter().find(|operator| operator.export.name == name) else {
        return Err(format!("this library exports no `{name}`"));
    };
    let Some(thunk) = operator.jax.thunk else { return Err(format!("`{name}` has no handler")) };
    if operator.jax.plan().is_none() {
        let refused = |reason: String| format!("`{name}` cannot be a function of JAX: {reason}");
        let plan = Plan::new(operator.export).map_err(refused)?;
        // Another thread may have made the same plan meanwhile.
        let _ = operator.jax.plan.set(plan);
    }
    Ok(thunk)
}

/// An operator with its thunk for JAX, in the initial value of the static `OPERATOR`.
#[doc(hidden)]
#[macro_export]
macro_rules! __with_jax {
    ($unsafe:tt, $operator:expr) => {{
        $unsafe extern "C" fn __jax(frame: *mut $crate::__private::c_void) -> *mut $crate::__private::c_void {
            // SAFETY: XLA calls the thunk as the handler of this export.
            unsafe { $crate::__private::run_xla(frame, &OPERATOR) }
        }
        // SAFETY: the thunk is the one above.
        unsafe { $operator.with_jax(__jax) }
    }};
}
