//! Access to fields from outside, by the address of the field.
//!
//! Python calls these functions with any object, also with objects of subclasses that it allocated itself. So they check the header
//! of the object before they read the field.
//!
//! A field has two functions of its own, which are short. All other code is shared by all fields, or by the fields of a type.

use core::ffi::{c_int, c_void};
use core::ptr::NonNull;

use super::field::{Field, FieldValue};
use super::raise::{Failure, Place, answer};
use crate::abi::{TVMFFIAny, TVMFFIObject, TypeIndex};
use crate::any::{Any, AnyView};
use crate::convert::{IntoAny, decode_owned, may_nest, mismatch_of};
use crate::description::Class;
use crate::error::ErrorKind;
use crate::nesting::is_used_up;
use crate::object::borrow::{Held, Mode, Refusal, read_at_once};
use crate::object::{Access, ObjectType, class_of, is_of, mismatch, payload};
use crate::object_ref::ObjectRef;

/// Reads a field. The runtime passes the address of the field.
///
/// The fast path reads a number of an object of exactly the class of the field. All calls are tail calls, so that it needs no stack frame.
///
/// # Safety
///
/// Field address: the address lies as far behind the header of a live object, or behind NULL, as the field does in its class; and
/// `result` is writable and owns nothing.
pub(crate) unsafe extern "C" fn get_field<F: Field<Value: FieldValue>>(
    address: *mut c_void,
    result: *mut TVMFFIAny,
) -> c_int {
    let header = header::<F>(address);
    if const { is_number::<F::Value>() }
        // SAFETY: Field address.
        && let Some(object) = unsafe { exact::<F>(header) }
    {
        // SAFETY: the object is of exactly this type.
        let payload = unsafe { payload::<F::Object>(object) };
        // SAFETY: the object never changes, or not as long as it is borrowed.
        let read = || F::get(unsafe { payload.as_ref() }).clone().into_any();
        let value = match <F::Object as ObjectType>::Access::MUTABLE {
            // SAFETY: the object is mutable. Copying a number runs no other code.
            true => unsafe { read_at_once(object, read) },
            false => Some(read()),
        };
        if let Some(value) = value {
            // SAFETY: the caller's contract.
            unsafe { result.write(value.into_raw()) };
            return 0;
        }
    }
    // SAFETY: Field address, and the caller's contract.
    unsafe { read(const { &FieldAccess::of::<F>() }, header, result) }
}

/// Whether a type is a number of this crate, whose conversion and copy run no other code. Plain data of a user's type may run any.
const fn is_number<V: FieldValue>() -> bool {
    matches!(V::FACTS.field_index, TypeIndex::INT | TypeIndex::BOOL | TypeIndex::FLOAT)
}

/// Sets a field. The runtime passes the address of the field.
///
/// # Safety
///
/// Field address, as for [`get_field`]; and AnyView validity of `value`.
pub(crate) unsafe extern "C" fn set_field<F: Field<Value: FieldValue>>(
    address: *mut c_void,
    value: *const TVMFFIAny,
) -> c_int {
    const {
        assert!(
            !F::SETTABLE || <F::Object as ObjectType>::Access::MUTABLE,
            "only what is mutable has fields to set"
        );
    }
    // SAFETY: Field address, and the caller's contract.
    unsafe { write(const { &FieldAccess::of::<F>() }, header::<F>(address), value) }
}

/// The header of the object that contains the address, computed from the offset of the field. NULL if Python's wrapper has no object.
#[inline]
fn header<F: Field<Value: FieldValue>>(address: *mut c_void) -> *mut TVMFFIObject {
    address.wrapping_byte_sub(size_of::<TVMFFIObject>() + F::OFFSET).cast()
}

/// The object, if its class is exactly the class with the field.
///
/// # Safety
///
/// `header` is NULL or that of a live object.
#[inline]
unsafe fn exact<F: Field<Value: FieldValue>>(header: *mut TVMFFIObject) -> Option<NonNull<TVMFFIObject>> {
    let object = NonNull::new(header)?;
    // SAFETY: the header is live.
    let class = unsafe { class_of(object) }?;
    core::ptr::eq(class, F::Object::class()).then_some(object)
}

