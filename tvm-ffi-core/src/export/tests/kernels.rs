//! Exports that the tests call as a C caller does.

use std::cell::Cell;
use std::num::ParseIntError;

use tvm_ffi_macros::export;

use crate::any::AnyView;
use crate::bail;
use crate::convert::{FfiType, FromAnyView, Mismatch};
use crate::error::Result;
use crate::object_ref::ObjectRef;

#[export(crate = "crate")]
fn noop() {}

#[export(crate = "crate")]
fn repeat(text: &str, #[default(2)] times: u8) -> Result<String> {
    match times {
        0 => bail!(ValueError, "expected at least once"),
        99 => panic!("that is too often"),
        _ => Ok(text.repeat(times.into())),
    }
}

#[export(crate = "crate")]
fn parse(text: &str) -> Result<i64, ParseIntError> {
    text.parse()
}

/// An error that implements the standard trait, and no conversion.
#[derive(Debug)]
pub(super) struct OwnError;

impl std::fmt::Display for OwnError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an error of a type of its own")
    }
}

impl std::error::Error for OwnError {}

#[export(crate = "crate")]
fn custom(fail: bool) -> Result<(), OwnError> {
    if fail { Err(OwnError) } else { Ok(()) }
}

#[export(crate = "crate")]
fn strong_count(object: ObjectRef, scale: f64) -> usize {
    let _ = scale;
    object.strong_count()
}

std::thread_local! {
    static ON_DROP: Cell<Option<fn()>> = const { Cell::new(None) };
}

/// Lets the next [`DropPanics`] of this thread run `body` when it is dropped.
pub(super) fn with_drop(body: fn()) {
    ON_DROP.set(Some(body));
}

/// An argument whose drop runs code that may panic.
struct DropPanics;

impl Drop for DropPanics {
    fn drop(&mut self) {
        if let Some(body) = ON_DROP.take() {
            body();
        }
    }
}

impl FfiType for DropPanics {
    const TAG: &'static crate::TypeTag = &crate::TypeTag::Int;
}

impl<'a> FromAnyView<'a> for DropPanics {
    type Holder = ();

    fn decode(view: AnyView<'a>, holder: &'a mut ()) -> Option<Self> {
        i64::decode(view, holder).map(|_| Self)
    }

    fn explain(view: AnyView<'_>) -> Option<Mismatch> {
        <i64 as FromAnyView>::explain(view)
    }
}

#[export(crate = "crate")]
fn drop_panics(_value: DropPanics) -> i64 {
    1
}
