//! Owned values of any type.

use core::mem::ManuallyDrop;
use core::ptr::NonNull;

use tvm_ffi_abi::count::{dec_ref, inc_ref};
use tvm_ffi_abi::{TVMFFIAny, TVMFFIAnyPayload, TVMFFIObject, TypeIndex};

use crate::object::Object;

/// An owned value. It has none of the types that only views may have.
#[repr(transparent)]
pub(crate) struct Value(TVMFFIAny);

// SAFETY: plain values are plain data, and objects are `Object`s, which may be sent and shared. Opaque pointers are not followed.
unsafe impl Send for Value {}
// SAFETY: as above.
unsafe impl Sync for Value {}

impl Value {
    /// `None`.
    pub(crate) const NONE: Self = Self(TVMFFIAny::NONE);

    /// Takes over an owned value.
    ///
    /// # Safety
    ///
    /// AnyView validity without a time limit, none of the types that only views may have, and the caller gives up the reference in it.
    #[inline(always)]
    pub(crate) const unsafe fn from_owned(raw: TVMFFIAny) -> Self {
        Self(raw)
    }

    pub(crate) const fn int(int: i64) -> Self {
        Self(TVMFFIAny::new(TypeIndex::INT, TVMFFIAnyPayload::from_int(int)))
    }

    pub(crate) const fn bool(bool: bool) -> Self {
        Self(TVMFFIAny::new(TypeIndex::BOOL, TVMFFIAnyPayload::from_int(bool as i64)))
    }

    /// The object in a view, if it holds one, with a reference of its own.
    #[inline]
    pub(crate) fn of_object(view: &TVMFFIAny) -> Option<Self> {
        // SAFETY: Object validity.
        unsafe { inc_ref(view.header()?) };
        Some(Self(*view))
    }

    /// References of its own to the objects in the arguments of a call. Code of others that runs during the call may give away those that the
    /// caller lends.
    pub(crate) fn held(args: &[TVMFFIAny]) -> Vec<Self> {
        args.iter().filter_map(Self::of_object).collect()
    }

    /// A copy of a value.
    ///
    /// # Safety
    ///
    /// AnyView validity, and none of the types that only views may have.
    #[inline(always)]
    pub(crate) unsafe fn copy_of(view: &TVMFFIAny) -> Self {
        Self::of_object(view).unwrap_or_else(|| Self(*view))
    }

    /// Drops a value that an object held, while that is dropped.
    #[inline(always)]
    pub(crate) fn drop_held(self) {
        if let Some(object) = ManuallyDrop::new(self).0.header() {
            // SAFETY: the value gives up its reference.
            let object = unsafe { Object::from_owned(object.as_ptr().cast()) };
            object.into_iter().for_each(Object::drop_held);
        }
    }

    /// The raw value, still owned by this one.
    #[inline(always)]
    pub(crate) fn view(&self) -> &TVMFFIAny {
        &self.0
    }

    /// Gives up the raw value.
    #[inline(always)]
    pub(crate) fn into_raw(self) -> TVMFFIAny {
        ManuallyDrop::new(self).0
    }

    /// The object in the value, if it holds one.
    pub(crate) fn into_object(self) -> Option<Object> {
        self.0.header()?;
        // SAFETY: the value owns a reference to its object, and gives it up.
        unsafe { Object::from_owned(self.into_raw().payload.ptr()) }
    }

    pub(crate) fn type_index(&self) -> i32 {
        self.0.type_index
    }
}

impl From<Object> for Value {
    #[inline]
    fn from(object: Object) -> Self {
        let raw = object.view();
        core::mem::forget(object);
        Self(raw)
    }
}

impl Clone for Value {
    #[inline]
    fn clone(&self) -> Self {
        // SAFETY: the value is owned.
        unsafe { Self::copy_of(&self.0) }
    }
}

impl Drop for Value {
    #[inline]
    fn drop(&mut self) {
        if let Some(object) = self.0.header() {
            // SAFETY: the reference is owned and not used again.
            unsafe { dec_ref(object) };
        }
    }
}

/// The object in a view, if it has this type.
#[inline(always)]
pub(crate) fn lent_object(view: &TVMFFIAny, type_index: i32) -> Option<NonNull<TVMFFIObject>> {
    if view.type_index == type_index { NonNull::new(view.payload.ptr().cast()) } else { None }
}

/// Whether only views may have the type of a value.
#[inline(always)]
pub(crate) fn is_short_lived(view: &TVMFFIAny) -> bool {
    (TypeIndex::RAW_STR..=TypeIndex::OBJECT_RVALUE_REF).contains(&view.type_index)
}
