//! Operators of PyTorch.
//!
//! - [`register`]: what `tvm_ffi_torch_register` and [`torch_namespace!`](crate::torch_namespace) do;
//! - [`plan`]: how a call of an operator becomes a call of its export; [`shape`]: shapes of outputs; [`schema`]: its text;
//! - [`kernel`]: the kernel of all operators, which walks the plan; [`inputs`], [`list`], [`tensor`], [`outputs`], [`results`]: its parts;
//! - [`table`]: the C functions of PyTorch; [`numbers`]: its numbers of dtypes and devices;
//! - errors: [`failure`].

mod exports;
mod failure;
mod inputs;
mod kernel;
mod list;
mod numbers;
mod outputs;
mod plan;
mod register;
mod results;
mod schema;
mod shape;
mod table;
mod tensor;

pub use kernel::run;
pub use register::register_namespace;
pub(crate) use table::BoxedKernel;

use std::sync::OnceLock;

use crate::operator::Operator;
use kernel::Call;

/// What an export has for PyTorch.
pub(crate) struct Torch {
    /// Its thunk.
    pub(crate) kernel: Option<BoxedKernel>,
    /// What its kernel reads, once the operator is registered.
    call: OnceLock<Call>,
}

impl Torch {
    /// Without a thunk.
    pub(crate) const fn none() -> Self {
        Self { kernel: None, call: OnceLock::new() }
    }

    /// What the kernel reads. PyTorch calls it only after it is registered.
    #[inline(always)]
    fn call(&self) -> Option<Call> {
        self.call.get().copied()
    }

    /// Sets it, before the operator is registered.
    fn set_call(&self, call: Call) -> Call {
        *self.call.get_or_init(|| call)
    }
}

impl Operator {
    /// The same export with a thunk for PyTorch.
    ///
    /// # Safety
    ///
    /// The thunk passes its arguments on to [`run`], with the static that the result is written to.
    pub const unsafe fn with_torch(mut self, kernel: BoxedKernel) -> Self {
        self.torch.kernel = Some(kernel);
        self
    }
}

/// An operator with its thunk for PyTorch, in the initial value of the static `OPERATOR`.
#[doc(hidden)]
#[macro_export]
macro_rules! __with_torch {
    ($unsafe:tt, $operator:expr) => {{
        $unsafe extern "C-unwind" fn __torch(
            stack: *mut ::core::primitive::u64,
            inputs: ::core::primitive::u64,
            outputs: ::core::primitive::u64,
        ) {
            // SAFETY: PyTorch calls the thunk as the kernel of this export.
            unsafe { $crate::__private::run(stack, inputs, outputs, &OPERATOR) }
        }
        // SAFETY: the thunk is the one above.
        unsafe { $operator.with_torch(__torch) }
    }};
}

/// Registers the exports of this library as operators of PyTorch when the library is loaded, if PyTorch is in the process already.
#[doc = include_str!("torch_namespace.md")]
#[macro_export]
macro_rules! torch_namespace {
    ($namespace:literal $(,)?) => {
        const _: () = {
            extern "C" fn __register() {
                $crate::__private::register_namespace($namespace);
            }
            $crate::__private::constructor! { last: __register }
        };
    };
}
