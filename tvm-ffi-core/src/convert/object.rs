//! Objects: owned forms, and the rvalue references through which a caller gives an object away.

use core::mem::ManuallyDrop;
use core::ptr::NonNull;
use core::sync::atomic::{AtomicPtr, Ordering};

use super::plain::tagged;
use super::{FromAnyView, Holders, IntoAny, Kind, Mismatch, Moved, TypeTag};
use crate::abi::{TVMFFIAny, TVMFFIObject, TypeIndex};
use crate::any::{Any, AnyView};
use crate::object_ref::{ObjectRef, is_object_index};

tagged!(
    ObjectRef,
    Object { field_index: TypeIndex::OBJECT, moved: Moved::Taken },
    TypeTag::Object("ffi.Object")
);

/// The type index of an rvalue reference whose object may be taken now.
///
/// Taking an object changes the caller's slot, so a shim does it only once no other argument can send the call back to its
/// start. It is ours alone: no value of the ABI has a negative type index.
pub(crate) const RVALUE_TO_TAKE: i32 = i32::MIN + TypeIndex::OBJECT_RVALUE_REF;

/// Whether a type index is that of an rvalue reference.
#[inline(always)]
pub(crate) fn is_rvalue(type_index: i32) -> bool {
    matches!(type_index, TypeIndex::OBJECT_RVALUE_REF | RVALUE_TO_TAKE)
}

/// References to the objects that a caller moves by one argument and lends by another.
///
/// A lent object has to live through the call, but the owner of the moved reference may drop it, or change it as the only owner. So the
/// result holds one more reference to such an object.
pub(crate) fn lent_and_given(raw: &[TVMFFIAny]) -> Vec<ObjectRef> {
    if raw.iter().any(|value| is_rvalue(value.type_index)) { kept(raw) } else { Vec::new() }
}

#[cold]
#[inline(never)]
fn kept(raw: &[TVMFFIAny]) -> Vec<ObjectRef> {
    let slots = raw.iter().filter(|value| is_rvalue(value.type_index));
    let given = slots.filter_map(|value| {
        let slot = NonNull::new(value.payload.ptr().cast::<*mut TVMFFIObject>())?;
        // SAFETY: AnyView validity: the slot is live, and everybody here accesses it atomically.
        NonNull::new(unsafe { AtomicPtr::from_ptr(slot.as_ptr()) }.load(Ordering::Acquire))
    });
    let is_lent = |object: &NonNull<TVMFFIObject>| {
        let same = |value: &TVMFFIAny| value.payload.ptr().cast() == object.as_ptr();
        raw.iter().any(|value| is_object_index(value.type_index) && same(value))
    };
    // SAFETY: AnyView validity: the caller lends the object.
    given.filter(is_lent).map(|object| unsafe { ObjectRef::from_borrowed(object) }).collect()
}

/// An object from the slot of an rvalue reference. Dropping this puts the object back, unless it is kept.
///
/// Views can be copied and sent, so several threads may try the same slot: one atomic operation empties it before
/// a thread reads the object, and the second thread finds it empty.
struct MovedObject<'a> {
    slot: &'a AtomicPtr<TVMFFIObject>,
    object: ManuallyDrop<ObjectRef>,
}

impl<'a> MovedObject<'a> {
    /// `None` if the value is not an rvalue reference, or its object was taken already.
    fn new(view: AnyView<'a>) -> Option<Self> {
        if !is_rvalue(view.type_index()) {
            return None;
        }
        let slot = NonNull::new(view.as_raw().payload.ptr().cast::<*mut TVMFFIObject>())?;
        // SAFETY: AnyView validity: the slot is writable, and the callee may empty it; this crate accesses it only by atomic operations.
        let slot = unsafe { AtomicPtr::from_ptr(slot.as_ptr()) };
        let object = NonNull::new(slot.swap(core::ptr::null_mut(), Ordering::AcqRel))?;
        // SAFETY: AnyView validity: the slot owned a reference, which `self` now owns.
        let object = ManuallyDrop::new(unsafe { ObjectRef::from_raw(object) });
        Some(Self { slot, object })
    }

    /// Passes the object to `convert`.
    fn look<T>(&self, convert: impl FnOnce(AnyView<'_>) -> Option<T>) -> Option<T> {
        let raw = self.object.as_raw_any();
        // SAFETY: `self` owns the object during the call.
        convert(unsafe { AnyView::from_raw(NonNull::from(&raw)) })
    }

    fn keep(self) -> ObjectRef {
        let mut taken = ManuallyDrop::new(self);
        // SAFETY: neither the field nor `taken` is used again.
        unsafe { ManuallyDrop::take(&mut taken.object) }
    }
}

impl Drop for MovedObject<'_> {
    fn drop(&mut self) {
        // The slot owns the reference again.
        self.slot.store(self.object.as_ptr().as_ptr(), Ordering::Release);
    }
}

