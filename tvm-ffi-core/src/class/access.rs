//! Access to fields from outside, by the address of the field.
//!
//! Python calls these functions with any object, also with objects of subclasses that it allocated itself. So they check the header
//! of the object before they read the field.

use core::ffi::{c_int, c_void};
use core::mem::needs_drop;
use core::ptr::NonNull;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::field::Field;
use super::raise::{Place, panicked, raise};
use crate::abi::{TVMFFIAny, TVMFFIObject, TypeIndex};
use crate::any::AnyView;
use crate::convert::{FfiType, FromAnyView, IntoAny, Mismatch, is_rvalue, may_nest};
use crate::error::ErrorKind;
use crate::nesting::is_used_up;
use crate::object::borrow::{Brief, Refusal, Shared, enter_gil, share_argument};
use crate::object::{Access, ObjectType, is_of, mismatch, payload};
use crate::object_ref::ObjectRef;

/// Reads a field. The runtime passes the address of the field.
///
/// # Safety
///
/// Field address: the address lies as far behind the header of a live object, or behind NULL, as the field does in its class; and
/// `result` is writable and owns nothing.
pub(crate) unsafe extern "C" fn get_field<F: Field>(address: *mut c_void, result: *mut TVMFFIAny) -> c_int {
    let header = header::<F>(address);
    // SAFETY: Field address.
    match unsafe { exact::<F>(header) } {
        // SAFETY: the object is one of the field's type; and the caller's contract.
        Some(object) if const { is_changing_number::<F>() } => unsafe { read_number::<F>(object, result) },
        // SAFETY: as above.
        Some(object) => unsafe { read::<F>(object, result) },
        // SAFETY: the caller's contract.
        None => unsafe { get_inherited::<F>(header, result) },
    }
}

/// Whether the field is a number of a type of this crate, whose conversion runs no other code, in a mutable object.
const fn is_changing_number<F: Field>() -> bool {
    <F::Object as ObjectType>::Access::MUTABLE
        && matches!(F::Value::FACTS.field_index, TypeIndex::INT | TypeIndex::BOOL | TypeIndex::FLOAT)
}

/// Reads the field of a frozen object. All calls are tail calls, so that it needs no stack frame.
///
/// # Safety
///
/// As for [`read`].
#[inline(always)]
unsafe fn read_number<F: Field>(object: NonNull<TVMFFIObject>, result: *mut TVMFFIAny) -> c_int {
    // SAFETY: the caller's contract; the object outlives the call.
    let Some(_borrow) = (unsafe { Brief::shared_at_once(object) }) else {
        // SAFETY: the caller's contract.
        return unsafe { get_inherited::<F>(object.as_ptr(), result) };
    };
    // SAFETY: the object is one of the field's type, which is its first field if it extends that.
    let payload = unsafe { payload::<F::Object>(object) };
    // SAFETY: the object is not changed as long as it is borrowed.
    let value = F::get(unsafe { payload.as_ref() }).clone().into_any();
    // SAFETY: the caller's contract.
    unsafe { result.write(value.into_raw()) };
    0
}

/// Slow path: the object has a subclass of the field's class, or another thread has borrowed it.
///
/// # Safety
///
/// `header` is NULL or that of a live object; and `result` is writable and owns nothing.
#[cold]
#[inline(never)]
unsafe extern "C" fn get_inherited<F: Field>(header: *mut TVMFFIObject, result: *mut TVMFFIAny) -> c_int {
    // SAFETY: the caller's contract.
    match unsafe { inherited::<F>(header) } {
        // SAFETY: the object is one of the field's type; and the caller's contract.
        Some(object) => unsafe { read::<F>(object, result) },
        // SAFETY: the caller's contract.
        None => unsafe { refused(Place::of::<F>(), header) },
    }
}

/// Sets a field. The runtime passes the address of the field.
///
/// # Safety
///
/// Field address, as for [`get_field`]; and AnyView validity of `value`.
pub(crate) unsafe extern "C" fn set_field<F: Field>(address: *mut c_void, value: *const TVMFFIAny) -> c_int {
    const {
        assert!(
            !F::SETTABLE || <F::Object as ObjectType>::Access::MUTABLE,
            "only what is mutable has fields to set"
        );
    }
    if !F::SETTABLE {
        return read_only(Place::of::<F>());
    }
    let header = header::<F>(address);
    // SAFETY: Field address. What is exactly of a type is of it.
    match unsafe { inherited::<F>(header) } {
        // SAFETY: the object is one of the field's type; and the caller's contract.
        Some(object) => unsafe { write::<F>(object, value) },
        // SAFETY: the caller's contract.
        None => unsafe { refused(Place::of::<F>(), header) },
    }
}