/// A field, for the code that all fields share.
struct FieldAccess {
    class: fn() -> &'static Class,
    name: &'static str,
    /// From the header of the object, in bytes.
    offset: usize,
    is_mutable: bool,
    is_number: bool,
    may_nest: bool,
    copy: unsafe fn(&FieldAccess, NonNull<TVMFFIObject>) -> Option<Any>,
    /// `None` of a field that is read-only.
    replace: Option<Replace>,
}

type Replace = unsafe fn(&FieldAccess, NonNull<TVMFFIObject>, AnyView<'_>) -> Result<(), Failure>;

impl FieldAccess {
    const fn of<F: Field<Value: FieldValue>>() -> Self {
        Self {
            class: F::Object::class,
            name: F::NAME,
            offset: size_of::<TVMFFIObject>() + F::OFFSET,
            is_mutable: <F::Object as ObjectType>::Access::MUTABLE,
            is_number: is_number::<F::Value>(),
            may_nest: may_nest::<F::Value>(),
            copy: copy::<F::Value>,
            replace: if F::SETTABLE { Some(replace::<F::Value>) } else { None },
        }
    }

    fn place(&self) -> Place {
        Place { class: (self.class)(), member: self.name }
    }

    /// The object, if its class is the class with the field or extends it, and this library made it.
    ///
    /// # Safety
    ///
    /// `header` is NULL or that of a live object.
    unsafe fn object(&self, header: *mut TVMFFIObject) -> Result<NonNull<TVMFFIObject>, Failure> {
        // SAFETY: the header is live.
        let object = NonNull::new(header).filter(|object| unsafe { is_of(*object, (self.class)()) });
        // SAFETY: the caller's contract.
        object.ok_or_else(|| unsafe { refused(self.place(), header) })
    }

    /// The value in an object.
    ///
    /// # Safety
    ///
    /// The object has the class of the field, whose type is `V`.
    unsafe fn value<V>(&self, object: NonNull<TVMFFIObject>) -> NonNull<V> {
        // SAFETY: the class of the field is that of the object, or the first field of that, so the field is as far from the header.
        unsafe { object.byte_add(self.offset) }.cast()
    }
}

/// A copy of the value. `None` if the object cannot be borrowed.
///
/// # Safety
///
/// Object validity, the object has the class of the field, and `V` is the type of the field.
unsafe fn copy<V: FieldValue>(field: &FieldAccess, object: NonNull<TVMFFIObject>) -> Option<Any> {
    let borrow = match field.is_mutable {
        // SAFETY: the caller's contract.
        true => Some(unsafe { Held::or_keep(object, Mode::Shared) }?),
        false => None,
    };
    // SAFETY: the caller's contract.
    let place = unsafe { field.value::<V>(object) };
    // SAFETY: the object never changes, or not as long as it is borrowed.
    let value = unsafe { place.as_ref() }.clone();
    drop(borrow);
    Some(value.into_any())
}

/// Replaces the value.
///
/// # Safety
///
/// As for [`copy`].
unsafe fn replace<V: FieldValue>(
    field: &FieldAccess,
    object: NonNull<TVMFFIObject>,
    view: AnyView<'_>,
) -> Result<(), Failure> {
    // Decodes before it borrows: decoding may run code of the user.
    let new = decode_owned::<V>(view).ok_or_else(|| field.place().mismatch(&mismatch_of::<V>(view)))?;
    // SAFETY: the caller's contract.
    let mut place = unsafe { field.value::<V>(object) };
    // SAFETY: the caller's contract.
    let borrow = unsafe { Held::or_keep(object, Mode::Exclusive) };
    // SAFETY: Object validity.
    let borrow = borrow.ok_or_else(|| unsafe { refused(field.place(), object.as_ptr()) })?;
    // SAFETY: the borrow is exclusive.
    let old = core::mem::replace(unsafe { place.as_mut() }, new);
    drop(borrow);
    drop(old);
    Ok(())
}

/// Reads the field of an object.
///
/// # Safety
///
/// `header` is NULL or that of a live object; and `result` is writable and owns nothing.
#[inline(never)]
unsafe fn read(field: &'static FieldAccess, header: *mut TVMFFIObject, result: *mut TVMFFIAny) -> c_int {
    let body = || {
        // SAFETY: the caller's contract.
        let object = unsafe { field.object(header) }?;
        // The runtime recurses into the values of fields when it compares, hashes, or copies.
        if field.may_nest && is_used_up() {
            return Err(field.place().failure(ErrorKind::RuntimeError, ": objects are nested too deeply"));
        }
        // The user's code may run, which could give away the caller's reference. A borrow has one of its own.
        // SAFETY: Object validity.
        let _held = (!field.is_mutable).then(|| unsafe { ObjectRef::from_borrowed(object) });
        // SAFETY: the object is one of the field's class.
        let value = unsafe { (field.copy)(field, object) };
        // SAFETY: Object validity.
        value.ok_or_else(|| unsafe { refused(field.place(), header) })
    };
    // SAFETY: the caller's contract.
    unsafe { answer((field.class)(), result, body) }
}

/// Sets the field of an object.
///
/// # Safety
///
/// `header` is NULL or that of a live object; AnyView validity of `value`.
#[inline(never)]
unsafe fn write(field: &'static FieldAccess, header: *mut TVMFFIObject, value: *const TVMFFIAny) -> c_int {
    let body = || {
        const READ_ONLY: &str =
            " is read-only (in Rust, `#[field(set)]` on the field of a `mutable` type lets callers set it)";
        let read_only = || field.place().failure(ErrorKind::AttributeError, READ_ONLY);
        let replace = field.replace.ok_or_else(read_only)?;
        // SAFETY: the caller's contract.
        let object = unsafe { field.object(header) }?;
        // SAFETY: a pointer to a value is not NULL.
        let value = unsafe { NonNull::new_unchecked(value.cast_mut()) };
        // SAFETY: AnyView validity.
        let view = unsafe { AnyView::from_raw(value) };
        // As above: decoding may run the user's code too.
        // SAFETY: Object validity.
        let _held = (!field.is_number).then(|| unsafe { ObjectRef::from_borrowed(object) });
        // SAFETY: the object is one of the field's class.
        unsafe { replace(field, object, view) }.map(|()| Any::none())
    };
    let mut none = TVMFFIAny::NONE;
    // SAFETY: the place is writable.
    unsafe { answer((field.class)(), &mut none, body) }
}

/// Whether a function at an address is one that [`get_field`] or [`set_field`] may have ended in.
pub(super) fn is_shared(address: usize) -> bool {
    address == read as *const () as usize || address == write as *const () as usize
}

/// Why the field of this object cannot be read or set.
///
/// # Safety
///
/// `header` is NULL or that of a live object.
#[cold]
unsafe fn refused(place: Place, header: *mut TVMFFIObject) -> Failure {
    let Some(object) = NonNull::new(header) else {
        const TEXT: &str = ": the object has no value, since its constructor did not run (a subclass calls `super().__init__(...)` first)";
        return place.failure(ErrorKind::TypeError, TEXT);
    };
    if let Some(refusal) = Refusal::take(object) {
        return place.failure(ErrorKind::RuntimeError, format!(": {refusal}"));
    }
    // SAFETY: the header is live.
    let type_index = unsafe { (*header).type_index };
    let raw = TVMFFIAny::new(type_index, crate::abi::TVMFFIAnyPayload::from_ptr(header.cast()));
    // SAFETY: the object is live.
    let view = unsafe { AnyView::from_raw(NonNull::from(&raw)) };
    place.mismatch(&mismatch(place.class, view))
}
