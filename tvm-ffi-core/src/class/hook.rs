//! Hooks: functions that the runtime calls on values of a class, implemented by Rust's derives.
//!
//! The runtime looks a hook up by the exact type of a value, but Python can call it with any value. A hook refuses values of other
//! types, subclasses too, because the hook of a parent sees only a part of the value.

use core::array::from_fn;
use core::cmp::Ordering;
use core::ffi::{c_int, c_void};
use core::fmt::Debug;
use core::hash::{Hash, Hasher};
use core::ptr::NonNull;
use std::hash::DefaultHasher;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::raise::{Place, panicked, raise};
use crate::abi::{TVMFFIAny, TVMFFIObject, TVMFFISafeCallType};
use crate::any::Any;
use crate::call::Args;
use crate::convert::IntoAny;
use crate::description::key;
use crate::error::ErrorKind;
use crate::object::borrow::Refusal;
use crate::object::{Access, ObjectType, Ref, class_of, is_of, mismatch, payload};

macro_rules! hooks {
    ($($(#[$doc:meta])* $name:ident, $attribute:literal: $bound:path, |$($value:ident),+| $body:expr;)*) => {$(
        $(#[$doc])*
        ///
        /// # Safety
        ///
        /// The SafeCall contract of [`crate::abi`].
        pub unsafe extern "C" fn $name<T: ObjectType + $bound>(
            _: *mut c_void,
            args: *const TVMFFIAny,
            num_args: i32,
            result: *mut TVMFFIAny,
        ) -> c_int {
            // SAFETY: the SafeCall contract.
            let args = unsafe { Args::new(args, num_args) };
            let body = |[$($value),+]: [&T; _]| -> Result<Any, &'static str> { $body };
            // SAFETY: the SafeCall contract.
            unsafe { answer(Place::member::<T>($attribute), args, result, body) }
        }
    )*};
}

hooks! {
    /// `(value, _) -> str`: what `Debug` writes.
    hook_repr, "__ffi_repr__": Debug, |value| Ok(format!("{value:?}").into_any());

    /// `(a, b, _) -> bool`
    hook_eq, "__ffi_eq__": PartialEq, |a, b| Ok((a == b).into_any());

    /// `(value, _) -> int`: the same in every process.
    hook_hash, "__ffi_hash__": Hash, |value| {
        let mut hasher = DefaultHasher::new();
        value.hash(&mut hasher);
        Ok(hasher.finish().cast_signed().into_any())
    };

    /// `(a, b, _) -> int`
    hook_compare, "__ffi_compare__": PartialOrd, |a, b| match a.partial_cmp(b) {
        Some(Ordering::Less) => Ok((-1).into_any()),
        Some(Ordering::Equal) => Ok(0.into_any()),
        Some(Ordering::Greater) => Ok(1.into_any()),
        None => Err(": these two values have no order"),
    };
}

/// `(value) -> value`
///
/// # Safety
///
/// The SafeCall contract of [`crate::abi`].
pub unsafe extern "C" fn hook_copy<T: ObjectType + Clone>(
    context: *mut c_void,
    args: *const TVMFFIAny,
    num_args: i32,
    result: *mut TVMFFIAny,
) -> c_int {
    // SAFETY: the SafeCall contract.
    let views = unsafe { Args::new(args, num_args) };
    // Python's subclasses inherit this function.
    let extending = views.view(0).and_then(|view| view.object()).and_then(copy_of_extending::<T>);
    if let Some(copy) = extending {
        // SAFETY: the SafeCall contract.
        return unsafe { copy(context, args, num_args, result) };
    }
    let body = |[value]: [&T; 1]| Ok(Ref::new(value.clone()).into_any());
    // SAFETY: the SafeCall contract.
    unsafe { answer(Place::member::<T>("__ffi_shallow_copy__"), views, result, body) }
}

/// The hook of the class of an object that extends `T`, if it has one.
fn copy_of_extending<T: ObjectType>(object: NonNull<TVMFFIObject>) -> Option<TVMFFISafeCallType> {
    // SAFETY: AnyView validity of the argument.
    let class = unsafe { class_of(object) }?;
    // SAFETY: as above.
    let extends = !core::ptr::eq(class, T::class()) && unsafe { is_of(object, T::class()) };
    if extends { class.record.hooks.copy } else { None }
}

/// Whether the class of an object is exactly `T`, and this library made the object.
///
/// # Safety
///
/// Object validity.
unsafe fn is_exactly<T: ObjectType>(object: NonNull<TVMFFIObject>) -> bool {
    // SAFETY: the caller's contract.
    unsafe { class_of(object) }.is_some_and(|class| core::ptr::eq(class, T::class()))
}

/// Runs a hook on its values, and returns its result.
///
/// # Safety
///
/// The SafeCall contract of [`crate::abi`].
unsafe fn answer<T: ObjectType, const N: usize>(
    place: Place,
    args: Args<'_>,
    result: *mut TVMFFIAny,
    body: impl FnOnce([&T; N]) -> Result<Any, &'static str>,
) -> c_int {
    match catch_unwind(AssertUnwindSafe(|| with_values(args, body))) {
        Ok(Ok(Ok(answer))) => {
            // SAFETY: the SafeCall contract: the place is writable and owns nothing.
            unsafe { result.write(answer.into_raw()) };
            0
        }
        // The message is about the values, not about the hook.
        Ok(Ok(Err(reason))) => {
            raise(Place { member: "", ..place }, &|| (ErrorKind::TypeError, String::from(reason)))
        }
        Ok(Err(index)) => refused(place, args, index, N),
        Err(payload) => panicked(place, payload),
    }
}

/// Runs `body` on the first values among the arguments. Returns the index of a value that is missing, is not a `T`, or cannot be borrowed.
fn with_values<T: ObjectType, const N: usize, R>(
    args: Args<'_>,
    body: impl FnOnce([&T; N]) -> R,
) -> Result<R, i32> {
    let _held = args.held();
    let mut objects = [NonNull::dangling(); N];
    for (index, place) in (0..).zip(&mut objects) {
        let object = args.view(index).and_then(|view| view.object());
        // SAFETY: AnyView validity.
        *place = object.filter(|object| unsafe { is_exactly::<T>(*object) }).ok_or(index)?;
    }
    let mut holders: [<T::Access as Access>::Holder; N] = from_fn(|_| Default::default());
    for ((index, object), holder) in (0..).zip(&objects).zip(&mut holders) {
        // SAFETY: AnyView validity: arguments outlive the call; the object was found to be a `T` made here.
        if !unsafe { T::Access::share_argument(*object, holder) } {
            return Err(index);
        }
    }
    // SAFETY: the objects are exactly of this type.
    let payloads = objects.map(|object| unsafe { payload::<T>(object) });
    // SAFETY: the objects are not changed, or not as long as the holders live.
    Ok(body(payloads.map(|payload| unsafe { payload.as_ref() })))
}

/// Raises why a hook failed.
#[cold]
#[inline(never)]
#[allow(improper_ctypes_definitions, reason = "called from Rust; `C` says that it does not unwind")]
extern "C" fn refused(place: Place, args: Args<'_>, index: i32, expected: usize) -> c_int {
    raise(place, &|| {
        let Some(view) = args.view(index) else {
            let noun = if expected == 1 { "value" } else { "values" };
            let text = format!(": expected {expected} {noun}, got {}", args.count());
            return (ErrorKind::TypeError, text);
        };
        if let Some(refusal) = view.object().and_then(Refusal::take) {
            return (ErrorKind::RuntimeError, format!(": {refusal}"));
        }
        // SAFETY: AnyView validity.
        let ours = view.object().and_then(|object| unsafe { class_of(object) });
        let what = match ours {
            Some(class) => format!("expected exactly a {}, got {}", key(place.class), key(class)),
            None => mismatch(place.class, place.type_name, view).text().to_owned(),
        };
        (ErrorKind::TypeError, format!(": argument #{index}: {what}"))
    })
}
