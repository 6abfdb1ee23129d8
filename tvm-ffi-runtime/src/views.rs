//! Owned values of views.

use core::ffi::c_int;
use core::ptr::null_mut;

use tvm_ffi_abi::{TVMFFIAny, TVMFFIObjectHandle, TypeIndex};

use crate::catch::{self, Result, fail, no_memory};
use crate::object::Object;
use crate::value::{Value, is_short_lived};
use crate::{lent, text};

impl Value {
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
        // SAFETY: AnyView validity, and the type is not one of those.
        Ok(unsafe { Self::copy_of(view) })
    }

    /// An owned value of a view that has a type which only views may have.
    fn of_short_lived(view: &TVMFFIAny) -> Result<Self> {
        let pointer = view.payload.ptr();
        match view.type_index {
            TypeIndex::RAW_STR => {
                // SAFETY: AnyView validity.
                let content = unsafe { lent::c_text(pointer.cast()) };
                text::string_of_caller(content).ok_or_else(no_memory)
            }
            TypeIndex::BYTE_ARRAY_PTR => {
                // SAFETY: AnyView validity.
                let content = unsafe { lent::bytes(pointer.cast()) };
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
    // SAFETY: the caller's contract, and the type is not one of those.
    let value = unsafe { Value::copy_of(&view) };
    // SAFETY: the caller's contract.
    unsafe { out.write(value.into_raw()) };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::take_raised;
    use tvm_ffi_abi::{TVMFFIAnyPayload, TVMFFIByteArray};

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
