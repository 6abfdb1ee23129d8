//! What the macro makes of these functions, written by hand:
//!
//! ```ignore
//! #[export] fn noop() {}
//! /// Repeats a text.
//! #[export(global = "testing.repeat")] fn repeat(text: &str, #[default(2)] /// How often. times: u8) -> Result<String>
//! #[export] fn parse(text: &str) -> Result<i64, ParseIntError>
//! #[export] fn custom(fail: bool) -> Result<(), OwnError>
//! #[export] fn raise(error: Error) -> Result<()>
//! #[export] fn count(args: &[AnyView<'_>]) -> usize
//! #[export] fn adder(x: i64) -> impl Fn(i64) -> i64
//! #[export] fn longest(words: Words<'_>) -> String
//! #[export] fn strong_count(object: ObjectRef, scale: f64) -> usize
//! #[export] fn drop_panics(value: DropPanics) -> i64
//! ```

#![allow(clippy::let_unit_value, reason = "the macro writes the same for every type")]

use core::ffi::c_void;
use std::cell::Cell;
use std::num::ParseIntError;

use crate::any::AnyView;
use crate::bail;
use crate::convert::{FfiType, FromAnyView};
use crate::error::{Error, Result};
use crate::function::Function;
use crate::object_ref::ObjectRef;

use super::*;

pub(super) const FILE: &str = file!();

/// One export: shim, description, and body. `$body` is the decoding and the call.
macro_rules! export {
    ($shim:ident, $describe:ident, $text:expr, [$($ty:ty),*], $result:expr, $flags:expr, $body:expr) => {
        pub(super) fn $describe(see: &mut dyn FnMut(&Description<'_>)) {
            // SAFETY: the function keeps the contract.
            let shim = unsafe { Shim::new($shim) };
            see(&Description {
                flags: $flags,
                register: Some(crate::export::register),
                ..Description::new($text, shim, &[$(parameter_type::<$ty>()),*], $result)
            })
        }

        pub(super) unsafe extern "C" fn $shim(
            _: *mut c_void,
            args: *const TVMFFIAny,
            num_args: c_int,
            result: *mut TVMFFIAny,
        ) -> c_int {
            // SAFETY: the SafeCall contract.
            unsafe { call($describe, None, args, num_args, result, $body) }
        }
    };
}

/// Texts about a function: name, global name, and documentation, then the place and what follows.
macro_rules! text {
    ($name:literal, $global:literal, $doc:literal $(, $parameters:literal)?) => {
        concat!($name, "\0", $global, "\0", $doc, "\0", file!(), "\0", line!(), "\0kernels\01.2.3" $(, $parameters)?)
    };
}

export!(
    noop,
    describe_noop,
    text!("noop", "", ""),
    [],
    Returned::<()>::tag().result_type(),
    0,
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
    describe_repeat,
    text!("repeat", "testing.repeat", "Repeats a text.", "\0text\0\0\0\0times\0=2\0How often.\0"),
    [&str, u8],
    Returned::<Result<String>>::tag().result_type(),
    0,
    |args: Args<'_>, slot: Slot<'_>| {
        args.require_count(1, 2)?;
        let mut holder = holder::<&str, _>();
        let text = args.get::<AnyType, &str, _>(0, &mut holder)?;
        let mut holder = crate::call::holder::<u8, _>();
        let times: u8 = if args.given(1) { args.get::<AnyType, u8, _>(1, &mut holder)? } else { 2 };
        let value = user_repeat(text, times);
        Some(Returned::of(&value).write_or_raise(value, slot, "repeat"))
    }
);

crate::__enter! { export: describe_repeat }

/// The body of an export with one parameter.
macro_rules! unary {
    ($name:literal, $ty:ty, $function:expr) => {
        |args: Args<'_>, slot: Slot<'_>| {
            args.require_count(1, 1)?;
            let mut holder = holder::<$ty, _>();
            let value = args.get::<AnyType, $ty, _>(0, &mut holder)?;
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
    describe_parse,
    text!("parse", "", "", "\0text\0\0\0"),
    [&str],
    Returned::<Result<i64, ParseIntError>>::tag().result_type(),
    0,
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
    describe_custom,
    text!("custom", "", "", "\0fail\0\0\0"),
    [bool],
    Returned::<Result<(), OwnError>>::tag().result_type(),
    0,
    unary!("custom", bool, user_custom)
);

fn user_raise(error: Error) -> Result<()> {
    Err(error)
}

export!(
    raise,
    describe_raise,
    text!("raise", "", "", "\0error\0\0\0"),
    [Error],
    Returned::<Result<()>>::tag().result_type(),
    0,
    unary!("raise", Error, user_raise)
);

fn user_count(args: &[AnyView<'_>]) -> usize {
    args.len()
}

export!(
    count,
    describe_count,
    text!("count", "", "Counts."),
    [],
    Returned::<usize>::tag().result_type(),
    PACKED,
    |args: Args<'_>, slot: Slot<'_>| {
        let value = args.with_views(user_count);
        Some(Returned::of(&value).write_or_raise(value, slot, "count"))
    }
);

fn user_adder(x: i64) -> impl Fn(i64) -> i64 + Send + Sync + 'static {
    move |y| x + y
}

export!(
    adder,
    describe_adder,
    text!("adder", "", "", "\0x\0\0\0"),
    [i64],
    function_result(),
    0,
    unary!("adder", i64, |x| Function::new(user_adder(x)))
);

/// The words of a text, which are kept apart for the call.
pub(super) struct Words<'a>(&'a [String]);

impl FfiType for Words<'_> {
    fn type_name(out: &mut String) {
        out.push_str("words");
    }
}

impl<'a> FromAnyView<'a> for Words<'a> {
    type Holder = Vec<String>;

    fn decode(view: AnyView<'a>, holder: &'a mut Self::Holder) -> Option<Self> {
        *holder = String::decode(view, &mut ())?.split(' ').map(str::to_owned).collect();
        Some(Self(holder))
    }
}