/// The header of the object that contains the address, computed from the offset of the field. NULL if Python's wrapper has no object.
#[inline(always)]
fn header<F: Field>(address: *mut c_void) -> *mut TVMFFIObject {
    address.wrapping_byte_sub(size_of::<TVMFFIObject>() + F::OFFSET).cast()
}

/// The object, if its class is exactly the class with the field.
///
/// # Safety
///
/// `header` is NULL or that of a live object.
#[inline(always)]
unsafe fn exact<F: Field>(header: *mut TVMFFIObject) -> Option<NonNull<TVMFFIObject>> {
    let object = NonNull::new(header)?;
    // SAFETY: the header is live, and its deleter never changes.
    let deleter = unsafe { (*object.as_ptr()).deleter }?;
    core::ptr::fn_addr_eq(deleter, F::Object::DELETER).then_some(object)
}

/// The object, if its class extends the class with the field, and this library made it.
///
/// # Safety
///
/// As for [`exact`].
unsafe fn inherited<F: Field>(header: *mut TVMFFIObject) -> Option<NonNull<TVMFFIObject>> {
    // SAFETY: the header is live.
    NonNull::new(header).filter(|object| unsafe { is_of::<F::Object>(*object) })
}

/// Reads the field of an object.
///
/// # Safety
///
/// Object validity, and the object has the class of the field; `result` is writable and owns nothing.
#[inline(always)]
unsafe fn read<F: Field>(object: NonNull<TVMFFIObject>, result: *mut TVMFFIAny) -> c_int {
    // The runtime recurses into the values of fields when it compares, hashes, or copies.
    if const { may_nest::<F::Value>() } && is_used_up() {
        return too_deep(Place::of::<F>());
    }
    // SAFETY: the caller's contract.
    match catch_unwind(AssertUnwindSafe(|| unsafe { copy::<F>(object) }.map(F::Value::into_any))) {
        Ok(Some(value)) => {
            // SAFETY: the caller's contract.
            unsafe { result.write(value.into_raw()) };
            0
        }
        // SAFETY: Object validity.
        Ok(None) => unsafe { refused(Place::of::<F>(), object.as_ptr()) },
        Err(payload) => panicked(Place::of::<F>(), payload),
    }
}

#[cold]
#[inline(never)]
#[allow(improper_ctypes_definitions, reason = "called from Rust; `C` says that it does not unwind")]
extern "C" fn too_deep(place: Place) -> c_int {
    raise(place, &|| (ErrorKind::RuntimeError, String::from(": objects are nested too deeply")))
}

/// A copy of the value. `None` if the object cannot be borrowed.
///
/// # Safety
///
/// Object validity, and the object has the class of the field.
#[inline(always)]
unsafe fn copy<F: Field>(object: NonNull<TVMFFIObject>) -> Option<F::Value> {
    // SAFETY: the object is one of the field's type, which is its first field if it extends that.
    let payload = unsafe { payload::<F::Object>(object) };
    if !<F::Object as ObjectType>::Access::MUTABLE {
        // SAFETY: the object never changes.
        return Some(F::get(unsafe { payload.as_ref() }).clone());
    }
    if !needs_drop::<F::Value>() {
        // SAFETY: the caller's contract; copying plain data runs no foreign code.
        let _borrow = unsafe { Brief::shared(object) }?;
        // SAFETY: the object is not changed as long as it is borrowed.
        return Some(F::get(unsafe { payload.as_ref() }).clone());
    }
    let _gil = enter_gil();
    let mut holder = Shared::default();
    // SAFETY: the caller's contract.
    if !unsafe { share_argument(object, &mut holder) } {
        return None;
    }
    // SAFETY: the object is not changed as long as it is borrowed.
    Some(F::get(unsafe { payload.as_ref() }).clone())
}

