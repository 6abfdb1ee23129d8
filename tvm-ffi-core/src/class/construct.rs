//! Constructors, which take arguments by position and by name.

mod arguments;
mod kind;
mod parameters;

use core::ffi::{c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};

pub(super) use self::arguments::the_marker;
use self::arguments::{InitArguments, arrange, marker, missing};
pub(super) use self::kind::Constructor;
pub(super) use self::parameters::InitParameter;
use self::parameters::push_signature;
pub(super) use self::parameters::{each_init_field, positional_order};
use super::describe::FromFields;
use super::field::FieldValue;
use super::raise::{Place, panicked, raise};
use crate::abi::{TVMFFIAny, TVMFFIAnyPayload};
use crate::any::{Any, AnyView};
use crate::call::{ABSENT, Args};
use crate::convert::{IntoAny, Mismatch, decode_owned, mismatch_of};
use crate::description::{Class, Record, key, raise_about, raise_panic};
use crate::error::ErrorKind;
use crate::object::Ref;

/// The arguments of a constructor from the fields, in the order of the fields.
pub struct FieldValues<'call> {
    given: &'call [Option<AnyView<'call>>],
    next: usize,
    problem: Option<Problem>,
}

/// Why a constructor has no value for a field.
enum Problem {
    Missing(usize),
    Mismatch(usize, Mismatch),
}

impl FieldValues<'_> {
    /// The value of the next field, or its default if the caller omits it.
    pub fn next<V: FieldValue>(&mut self, default: Option<fn() -> V>) -> Option<V> {
        let index = self.next;
        self.next += 1;
        let Some(view) = self.given.get(index).copied().flatten() else {
            if default.is_none() {
                self.problem = Some(Problem::Missing(index));
            }
            return default.map(|default| default());
        };
        let value = decode_owned(view);
        if value.is_none() {
            self.problem = Some(Problem::Mismatch(index, mismatch_of::<V>(view)));
        }
        value
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
    let made = catch_unwind(AssertUnwindSafe(|| {
        let _held = args.held();
        let given = given(args, T::class())?;
        let mut values = FieldValues { given: &given, next: 0, problem: None };
        match T::from_fields(&mut values) {
            Some(value) => Ok(Ref::try_new(value).map(IntoAny::into_any)),
            None => Err(explain(values.problem, T::class())),
        }
    }));
    // SAFETY: the SafeCall contract.
    unsafe { finish(Place::member::<T>(""), made, result) }
}

/// Returns the object, or raises the error.
///
/// # Safety
///
/// The SafeCall contract of [`crate::abi`].
unsafe fn finish(
    place: Place,
    made: std::thread::Result<Result<crate::Result<Any>, Refused>>,
    result: *mut TVMFFIAny,
) -> c_int {
    match made {
        Ok(Ok(Ok(object))) => {
            // SAFETY: the SafeCall contract: the place is writable and owns nothing.
            unsafe { result.write(object.into_raw()) };
            0
        }
        Ok(Ok(Err(error))) => raise(place, &|| (error.kind(), format!(": {}", error.message()))),
        Ok(Err(Refused { kind, what })) => raise(place, &|| {
            let parameters = InitParameter::of_fields(place.class);
            (kind.clone(), with_signature(what.clone(), key(place.class), &parameters))
        }),
        Err(payload) => panicked(place, payload),
    }
}

/// Why a constructor was not run. The message has the text after the name of the constructor.
struct Refused {
    kind: ErrorKind,
    what: String,
}

impl From<String> for Refused {
    fn from(what: String) -> Self {
        Self { kind: ErrorKind::TypeError, what }
    }
}

fn with_signature(mut what: String, key: &str, parameters: &[InitParameter]) -> String {
    what.push_str("\n  ");
    push_signature(key, parameters, &mut what);
    what
}

/// The argument for each field, in the order of the fields.
fn given<'call>(args: Args<'call>, class: &'static Class) -> Result<InitArguments<'call>, Refused> {
    Ok(arrange(args, marker(args), &InitParameter::of_fields(class))?)
}

fn explain(problem: Option<Problem>, class: &'static Class) -> Refused {
    let parameters = InitParameter::of_fields(class);
    match problem {
        Some(Problem::Mismatch(index, mismatch)) => {
            let name = parameters.get(index).map_or("", |parameter| parameter.of.name);
            let what = [": argument `", name, "`", mismatch.place(), ": ", mismatch.text()].concat();
            Refused { kind: mismatch.kind().clone(), what }
        }
        Some(Problem::Missing(index)) => missing(index, &parameters).into(),
        None => String::from(": an argument changed during decoding, or is too deep for this stack").into(),
    }
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
    match catch_unwind(AssertUnwindSafe(|| marker(views))) {
        Ok(None) => {
            let shim = record.shim.0;
            // SAFETY: the caller's contract, for the call being made.
            unsafe { shim(core::ptr::null_mut(), args, num_args, result) }
        }
        Ok(Some(marker)) => {
            // SAFETY: the SafeCall contract.
            unsafe { construct_by_names(record, views, marker, result) }
        }
        Err(payload) => raise_panic(record, payload),
    }
}

/// Runs a constructor with arguments by name.
///
/// # Safety
///
/// The SafeCall contract of [`crate::abi`]: `args` are those of the call, and `result` is its result.
#[cold]
#[inline(never)]
unsafe fn construct_by_names(
    record: &'static Record,
    args: Args<'_>,
    marker: i32,
    result: *mut TVMFFIAny,
) -> c_int {
    let arranged =
        catch_unwind(AssertUnwindSafe(|| positional(record, args, marker).map(|raw| (record.shim.0, raw))));
    match arranged {
        Ok(Ok((shim, raw))) => {
            // INVARIANT: there are at most as many as parameters.
            let count = raw.len() as i32;
            // SAFETY: the SafeCall contract: the slots are those of the call, or marked as absent.
            unsafe { shim(core::ptr::null_mut(), raw.as_ptr(), count, result) }
        }
        Ok(Err(what)) => raise_about(record, ErrorKind::TypeError, what),
        Err(payload) => raise_panic(record, payload),
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
    raise(Place { class, type_name: |_| {}, member: "" }, &|| (ErrorKind::TypeError, String::from(TEXT)))
}
