//! Owned values of any type.

use core::ffi::c_int;
use core::mem::ManuallyDrop;
use core::ptr::null_mut;

use tvm_ffi_abi::count::{dec_ref, inc_ref};
use tvm_ffi_abi::{TVMFFIAny, TVMFFIAnyPayload, TVMFFIObjectHandle, TypeIndex};

use crate::catch::{self, Result, fail, no_memory};
use crate::object::Object;
use crate::text;

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

    /// An owned value of a view: objects get a reference, texts are copied, and an object that the caller gives away is taken.
    ///
    /// # Errors
    ///
    /// An `InternalError` if the object was taken before, or if there is no memory for the text.
    #[inline]
    pub(crate) fn of_view(view: &TVMFFIAny) -> Result<Self> {
        if is_short_lived(view) {
            return Self::of_short_lived(view);
        }
        Ok(Self::of_object(view).unwrap_or_else(|| Self(*view)))
    }

    /// An owned value of a view that has a type which only views may have.
    fn of_short_lived(view: &TVMFFIAny) -> Result<Self> {
        let pointer = view.payload.ptr();
        match view.type_index {
            TypeIndex::RAW_STR => {
                // SAFETY: AnyView validity.
                let content = unsafe { text::c_text(pointer.cast()) };
                text::string_of_caller(content).ok_or_else(no_memory)
            }
            TypeIndex::BYTE_ARRAY_PTR => {
                // SAFETY: AnyView validity.
                let content = unsafe { text::lent(pointer.cast()) };
                text::bytes_of_caller(content).ok_or_else(no_memory)
            }
            // SAFETY: AnyView validity: the slot owns an object or is NULL, and no other thread changes it.
            _ => unsafe { Self::taken_from(pointer.cast()) },
        }
    }

    /// Takes the object out of a slot that owns it.
    ///
    /// # Safety
    ///
    /// The slot owns an object or is NULL, and no other thread changes it.
    unsafe fn taken_from(slot: *mut TVMFFIObjectHandle) -> Result<Self> {
        // SAFETY: the caller's contract.
        let taken = unsafe { slot.replace(null_mut()) };
        // SAFETY: the slot does not own the object any more.
        let object = unsafe { Object::from_owned(taken) };
        let already_moved = || {
            fail!(InternalError, "Check failed: (obj_addr[0] != nullptr) is false: RValueRef already moved")
        };
        object.map(Self::from).ok_or_else(already_moved)
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
        if let Some(object) = self.0.header() {
            // SAFETY: Object validity.
            unsafe { inc_ref(object) };
        }
        Self(self.0)
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

/// `TVMFFIAnyViewToOwnedAny`. The result may lie where the view does.
///
/// # Safety
///
/// The C API: the view is valid, and `out` is writable.
pub(crate) unsafe extern "C" fn any_view_to_owned_any(view: *const TVMFFIAny, out: *mut TVMFFIAny) -> c_int {
    // SAFETY: the caller's contract.
    let view = unsafe { view.read() };
    if is_short_lived(&view) {
        // SAFETY: the caller's contract.
        return unsafe { own_short_lived(view, out) };
    }
    if let Some(object) = view.header() {
        // SAFETY: Object validity.
        unsafe { inc_ref(object) };
    }
    // SAFETY: the caller's contract.
    unsafe { out.write(view) };
    0
}

#[inline(never)]
unsafe fn own_short_lived(view: TVMFFIAny, out: *mut TVMFFIAny) -> c_int {
    match Value::of_short_lived(&view) {
        Ok(value) => {
            // SAFETY: the caller's contract.
            unsafe { out.write(value.into_raw()) };
            0
        }
        Err(failure) => catch::raise(failure),
    }
}

/// Whether only views may have the type of a value.
fn is_short_lived(view: &TVMFFIAny) -> bool {
    (TypeIndex::RAW_STR..=TypeIndex::OBJECT_RVALUE_REF).contains(&view.type_index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::take_raised;
    use tvm_ffi_abi::TVMFFIByteArray;

    fn owned(view: &TVMFFIAny) -> Value {
        let mut out = *view;
        // SAFETY: the view is valid; the result lies where the view does.
        assert_eq!(unsafe { any_view_to_owned_any(&raw const out, &raw mut out) }, 0);
        // SAFETY: the function gave an owned value.
        unsafe { Value::from_owned(out) }
    }

    fn pointer(type_index: i32, pointer: *mut core::ffi::c_void) -> TVMFFIAny {
        TVMFFIAny::new(type_index, TVMFFIAnyPayload::from_ptr(pointer))
    }

    #[test]
    fn plain_values_are_copied_and_objects_get_a_reference() {
        assert_eq!(owned(Value::int(7).view()).view().payload.int(), 7);
        let tensor = pointer(TypeIndex::DL_TENSOR_PTR, core::ptr::dangling_mut());
        assert_eq!(owned(&tensor).view().payload.ptr(), tensor.payload.ptr());
        let object = Object::new(TypeIndex::OBJECT, ());
        let value = owned(&object.view());
        drop(object);
        assert_eq!(value.type_index(), TypeIndex::OBJECT);
    }

    #[test]
    fn texts_become_small_or_heap_strings() {
        for (text, index) in [(c"seven..", TypeIndex::SMALL_STR), (c"eight...", TypeIndex::STR)] {
            let value = owned(&pointer(TypeIndex::RAW_STR, text.as_ptr().cast_mut().cast()));
            assert_eq!(value.type_index(), index);
            assert_eq!(text::string_content(value.view()), Some(text.to_bytes()));
        }
        let array = TVMFFIByteArray::of(b"\0");
        let value = owned(&pointer(TypeIndex::BYTE_ARRAY_PTR, (&raw const array).cast_mut().cast()));
        assert_eq!(text::bytes_content(value.view()), Some(&b"\0"[..]));
    }

    #[test]
    fn an_object_that_is_given_away_is_taken_once() {
        let mut slot = Object::new(TypeIndex::OBJECT, ()).into_handle();
        let view = pointer(TypeIndex::OBJECT_RVALUE_REF, (&raw mut slot).cast());
        assert_eq!(owned(&view).type_index(), TypeIndex::OBJECT);
        let mut out = TVMFFIAny::NONE;
        // SAFETY: the view is valid, `out` is writable.
        assert_eq!(unsafe { any_view_to_owned_any(&view, &mut out) }, -1);
        assert!(take_raised().is_some() && slot.is_null());
    }
}
