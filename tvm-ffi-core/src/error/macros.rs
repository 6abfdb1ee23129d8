//! `bail!` and `ensure!`.

/// Returns an error from the function.
///
/// ```
/// # use tvm_ffi_core::{bail, Result};
/// fn port(text: &str) -> Result<u16> {
///     match text.parse() {
///         Ok(0) => bail!(ValueError, "port 0 is reserved"),
///         Ok(port) => Ok(port),
///         Err(error) => bail!("`{text}` is not a port: {error}"),     // a RuntimeError
///     }
/// }
/// assert_eq!(port("0").unwrap_err().to_string(), "ValueError: port 0 is reserved");
/// ```
#[macro_export]
macro_rules! bail {
    ($kind:ident, $($message:tt)+) => {
        return ::core::result::Result::Err(::core::convert::Into::into($crate::__error!($kind, $($message)+)))
    };
    ($($message:tt)+) => {
        return ::core::result::Result::Err(::core::convert::Into::into($crate::__error!(RuntimeError, $($message)+)))
    };
}

/// Returns an error from the function unless a condition holds.
///
/// ```
/// # use tvm_ffi_core::{ensure, Result};
/// fn root(x: f64) -> Result<f64> {
///     ensure!(x >= 0.0, ValueError, "expected a number that is not negative, got {x}");
///     Ok(x.sqrt())
/// }
/// assert!(root(-1.0).is_err());
/// ```
#[macro_export]
macro_rules! ensure {
    ($condition:expr, $kind:ident, $($message:tt)+) => {
        if !$condition {
            $crate::bail!($kind, $($message)+)
        }
    };
    ($condition:expr, $($message:tt)+) => {
        if !$condition {
            $crate::bail!($($message)+)
        }
    };
    ($condition:expr $(,)?) => {
        if !$condition {
            $crate::bail!(AssertionError, "condition failed: `{}`", ::core::stringify!($condition))
        }
    };
}

/// An error value; a message without arguments is not copied.
#[doc(hidden)]
#[macro_export]
macro_rules! __error {
    ($kind:ident, $($message:tt)+) => {
        $crate::__private::error_from_args($crate::ErrorKind::$kind, ::core::format_args!($($message)+))
    };
}
