//! Constructors, which take arguments by position and by name.

mod arguments;
mod record;

use core::ffi::{c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};

pub(super) use self::arguments::the_marker;
use self::arguments::{arrange, marker};
pub use self::record::from_fields;
use self::record::init_fields;
use super::describe::FromFields;
use super::field::FieldValue;
use super::raise::{Place, answer};
use crate::abi::{TVMFFIAny, TVMFFIAnyPayload};
use crate::call::{ABSENT, Args};
use crate::convert::{IntoAny, decode_owned, mismatch_of};
use crate::description::{
    Class, FieldRecord, Passing, Record, missing_argument, raise_about, too_many_positional,
};
use crate::error::ErrorKind;
use crate::object::Ref;
use crate::panic::raise_panic;

/// The arguments of a constructor from the fields.
pub struct FieldValues<'call> {
    args: Args<'call>,
    record: &'static Record,
    /// The fields whose values are left.
    fields: std::vec::IntoIter<&'static FieldRecord>,
    /// Why there is no value for a field.
    problem: Option<Problem>,
}

type Problem = (ErrorKind, String);

impl FieldValues<'_> {
    /// The value of the next field, or its default if the caller omits it.
    pub fn next<V: FieldValue>(&mut self, default: Option<fn() -> V>) -> Option<V> {
        let name = self.fields.next().map_or("", |field| field.param.name);
        let position = self.record.parameters.iter().position(|parameter| parameter.name == name);
        let Some(view) = position.and_then(|position| self.args.arrived(position as i32)) else {
            if default.is_none() {
                self.problem = Some((ErrorKind::TypeError, missing_argument(name)));
            }
            return default.map(|default| default());
        };
        let value = decode_owned(view);
        if value.is_none() {
            let mismatch = mismatch_of::<V>(view);
            let text = [": argument `", name, "`", mismatch.place(), ": ", mismatch.text()].concat();
            self.problem = Some((mismatch.kind().clone(), text));
        }
        value
    }
}

/// The constructor from the fields.
///
/// # Safety
///
/// The SafeCall contract of [`crate::abi`].
unsafe extern "C" fn construct_from_fields<T: FromFields>(
    _: *mut c_void,
    args: *const TVMFFIAny,
    num_args: i32,
    result: *mut TVMFFIAny,
) -> c_int {
    let class = T::class();
    let Some(record) = class.constructor() else { return -1 };
    // SAFETY: the SafeCall contract.
    let args = unsafe { Args::new(args, num_args) };
    let mut problem = None;
    let construct = || {
        let _held = args.held();
        let place = Place { class, member: "" };
        let value = value_from_fields::<T>(args, record).map_err(|refused| {
            problem = Some(refused);
            place.failure(ErrorKind::TypeError, "")
        })?;
        let made = Ref::try_new(value).map(IntoAny::into_any);
        made.map_err(|error| place.failure(error.kind(), format!(": {}", error.message())))
    };
    // SAFETY: the SafeCall contract: the place is writable and owns nothing.
    let code = unsafe { answer(class, result, construct) };
    match problem {
        Some((kind, what)) => raise_about(record, kind, what),
        None => code,
    }
}

fn value_from_fields<T: FromFields>(args: Args<'_>, record: &'static Record) -> Result<T, Problem> {
    let count = usize::try_from(args.count()).unwrap_or(0);
    if count > record.parameters.len() {
        return Err((ErrorKind::TypeError, too_many_positional(record.parameters.len(), count)));
    }
    let fields = init_fields(T::class()).into_iter();
    let mut values = FieldValues { args, record, fields, problem: None };
    let changed = || String::from(": an argument changed during decoding, or is too deep for this stack");
    T::from_fields(&mut values)
        .ok_or_else(|| values.problem.unwrap_or_else(|| (ErrorKind::TypeError, changed())))
}

/// The constructor of a class for the runtime: `context` points to its [`Record`]. Arguments by name become arguments by position. An omitted
/// argument before another one is marked as [`ABSENT`].
///
/// # Safety
///
/// The SafeCall contract of [`crate::abi`], and `context` points to a static [`Record`].
pub(super) unsafe extern "C" fn construct(
    context: *mut c_void,
    args: *const TVMFFIAny,
    num_args: i32,
    result: *mut TVMFFIAny,
) -> c_int {
    // SAFETY: the caller's contract.
    let record: &'static Record = unsafe { &*context.cast::<Record>() };
    // SAFETY: the SafeCall contract.
    let views = unsafe { Args::new(args, num_args) };
    let by_names = || match marker(views) {
        Some(marker) => Some(positional(record, views, marker)),
        None => refused_count(record, views.count()).map(Err),
    };
    let shim = record.shim.0;
    match catch_unwind(AssertUnwindSafe(by_names)) {
        // SAFETY: the caller's contract, for the call being made.
        Ok(None) => unsafe { shim(core::ptr::null_mut(), args, num_args, result) },
        Ok(Some(Ok(raw))) => {
            // INVARIANT: there are at most as many as parameters.
            let count = raw.len() as i32;
            // SAFETY: the SafeCall contract: the slots are those of the call, or marked as absent.
            unsafe { shim(core::ptr::null_mut(), raw.as_ptr(), count, result) }
        }
        Ok(Some(Err(what))) => raise_about(record, ErrorKind::TypeError, what),
        Err(payload) => raise_panic(payload, record.name),
    }
}

/// What is wrong with a number of arguments without a name: fields may be passed by name only. Functions check their own.
fn refused_count(record: &'static Record, count: i32) -> Option<String> {
    let most = record.parameters.iter().filter(|parameter| parameter.passing != Passing::Name).count();
    let count = usize::try_from(count).unwrap_or(0);
    (record.is_from_fields() && count > most).then(|| too_many_positional(most, count))
}

/// The arguments in the order of the parameters, up to the last one that the caller passes.
fn positional(record: &'static Record, args: Args<'_>, marker: i32) -> Result<Vec<TVMFFIAny>, String> {
    const GAP: TVMFFIAny = TVMFFIAny::new(ABSENT, TVMFFIAnyPayload::from_int(0));
    if record.is_packed() {
        return Err(String::from(": arguments have no names here"));
    }
    if let Some(refused) = refused_count(record, marker) {
        return Err(refused);
    }
    let given = arrange(args, marker, record.parameters)?;
    let missing =
        record.parameters.iter().zip(&given).find(|(of, given)| of.default.is_none() && given.is_none());
    if let Some((parameter, _)) = missing {
        return Err(missing_argument(parameter.name));
    }
    let count = given.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
    Ok(given[..count].iter().map(|view| view.map_or(GAP, |view| *view.as_raw())).collect())
}

/// Replaces the constructor of a class without one: `context` is the [`Class`].
///
/// # Safety
///
/// The SafeCall contract of [`crate::abi`], and `context` points to a static class.
pub(super) unsafe extern "C" fn no_constructor(
    context: *mut c_void,
    _: *const TVMFFIAny,
    _: i32,
    _: *mut TVMFFIAny,
) -> c_int {
    // SAFETY: the caller's contract.
    let class: &'static Class = unsafe { &*context.cast::<Class>() };
    const TEXT: &str = ": the class has no constructor (in Rust, `#[init]` on a function of its `#[tvm_ffi::methods]`, or option `init`, makes one)";
    Place { class, member: "" }.failure(ErrorKind::TypeError, TEXT).raise()
}
