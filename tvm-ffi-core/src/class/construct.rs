//! Constructors, which take arguments by position and by name.

mod arguments;
mod kind;
mod parameters;

use core::ffi::{c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};

pub(super) use self::arguments::the_marker;
use self::arguments::{arrange, marker, missing};
pub(super) use self::kind::Constructor;
use self::parameters::push_signature;
pub(super) use self::parameters::{InitParameter, in_order, positional_order};
use super::describe::FromFields;
use super::field::FieldValue;
use super::raise::{Place, answer};
use crate::abi::{TVMFFIAny, TVMFFIAnyPayload};
use crate::any::AnyView;
use crate::call::{ABSENT, Args};
use crate::convert::{IntoAny, Mismatch, decode_owned, mismatch_of};
use crate::description::{Class, Record, key, raise_about};
use crate::error::ErrorKind;
use crate::object::Ref;
use crate::panic::raise_panic;

/// The arguments of a constructor from the fields, in the order of the fields.
pub struct FieldValues<'call> {
    parameters: &'call [InitParameter],
    given: &'call [Option<AnyView<'call>>],
    next: usize,
    /// Why there is no value for a field.
    problem: Option<Problem>,
}

type Problem = (ErrorKind, String);

impl FieldValues<'_> {
    /// The value of the next field, or its default if the caller omits it.
    pub fn next<V: FieldValue>(&mut self, default: Option<fn() -> V>) -> Option<V> {
        let index = self.next;
        self.next += 1;
        let Some(view) = self.given.get(index).copied().flatten() else {
            if default.is_none() {
                self.problem = Some((ErrorKind::TypeError, missing(index, self.parameters)));
            }
            return default.map(|default| default());
        };
        let value = decode_owned(view);
        if value.is_none() {
            self.problem = Some(self.mismatched(index, &mismatch_of::<V>(view)));
        }
        value
    }

    #[cold]
    fn mismatched(&self, index: usize, mismatch: &Mismatch) -> Problem {
        let name = self.parameters.get(index).map_or("", |parameter| parameter.of.name);
        let text = [": argument `", name, "`", mismatch.place(), ": ", mismatch.text()].concat();
        (mismatch.kind().clone(), text)
    }
}

/// The constructor from the fields.
///
/// # Safety
///
/// The SafeCall contract of [`crate::abi`].
pub unsafe extern "C" fn construct_from_fields<T: FromFields>(
    _: *mut c_void,
    args: *const TVMFFIAny,
    num_args: i32,
    result: *mut TVMFFIAny,
) -> c_int {
    // SAFETY: the SafeCall contract.
    let args = unsafe { Args::new(args, num_args) };
    let construct = || {
        let _held = args.held();
        let place = Place { class: T::class(), member: "" };
        let value = from_fields::<T>(args).map_err(|(kind, text)| place.failure(kind, text))?;
        let made = Ref::try_new(value).map(IntoAny::into_any);
        made.map_err(|error| place.failure(error.kind(), format!(": {}", error.message())))
    };
    // SAFETY: the SafeCall contract: the place is writable and owns nothing.
    unsafe { answer(T::class(), result, construct) }
}

/// The value, from the argument for each field, in the order of the fields.
fn from_fields<T: FromFields>(args: Args<'_>) -> Result<T, Problem> {
    let parameters = InitParameter::of_fields(T::class());
    let changed = || String::from(": an argument changed during decoding, or is too deep for this stack");
    let made = match arrange(args, marker(args), &parameters) {
        Ok(given) => {
            let mut values = FieldValues { parameters: &parameters, given: &given, next: 0, problem: None };
            T::from_fields(&mut values)
                .ok_or_else(|| values.problem.unwrap_or_else(|| (ErrorKind::TypeError, changed())))
        }
        Err(what) => Err((ErrorKind::TypeError, what)),
    };
    made.map_err(|(kind, mut what)| {
        what.push_str("\n  ");
        push_signature(key(T::class()), &parameters, &mut what);
        (kind, what)
    })
}

/// The constructor of a class that is a function: `context` points to its [`Record`]. Arguments by name become arguments by position. An
/// omitted argument before another one is marked as [`ABSENT`].
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
    let by_names = || marker(views).map(|marker| positional(record, views, marker));
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

/// The arguments in the order of the parameters, up to the last one that the caller passes.
fn positional(record: &'static Record, args: Args<'_>, marker: i32) -> Result<Vec<TVMFFIAny>, String> {
    const GAP: TVMFFIAny = TVMFFIAny::new(ABSENT, TVMFFIAnyPayload::from_int(0));
    let parameters = InitParameter::of_function(record);
    if record.is_packed() {
        return Err(String::from(": arguments have no names here"));
    }
    let given = arrange(args, Some(marker), &parameters)?;
    let is_missing = |index: &usize| parameters[*index].required && given[*index].is_none();
    if let Some(index) = (0..parameters.len()).find(is_missing) {
        return Err(missing(index, &parameters));
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