/// Converts the object of an rvalue reference, and takes it out of its slot if that succeeds. A second call finds nothing.
///
/// What owns a reference to the object has the caller's then, and is the only owner if the caller was.
#[cold]
fn take_rvalue<T>(view: AnyView<'_>, convert: impl FnOnce(AnyView<'_>) -> Option<T>) -> Option<T> {
    let moved = MovedObject::new(view)?;
    let converted = moved.look(convert)?;
    drop(moved.keep());
    Some(converted)
}

/// Converts the object of an rvalue reference, and leaves it where it is.
#[cold]
pub(crate) fn through_rvalue<T>(
    view: AnyView<'_>,
    convert: impl FnOnce(AnyView<'_>) -> Option<T>,
) -> Option<T> {
    MovedObject::new(view)?.look(convert)
}

/// Decodes a value of a type that borrows nothing. An object that the caller moves is taken; text and containers are left where they are.
#[inline]
pub(crate) fn decode_owned<T: for<'a> FromAnyView<'a>>(view: AnyView<'_>) -> Option<T> {
    let decode = |view: AnyView<'_>| {
        let mut holder = <T as FromAnyView<'_>>::Holder::default();
        T::decode(view, &mut holder)
    };
    match decode(view) {
        None if !is_rvalue(view.type_index()) => None,
        None => match (T::FACTS.kind, T::FACTS.moved) {
            (Kind::Scalar | Kind::Container, Moved::Shared) => through_rvalue(view, decode),
            _ => take_rvalue(view, decode),
        },
        decoded => decoded,
    }
}

/// Takes the object that the caller moves, if the type takes objects.
#[cold]
#[inline(never)]
pub(crate) fn take_owned<'a, T: FromAnyView<'a>>(view: AnyView<'a>) -> Option<T> {
    if const { !matches!(T::FACTS.moved, Moved::Taken) } {
        return None;
    }
    take_rvalue(view, |inner| {
        // SAFETY: the facts of the type: its values borrow nothing from the view.
        let inner = unsafe { AnyView::from_raw(NonNull::from(inner.as_raw())) };
        T::decode(inner, Holders::empty()?)
    })
}

/// The object of a built-in type that the value holds.
#[inline(always)]
pub(crate) fn object_type(view: AnyView<'_>, type_index: i32) -> Option<ObjectRef> {
    // SAFETY: AnyView validity.
    view.object_of(type_index).map(|object| unsafe { ObjectRef::from_borrowed(object) })
}

impl<'a> FromAnyView<'a> for ObjectRef {
    type Holder = ();

    #[inline]
    fn decode(view: AnyView<'a>, _: &'a mut ()) -> Option<Self> {
        // SAFETY: AnyView validity.
        view.object().map(|object| unsafe { ObjectRef::from_borrowed(object) })
    }

    fn explain(view: AnyView<'_>) -> Option<Mismatch> {
        Mismatch::unless::<Self>(view.object().is_some(), view)
    }
}

impl IntoAny for ObjectRef {
    #[inline]
    fn into_any(self) -> Any {
        let raw = self.as_raw_any();
        let _ = self.into_raw();
        // SAFETY: the reference moves into the value.
        unsafe { Any::from_raw(raw) }
    }
}

/// Defines the conversions of a type that is an [`ObjectRef`] of one built-in type index.
macro_rules! object_conversions {
    ($type:ident, $index:ident, $kind:ident, $tag:expr) => {
        $crate::convert::tagged!(
            $type,
            $kind { field_index: $crate::abi::TypeIndex::$index, moved: $crate::convert::Moved::Taken },
            $tag,
            {
                fn distance(view: $crate::any::AnyView<'_>) -> Option<u32> {
                    $crate::convert::exactly(view.object_of($crate::abi::TypeIndex::$index).is_some())
                }
            }
        );

        impl<'a> $crate::convert::FromAnyView<'a> for $type {
            type Holder = ();

            #[inline]
            fn decode(view: $crate::any::AnyView<'a>, _: &'a mut ()) -> Option<Self> {
                $crate::convert::object_type(view, $crate::abi::TypeIndex::$index).map($type)
            }

            fn explain(view: $crate::any::AnyView<'_>) -> Option<$crate::convert::Mismatch> {
                let is_one = view.object_of($crate::abi::TypeIndex::$index).is_some();
                $crate::convert::Mismatch::unless::<Self>(is_one, view)
            }
        }

        impl $crate::convert::IntoAny for $type {
            #[inline]
            fn into_any(self) -> $crate::any::Any {
                self.0.into_any()
            }
        }

        impl From<$type> for $crate::object_ref::ObjectRef {
            fn from(value: $type) -> Self {
                value.0
            }
        }
    };
}
pub(crate) use object_conversions;
