//! The cold paths of a call: wrong number of arguments, an argument that does not convert, an error returned.
//!
//! They are `extern "C"`, so that a shim can call them as its last act with nothing to unwind through.

use core::ffi::c_int;
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::visit::{ParameterType, Visitor, fields};
use super::{Args, Export, Slot};
use crate::abi::TVMFFIAny;
use crate::any::{Any, AnyView};
use crate::convert::{Canonical, Mismatch, RVALUE_TO_TAKE};
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

/// Calls again with all arguments in their common forms if that is what argument `index` needs; otherwise raises what is
/// wrong with it, or with the number of arguments.
#[cold]
#[inline(never)]
#[allow(improper_ctypes_definitions, reason = "called from Rust; `C` says that it does not unwind")]
pub extern "C" fn argument_failed(
    export: &'static Export,
    args: Args<'_>,
    slot: Slot<'_>,
    index: i32,
) -> c_int {
    match catch_unwind(AssertUnwindSafe(|| canonical_args(export, args))) {
        Ok(Some(canonical)) => canonical.call(export, slot),
        Ok(None) => raise(export, || argument_error(export, args, index)),
        Err(payload) => super::panic::raise_panic(export, payload),
    }
}

/// Arguments in their common forms, with what has to live for them.
struct CanonicalArgs {
    raw: Vec<TVMFFIAny>,
    _owned: Vec<Any>,
}

impl CanonicalArgs {
    fn call(self, export: &Export, slot: Slot<'_>) -> c_int {
        let Ok(count) = i32::try_from(self.raw.len()) else { return -1 };
        // SAFETY: the arguments are those of the call being made, in other forms that live in `self`; the result is its
        // own. Each canonical form is accepted or has none itself, so this ends.
        unsafe { (export.shim)(core::ptr::null_mut(), self.raw.as_ptr(), count, slot.into_raw()) }
    }
}

/// The arguments in their common forms, if any is not in its own yet.
fn canonical_args(export: &Export, args: Args<'_>) -> Option<CanonicalArgs> {
    let raw = (0..args.count()).filter_map(|index| args.view(index)).map(|view| *view.as_raw()).collect();
    let mut walk = Canonicalise { args, index: 0, raw, owned: Vec::new(), changed: false };
    (export.describe)(&mut walk);
    walk.changed.then_some(CanonicalArgs { raw: walk.raw, _owned: walk.owned })
}

struct Canonicalise<'call> {
    args: Args<'call>,
    index: i32,
    raw: Vec<TVMFFIAny>,
    owned: Vec<Any>,
    changed: bool,
}

impl Visitor for Canonicalise<'_> {
    fn parameter(&mut self, _: &'static str, of: &'static ParameterType) {
        let index = self.index;
        self.index += 1;
        let Some(view) = self.args.view(index) else { return };
        let (Some(canonical), Some(raw)) = ((of.canonical)(view), self.raw.get_mut(index as usize)) else {
            return;
        };
        match canonical {
            Canonical::Value(value) => {
                *raw = *value.as_raw();
                self.owned.push(value);
            }
            Canonical::Rvalue => raw.type_index = RVALUE_TO_TAKE,
        }
        self.changed = true;
    }
}

/// Raises an error, whatever happens on the way.
fn raise(export: &'static Export, error: impl FnOnce() -> Error) -> c_int {
    let raised = catch_unwind(AssertUnwindSafe(|| error().raise(export.name)));
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
        format!("{}: expected {expected} {noun}, got {num_args}\n  {}", export.name, signature(export));
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
        export.name,
        explain.name,
        mismatch.place(),
        mismatch.text(),
        signature(export)
    );
    Error::new(mismatch.kind().clone(), message)
}

/// The signature as messages show it: `add(x: int, y: int = 1)`.
pub(super) fn signature(export: &Export) -> String {
    let mut signature = SignatureText { text: format!("{}(", export.name), first: true };
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
