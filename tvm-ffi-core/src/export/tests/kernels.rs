//! What the macro makes of these functions, written by hand:
//!
//! ```ignore
//! #[export] fn noop() {}
//! #[export] fn repeat(text: &str, #[default(2)] times: u8) -> Result<String>
//! #[export] fn parse(text: &str) -> Result<i64, ParseIntError>
//! #[export] fn custom(fail: bool) -> Result<(), OwnError>
//! #[export] fn strong_count(object: ObjectRef, scale: f64) -> usize
//! #[export] fn drop_panics(value: DropPanics) -> i64
//! ```

#![allow(clippy::let_unit_value, reason = "the macro writes the same for every type")]

use core::ffi::c_void;
use std::cell::Cell;
use std::num::ParseIntError;

use crate::any::AnyView;
use crate::bail;
use crate::convert::{FfiType, FromAnyView, FromArgument, Mismatch};
use crate::description::{DefaultText, Param, ResultType};
use crate::error::Result;
use crate::object_ref::ObjectRef;

use super::*;

pub(super) const FILE: &str = file!();

/// One export: shim, record, and body. `$body` is the decoding and the call.
macro_rules! export {
    ($shim:ident, $record:ident, $fields:expr, [$($parameter:expr),*], $body:expr) => {
        pub(super) const $record: &Record = &Record {
            parameters: &[$($parameter),*],
            file: FILE,
            line: line!(),
            krate: "kernels",
            version: "1.2.3",
            ..$fields
        };

        pub(super) unsafe extern "C" fn $shim(
            _: *mut c_void,
            args: *const TVMFFIAny,
            num_args: c_int,
            result: *mut TVMFFIAny,
        ) -> c_int {
            // SAFETY: the SafeCall contract.
            unsafe { call($record, None, args, num_args, result, $body) }
        }
    };
}

/// The record of a function with this name, of which the macro above sets the rest.
const fn named(name: &'static str, shim: TVMFFISafeCallType, result: fn() -> &'static ResultType) -> Record {
    // SAFETY: the functions below keep the contract.
    Record { name, ..Record::new(unsafe { Shim::new(shim) }, result) }
}

/// A parameter.
const fn param<T: FromArgument<'static>>(name: &'static str) -> Param {
    Param { name, ..Param::new(parameter_type::<T>()) }
}

export!(
    noop,
    NOOP,
    named("noop", noop, || Returned::<()>::tag().result_type()),
    [],
    |args: Args<'_>, slot: Slot<'_>| {
        args.require_count(0, 0)?;
        let value = ();
        Some(Returned::of(&value).write_or_raise(value, slot, "noop"))
    }
);

pub(super) const LINE_OF_ERROR: u32 = line!() + 2;
fn refuse() -> Result<String> {
    bail!(ValueError, "expected at least once")
}

pub(super) const LINE_OF_PANIC: u32 = line!() + 2;
fn give_up() -> ! {
    panic!("that is too often")
}

fn user_repeat(text: &str, times: u8) -> Result<String> {
    match times {
        0 => refuse(),
        99 => give_up(),
        _ => Ok(text.repeat(times.into())),
    }
}

export!(
    repeat,
    REPEAT,
    named("repeat", repeat, || Returned::<Result<String>>::tag().result_type()),
    [param::<&str>("text"), Param { default: Some(DefaultText::Python("2")), ..param::<u8>("times") }],
    |args: Args<'_>, slot: Slot<'_>| {
        args.require_count(1, 2)?;
        let mut holder = holder::<&str, _>();
        let text = args.get::<&str, _>(0, &mut holder)?;
        let mut holder = crate::call::holder::<u8, _>();
        let times: u8 = if args.given(1) { args.get::<u8, _>(1, &mut holder)? } else { 2 };
        let value = user_repeat(text, times);
        Some(Returned::of(&value).write_or_raise(value, slot, "repeat"))
    }
);

crate::__enter! { export: REPEAT }

/// The body of an export with one parameter.
macro_rules! unary {
    ($name:literal, $ty:ty, $function:expr) => {
        |args: Args<'_>, slot: Slot<'_>| {
            args.require_count(1, 1)?;
            let mut holder = holder::<$ty, _>();
            let value = args.get::<$ty, _>(0, &mut holder)?;
            let value = $function(value);
            Some(Returned::of(&value).write_or_raise(value, slot, $name))
        }
    };
}

fn user_parse(text: &str) -> Result<i64, ParseIntError> {
    text.parse()
}

export!(
    parse,
    PARSE,
    named("parse", parse, || Returned::<Result<i64, ParseIntError>>::tag().result_type()),
    [param::<&str>("text")],
    unary!("parse", &str, user_parse)
);

/// An error that implements the standard trait, and no conversion.
#[derive(Debug)]
pub(super) struct OwnError;

impl std::fmt::Display for OwnError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an error of a type of its own")
    }
}

impl std::error::Error for OwnError {}

fn user_custom(fail: bool) -> Result<(), OwnError> {
    if fail { Err(OwnError) } else { Ok(()) }
}

export!(
    custom,
    CUSTOM,
    named("custom", custom, || Returned::<Result<(), OwnError>>::tag().result_type()),
    [param::<bool>("fail")],
    unary!("custom", bool, user_custom)
);

fn user_strong_count(object: ObjectRef, _scale: f64) -> usize {
    object.strong_count()
}

export!(
    strong_count,
    STRONG_COUNT,
    named("strong_count", strong_count, || Returned::<usize>::tag().result_type()),
    [param::<ObjectRef>("object"), param::<f64>("scale")],
    |args: Args<'_>, slot: Slot<'_>| {
        args.require_count(2, 2)?;
        let mut first = holder::<ObjectRef, _>();
        let object = args.get::<ObjectRef, _>(0, &mut first)?;
        let mut second = holder::<f64, _>();
        let scale = args.get::<f64, _>(1, &mut second)?;
        let value = user_strong_count(object, scale);
        Some(Returned::of(&value).write_or_raise(value, slot, "strong_count"))
    }
);

std::thread_local! {
    static ON_DROP: Cell<Option<fn()>> = const { Cell::new(None) };
}

/// Lets the next [`DropPanics`] of this thread run `body` when it is dropped.
pub(super) fn with_drop(body: fn()) {
    ON_DROP.set(Some(body));
}

/// An argument whose drop runs code that may panic.
pub(super) struct DropPanics;

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

fn user_drop_panics(_value: DropPanics) -> i64 {
    1
}

export!(
    drop_panics,
    DROP_PANICS,
    named("drop_panics", drop_panics, || Returned::<i64>::tag().result_type()),
    [param::<DropPanics>("value")],
    unary!("drop_panics", DropPanics, user_drop_panics)
);
