//! Functions of any arguments.

use tvm_ffi::{Any, AnyView, Result};

#[tvm_ffi::export]
fn packed_sum(
    /** Numbers. */
    args: &[AnyView<'_>],
) -> Result<f64> {
    args.iter().map(|arg| arg.cast::<f64>()).sum()
}

#[tvm_ffi::export]
fn packed_first<'a>(mut args: &'a [tvm_ffi::AnyView<'a>]) -> Result<Option<&'a str>> {
    args = args.get(..1).unwrap_or_default();
    args.first().map(|arg| arg.cast_ref::<&str>()).transpose()
}

#[tvm_ffi::export]
#[allow(unused_parens)]
fn packed_in_parentheses(args: (&[(::tvm_ffi::AnyView<'_>)])) -> Result<Vec<Any>> {
    args.iter().map(|arg| arg.to_any()).collect()
}