fn user_longest(words: Words<'_>) -> String {
    words.0.iter().max_by_key(|word| word.len()).cloned().unwrap_or_default()
}

export!(
    longest,
    describe_longest,
    text!("longest", "", "", "\0words\0\0\0"),
    [Words<'_>],
    Returned::<String>::tag().result_type(),
    0,
    unary!("longest", Words<'_>, user_longest)
);

fn user_strong_count(object: ObjectRef, _scale: f64) -> usize {
    object.strong_count()
}

export!(
    strong_count,
    describe_strong_count,
    text!("strong_count", "", "", "\0object\0\0\0\0scale\0\0\0"),
    [ObjectRef, f64],
    Returned::<usize>::tag().result_type(),
    0,
    |args: Args<'_>, slot: Slot<'_>| {
        args.require_count(2, 2)?;
        let mut first = holder::<ObjectRef, _>();
        let object = args.get::<AnyType, ObjectRef, _>(0, &mut first)?;
        let mut second = holder::<f64, _>();
        let scale = args.get::<AnyType, f64, _>(1, &mut second)?;
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
    fn type_name(out: &mut String) {
        out.push_str("int");
    }
}

impl<'a> FromAnyView<'a> for DropPanics {
    type Holder = ();

    fn decode(view: AnyView<'a>, holder: &'a mut ()) -> Option<Self> {
        i64::decode(view, holder).map(|_| Self)
    }
}

fn user_drop_panics(_value: DropPanics) -> i64 {
    1
}

export!(
    drop_panics,
    describe_drop_panics,
    text!("drop_panics", "", "", "\0value\0\0\0"),
    [DropPanics],
    Returned::<i64>::tag().result_type(),
    0,
    unary!("drop_panics", DropPanics, user_drop_panics)
);
