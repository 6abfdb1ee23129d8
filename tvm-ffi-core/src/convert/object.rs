//! Objects: owned forms, and the rvalue references through which a caller gives an object away.

use core::ptr::NonNull;

use super::plain::named;
use super::{FromAnyView, IntoAny};
use crate::abi::{TVMFFIAny, TVMFFIAnyPayload, TVMFFIObject, TypeIndex};
use crate::any::{Any, AnyView};
use crate::object::ObjectRef;

named!(ObjectRef, Object, "Object", "ffi.Object");

/// The slot of an rvalue reference and the object in it; `None` if the object was taken already.
fn rvalue(view: AnyView<'_>) -> Option<(NonNull<*mut TVMFFIObject>, NonNull<TVMFFIObject>)> {
    if view.type_index() != TypeIndex::OBJECT_RVALUE_REF {
        return None;
    }
    let slot = NonNull::new(view.as_raw().payload.ptr().cast::<*mut TVMFFIObject>())?;
    // SAFETY: AnyView validity: the slot is readable.
    let object = NonNull::new(unsafe { slot.read() })?;
    Some((slot, object))
}

/// Takes the object out of an rvalue reference, if its type index is accepted. A second call finds nothing.
#[cold]
#[inline(never)]
pub(crate) fn take_rvalue(view: AnyView<'_>, accepts: impl FnOnce(i32) -> bool) -> Option<ObjectRef> {
    let (slot, object) = rvalue(view)?;
    // SAFETY: AnyView validity: the slot owns a live object.
    let type_index = unsafe { (*object.as_ptr()).type_index };
    if !accepts(type_index) {
        return None;
    }
    // SAFETY: the slot is the callee's to empty; what it owned is taken over below.
    unsafe { slot.write(core::ptr::null_mut()) };
    // SAFETY: the slot owned a reference, which is now ours.
    Some(unsafe { ObjectRef::from_raw(object) })
}

/// Converts the object behind an rvalue reference, and leaves it where it is.
#[cold]
pub(crate) fn through_rvalue<T>(
    view: AnyView<'_>,
    convert: impl FnOnce(AnyView<'_>) -> Option<T>,
) -> Option<T> {
    let (_, object) = rvalue(view)?;
    // SAFETY: AnyView validity: the slot owns a live object.
    let type_index = unsafe { (*object.as_ptr()).type_index };
    let raw = TVMFFIAny::new(type_index, TVMFFIAnyPayload::from_ptr(object.as_ptr().cast()));
    // SAFETY: the object lives in its slot at least for this call, which does not empty it.
    convert(unsafe { AnyView::from_raw(NonNull::from(&raw)) })
}

/// The object of a built-in type that the value holds or gives away.
#[inline(always)]
pub(crate) fn object_type(view: AnyView<'_>, type_index: i32) -> Option<ObjectRef> {
    match view.object_of(type_index) {
        // SAFETY: AnyView validity.
        Some(object) => Some(unsafe { ObjectRef::from_borrowed(object) }),
        None if view.type_index() == TypeIndex::OBJECT_RVALUE_REF => {
            take_rvalue(view, |found| found == type_index)
        }
        None => None,
    }
}

impl<'a> FromAnyView<'a> for ObjectRef {
    type Holder = ();

    #[inline]
    fn decode(view: AnyView<'a>, _: &'a mut ()) -> Option<Self> {
        match view.object() {
            // SAFETY: AnyView validity.
            Some(object) => Some(unsafe { ObjectRef::from_borrowed(object) }),
            None => take_rvalue(view, |_| true),
        }
    }
}

impl IntoAny for ObjectRef {
    #[inline]
    fn into_any(self) -> Any {
        let raw = TVMFFIAny::object(&self);
        let _ = self.into_raw();
        // SAFETY: the reference moves into the value.
        unsafe { Any::from_raw(raw) }
    }
}

/// Defines the conversions of a type that is an [`ObjectRef`] of one built-in type index.
macro_rules! object_conversions {
    ($type:ident, $index:ident, $kind:ident, $name:literal, $schema:literal) => {
        $crate::convert::named!($type, $kind, $name, $schema);

        impl<'a> $crate::convert::FromAnyView<'a> for $type {
            type Holder = ();

            #[inline]
            fn decode(view: $crate::any::AnyView<'a>, _: &'a mut ()) -> Option<Self> {
                $crate::convert::object_type(view, $crate::abi::TypeIndex::$index).map($type)
            }
        }

        impl $crate::convert::IntoAny for $type {
            #[inline]
            fn into_any(self) -> $crate::any::Any {
                self.0.into_any()
            }
        }

        impl From<$type> for $crate::object::ObjectRef {
            fn from(value: $type) -> Self {
                value.0
            }
        }
    };
}
pub(crate) use object_conversions;