/// Sets the field of an object.
///
/// # Safety
///
/// Object validity, and the object has the class of the field; AnyView validity of `value`.
unsafe fn write<F: Field>(object: NonNull<TVMFFIObject>, value: *const TVMFFIAny) -> c_int {
    // SAFETY: a pointer to a value is not NULL.
    let value = unsafe { NonNull::new_unchecked(value.cast_mut()) };
    // SAFETY: AnyView validity.
    let view = unsafe { AnyView::from_raw(value) };
    // The only owner may give away the object itself: the new value may take it, and drop it.
    // SAFETY: Object validity.
    let _kept = is_rvalue(view.type_index()).then(|| unsafe { ObjectRef::from_borrowed(object) });
    // SAFETY: the caller's contract.
    match catch_unwind(AssertUnwindSafe(|| unsafe { replace::<F>(object, view) })) {
        Ok(Ok(true)) => 0,
        // SAFETY: Object validity.
        Ok(Ok(false)) => unsafe { refused(Place::of::<F>(), object.as_ptr()) },
        Ok(Err(mismatch)) => not_converted(Place::of::<F>(), &mismatch),
        Err(payload) => panicked(Place::of::<F>(), payload),
    }
}

/// Replaces the value. `false` if the object cannot be borrowed.
///
/// # Safety
///
/// Object validity, and the object has the class of the field.
unsafe fn replace<F: Field>(object: NonNull<TVMFFIObject>, view: AnyView<'_>) -> Result<bool, Mismatch> {
    let _gil = enter_gil();
    // Decodes before it borrows: decoding may run code of the user.
    let new = decode::<F::Value>(view)?;
    // SAFETY: the object is one of the field's type, which is its first field if it extends that.
    let mut payload = unsafe { payload::<F::Object>(object) };
    // SAFETY: the caller's contract; replacing a value runs no foreign code.
    let Some(borrow) = (unsafe { Brief::exclusive(object) }) else { return Ok(false) };
    // SAFETY: the borrow is exclusive.
    let old = core::mem::replace(F::get_mut(unsafe { payload.as_mut() }), new);
    drop(borrow);
    drop(old);
    Ok(true)
}

fn decode<V: for<'a> FromAnyView<'a>>(view: AnyView<'_>) -> Result<V, Mismatch> {
    let mut holder = <V as FromAnyView<'_>>::Holder::default();
    if let Some(value) = V::decode(view, &mut holder) {
        return Ok(value);
    }
    let mut holder = <V as FromAnyView<'_>>::Holder::default();
    V::try_decode(view, &mut holder)
}

/// Raises why the field of this object cannot be read or set.
///
/// # Safety
///
/// `header` is NULL or that of a live object.
#[cold]
#[inline(never)]
#[allow(improper_ctypes_definitions, reason = "called from Rust; `C` says that it does not unwind")]
unsafe extern "C" fn refused(place: Place, header: *mut TVMFFIObject) -> c_int {
    raise(place, &|| {
        let Some(object) = NonNull::new(header) else {
            const TEXT: &str = ": the object has no value, since its constructor did not run (a subclass calls `super().__init__(...)` first)";
            return (ErrorKind::TypeError, String::from(TEXT));
        };
        if let Some(refusal) = Refusal::take(object) {
            return (ErrorKind::RuntimeError, format!(": {refusal}"));
        }
        // SAFETY: the header is live.
        let type_index = unsafe { (*header).type_index };
        let raw = TVMFFIAny::new(type_index, crate::abi::TVMFFIAnyPayload::from_ptr(header.cast()));
        // SAFETY: the object is live.
        let view = unsafe { AnyView::from_raw(NonNull::from(&raw)) };
        let mismatch = mismatch(place.class, place.type_name, view);
        behind(&mismatch)
    })
}

#[cold]
#[inline(never)]
#[allow(improper_ctypes_definitions, reason = "called from Rust; `C` says that it does not unwind")]
extern "C" fn read_only(place: Place) -> c_int {
    const TEXT: &str =
        " is read-only (in Rust, `#[field(set)]` on the field of a `mutable` type lets callers set it)";
    raise(place, &|| (ErrorKind::AttributeError, String::from(TEXT)))
}

#[cold]
#[inline(never)]
#[allow(improper_ctypes_definitions, reason = "called from Rust; `C` says that it does not unwind")]
extern "C" fn not_converted(place: Place, mismatch: &Mismatch) -> c_int {
    raise(place, &|| behind(mismatch))
}

/// The message for a mismatch, which follows the name of the field.
fn behind(mismatch: &Mismatch) -> (ErrorKind, String) {
    (mismatch.kind().clone(), [mismatch.place(), ": ", mismatch.text()].concat())
}
