//! Global functions.

use core::fmt;
use std::sync::OnceLock;

use crate::any::Any;
use crate::convert::{FromAnyView, cast_as};
use crate::error::{Error, Result};
use crate::function::{Arguments, Function};

/// What is looked up by its name, at its first use.
pub struct Imported<T> {
    pub(super) name: &'static str,
    pub(super) found: OnceLock<T>,
}

/// A global function, a method, or a constructor.
pub type ImportedFunction = Imported<Function>;

impl<T> Imported<T> {
    /// What has this name.
    pub const fn new(name: &'static str) -> Self {
        Self { name, found: OnceLock::new() }
    }
}

impl ImportedFunction {
    /// Calls the global function.
    #[track_caller]
    pub fn call<R: ImportedResult>(&self, args: impl Arguments) -> R {
        R::from_result(
            self.function().and_then(|function| function.call(args)),
            format_args!("{}", self.name),
        )
    }

    #[track_caller]
    fn function(&self) -> Result<&Function> {
        if let Some(function) = self.found.get() {
            return Ok(function);
        }
        let function = Function::get_global(self.name)?;
        Ok(self.found.get_or_init(|| function))
    }
}

/// The results of imported functions: types that own their content.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the result of an imported function",
    label = "not an FFI type that owns what it holds",
    note = "results are converted with `FromAnyView`, which is implemented for `()`, integers, floats, `bool`, `String`, `Tensor`, `Function`, `Any`, `Option<T>`, `Vec<T>`, `Ref<T>`, ..."
)]
pub trait Received: for<'a> FromAnyView<'a> {}

#[diagnostic::do_not_recommend]
impl<T: for<'a> FromAnyView<'a>> Received for T {}

/// The return type of an imported function: a `Result`.
#[diagnostic::on_unimplemented(
    message = "an imported function returns a `Result`, not `{Self}`",
    label = "expected `tvm_ffi::Result<{Self}>`",
    note = "a call can fail: the function may be missing, raise, or return another type"
)]
pub trait ImportedResult {
    /// The result of a call of `function`, converted.
    fn from_result(result: Result<Any>, function: fmt::Arguments<'_>) -> Self;
}

impl<T: Received, E: From<Error>> ImportedResult for Result<T, E> {
    #[inline]
    #[track_caller]
    fn from_result(result: Result<Any>, function: fmt::Arguments<'_>) -> Self {
        let value = result?;
        Ok(cast_as(format_args!("{function}: the result"), value.as_view())?)
    }
}
