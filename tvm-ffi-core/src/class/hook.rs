//! Hooks: functions that the runtime calls on values of a class, implemented by Rust's derives.
//!
//! The runtime looks a hook up by the exact type of a value, but Python can call it with any value. A hook refuses values of other
//! types, subclasses too, because the hook of a parent sees only a part of the value.

use core::array::from_fn;
use core::ffi::{c_int, c_void};
use core::fmt::Debug;
use core::hash::{Hash, Hasher};
use core::ptr::NonNull;
use std::hash::DefaultHasher;

use super::raise::{Failure, Place, answer};
use crate::abi::{TVMFFIAny, TVMFFIObject, TVMFFISafeCallType};
use crate::any::Any;
use crate::call::Args;
use crate::convert::IntoAny;
use crate::description::key;
use crate::error::ErrorKind;
use crate::object::borrow::Refusal;
use crate::object::{Access, ObjectType, Ref, class_of, is_of, mismatch, payload};

/// A hook of a `T`. It takes values, and ignores further arguments.
macro_rules! hook {
    ($bound:ident, $attribute:literal, |$($value:ident),+| $body:expr $(, or $instead:ident)?) => {{
        unsafe extern "C" fn hook<T: ObjectType + $bound>(
            _context: *mut c_void,
            args: *const TVMFFIAny,
            num_args: i32,
            result: *mut TVMFFIAny,
        ) -> c_int {
            // SAFETY: the SafeCall contract.
            let views = unsafe { Args::new(args, num_args) };
            $(if let Some(other) = $instead::<T>(views) {
                // SAFETY: the SafeCall contract.
                return unsafe { other(_context, args, num_args, result) };
            })?
            let place = Place { class: T::class(), member: $attribute };
            let body = |[$($value),+]: [&T; _]| -> Result<Any, &'static str> { $body };
            // SAFETY: the SafeCall contract: the place is writable and owns nothing.
            unsafe { answer(place.class, result, || with_values(place, views, body)) }
        }
        hook::<T>
    }};
}

/// The hook that option `repr` asks for: `(value, _) -> str`, what `Debug` writes.
pub const fn repr_by_debug<T: ObjectType + Debug>() -> TVMFFISafeCallType {
    hook!(Debug, "__ffi_repr__", |value| Ok(format!("{value:?}").into_any()))
}

/// The hook that option `eq` asks for: `(a, b, _) -> bool`.
pub const fn eq_by_partial_eq<T: ObjectType + PartialEq>() -> TVMFFISafeCallType {
    hook!(PartialEq, "__ffi_eq__", |a, b| Ok((a == b).into_any()))
}

/// The hook that option `hash` asks for: `(value, _) -> int`, the same in every process.
pub const fn hash_by_hash<T: ObjectType + Hash>() -> TVMFFISafeCallType {
    hook!(Hash, "__ffi_hash__", |value| {
        let mut hasher = DefaultHasher::new();
        value.hash(&mut hasher);
        Ok(hasher.finish().cast_signed().into_any())
    })
}

/// The hook that option `ord` asks for: `(a, b, _) -> int`.
pub const fn compare_by_partial_ord<T: ObjectType + PartialOrd>() -> TVMFFISafeCallType {
    hook!(PartialOrd, "__ffi_compare__", |a, b| match a.partial_cmp(b) {
        Some(order) => Ok((order as i32).into_any()),
        None => Err(": these two values have no order"),
    })
}

/// The hook that option `copy` asks for: `(value) -> value`. Python's subclasses inherit it.
pub const fn copy_by_clone<T: ObjectType + Clone>() -> TVMFFISafeCallType {
    hook!(Clone, "__ffi_shallow_copy__", |value| Ok(Ref::new(value.clone()).into_any()), or copy_of_extending)
}

/// The hook of the class of an object that extends `T`, if it has one.
fn copy_of_extending<T: ObjectType>(args: Args<'_>) -> Option<TVMFFISafeCallType> {
    let object = args.view(0)?.object()?;
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

/// Runs `body` on the first values among the arguments.
fn with_values<T: ObjectType, const N: usize>(
    place: Place,
    args: Args<'_>,
    body: impl FnOnce([&T; N]) -> Result<Any, &'static str>,
) -> Result<Any, Failure> {
    let mut objects = [NonNull::dangling(); N];
    for (index, object) in (0..).zip(&mut objects) {
        let found = args.view(index).and_then(|view| view.object());
        // SAFETY: AnyView validity.
        let found = found.filter(|object| unsafe { is_exactly::<T>(*object) });
        *object = found.ok_or_else(|| refused(place, args, index, N))?;
    }
    let mut holders: [<T::Access as Access>::Holder; N] = from_fn(|_| Default::default());
    // SAFETY: AnyView validity; the objects were found to be `T`s made here.
    let share_at_once = |(object, holder): (&_, &mut _)| unsafe { T::Access::share_at_once(*object, holder) };
    let at_once = objects.iter().zip(&mut holders).all(share_at_once);
    // A thread that waits lets others run, which may give up what the caller has lent.
    let _held = (!at_once).then(|| args.held());
    for ((index, object), holder) in (0..).zip(&objects).zip(&mut holders).filter(|_| !at_once) {
        // SAFETY: as above.
        if !unsafe { T::Access::share(*object, holder) } {
            return Err(refused(place, args, index, N));
        }
    }
    // SAFETY: the objects are exactly of this type.
    let payloads = objects.map(|object| unsafe { payload::<T>(object) });
    // SAFETY: the objects are not changed, or not as long as the holders live.
    let values = payloads.map(|payload| unsafe { payload.as_ref() });
    // The message is about the values, not about the hook.
    body(values).map_err(|reason| Place { member: "", ..place }.failure(ErrorKind::TypeError, reason))
}

/// Why a value is missing, is not of the class, or cannot be borrowed.
#[cold]
fn refused(place: Place, args: Args<'_>, index: i32, expected: usize) -> Failure {
    let Some(view) = args.view(index) else {
        let noun = if expected == 1 { "value" } else { "values" };
        let text = format!(": expected {expected} {noun}, got {}", args.count());
        return place.failure(ErrorKind::TypeError, text);
    };
    if let Some(refusal) = view.object().and_then(Refusal::take) {
        return place.failure(ErrorKind::RuntimeError, format!(": {refusal}"));
    }
    // SAFETY: AnyView validity.
    let ours = view.object().and_then(|object| unsafe { class_of(object) });
    let what = match ours {
        Some(class) => format!("expected exactly a {}, got {}", key(place.class), key(class)),
        None => mismatch(place.class, view).text().to_owned(),
    };
    place.failure(ErrorKind::TypeError, format!(": argument #{index}: {what}"))
}
