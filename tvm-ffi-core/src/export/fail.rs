//! The cold paths of a call: wrong number of arguments, an argument that does not convert, an error returned.
//!
//! They are `extern "C"`, so that a shim can call them as its last act with nothing to unwind through.

use core::ffi::c_int;
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::visit::{ParameterType, Visitor, fields, name_of};
use super::{Args, Export};
use crate::any::AnyView;
use crate::convert::Mismatch;
use crate::error::{Error, ErrorKind, raise_out_of_memory};

/// Raises the error that a function returned.
#[cold]
#[inline(never)]
#[allow(improper_ctypes_definitions, reason = "called from Rust; `C` says that it does not unwind")]
pub extern "C" fn raise_error(error: Error, export: &'static Export) -> c_int {
    raise(export, || error)
}

/// Raises what is wrong with the number of arguments.
#[cold]
#[inline(never)]
pub extern "C" fn arity_failed(export: &'static Export, num_args: i32) -> c_int {
    raise(export, || arity_error(export, num_args))
}

/// Raises what is wrong with argument `index`, or with the number of arguments if that is what is wrong.
#[cold]
#[inline(never)]
#[allow(improper_ctypes_definitions, reason = "called from Rust; `C` says that it does not unwind")]
pub extern "C" fn argument_failed(export: &'static Export, args: Args<'_>, index: i32) -> c_int {
    raise(export, || argument_error(export, args, index))
}

/// Raises an error, whatever happens on the way.
fn raise(export: &'static Export, error: impl FnOnce() -> Error) -> c_int {
    let raised = catch_unwind(AssertUnwindSafe(|| error().raise(name_of(export))));
    if let Err(payload) = raised {
        super::panic::forget(payload);
        // Without a runtime there is nobody to raise to, and this panics again.
        let _ = catch_unwind(raise_out_of_memory).map_err(super::panic::forget);
    }
    -1
}

#[track_caller]
fn arity_error(export: &Export, num_args: i32) -> Error {
    let mut arity = Arity::default();
    (export.describe)(&mut arity);
    let Arity { required, total, .. } = arity;
    let expected = if required == total { format!("{total}") } else { format!("{required} to {total}") };
    let noun = if total == 1 && required == total { "argument" } else { "arguments" };
    let message =
        format!("{}: expected {expected} {noun}, got {num_args}\n  {}", name_of(export), signature(export));
    Error::new(ErrorKind::TypeError, message)
}

fn argument_error(export: &Export, args: Args<'_>, index: i32) -> Error {
    let Some(view) = args.view(index) else { return arity_error(export, args.count()) };
    let mut explain = Explain { index, view, name: "", mismatch: None };
    (export.describe)(&mut explain);
    let mismatch =
        explain.mismatch.unwrap_or_else(|| Mismatch::type_error("the value changed while it was decoded"));
    let message = format!(
        "{}: argument #{index} `{}`{}: {}\n  {}",
        name_of(export),
        explain.name,
        mismatch.place(),
        mismatch.text(),
        signature(export)
    );
    Error::new(mismatch.kind().clone(), message)
}

/// The signature as messages show it: `add(x: int, y: int = 1)`.
pub(super) fn signature(export: &Export) -> String {
    let mut signature = SignatureText { text: String::new(), first: true };
    (export.describe)(&mut signature);
    signature.text.push(')');
    signature.text
}

#[derive(Default)]
struct Arity {
    required: u32,
    total: u32,
}

impl Visitor for Arity {
    fn parameter(&mut self, text: &'static str, _: &'static ParameterType) {
        let [_, default, _] = fields(text);
        self.total += 1;
        self.required += u32::from(default.is_empty());
    }
}

struct Explain<'a> {
    index: i32,
    view: AnyView<'a>,
    name: &'static str,
    mismatch: Option<Mismatch>,
}

impl Visitor for Explain<'_> {
    fn parameter(&mut self, text: &'static str, of: &'static ParameterType) {
        if self.index == 0 {
            [self.name, _, _] = fields(text);
            self.mismatch = (of.explain)(self.view);
        }
        self.index -= 1;
    }
}

struct SignatureText {
    text: String,
    first: bool,
}

impl Visitor for SignatureText {
    fn function(&mut self, text: &'static str, _: u32) {
        let [name, _] = fields(text);
        self.text.push_str(name);
        self.text.push('(');
    }

    fn parameter(&mut self, text: &'static str, of: &'static ParameterType) {
        let [name, default, _] = fields(text);
        if !core::mem::take(&mut self.first) {
            self.text.push_str(", ");
        }
        // Writing to a string cannot fail.
        let _ = write!(self.text, "{name}: ");
        (of.name)(&mut self.text);
        if let Some(default) = default.strip_prefix('=') {
            let _ = write!(self.text, " = {default}");
        }
    }

    fn packed(&mut self) {
        self.text.push_str("*args");
    }
}
