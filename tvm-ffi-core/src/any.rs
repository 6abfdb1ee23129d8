//! Values of any type: [`Any`] owns a value, [`AnyView`] borrows one.

use core::ffi::c_void;
use core::marker::PhantomData;
use core::mem::ManuallyDrop;
use core::ptr::NonNull;

use crate::abi::{TVMFFIAny, TVMFFIAnyPayload, TVMFFIObject, TVMFFIOpaqueObjectCell, TypeIndex};
use crate::object_ref::{ObjectRef, dec_ref, inc_ref, is_object_index};
use crate::runtime::{PyObject, Python};

/// An owned value of any type.
///
/// It holds one of the types of the ABI: `None`, an integer, a boolean, a float, a pointer, a dtype, a device, a short
/// string or short bytes, or a reference to an object.
///
/// ```
/// # use tvm_ffi_core::Any;
/// let value = Any::new(3i64);
/// assert_eq!(value.cast::<i64>().unwrap(), 3);
/// ```
#[repr(transparent)]
pub struct Any(TVMFFIAny);

// SAFETY: plain values are plain data; objects are `ObjectRef`s, which may be sent and shared; an opaque pointer is never
// dereferenced by safe code.
unsafe impl Send for Any {}
// SAFETY: as above.
unsafe impl Sync for Any {}

impl Any {
    /// `None`.
    #[inline]
    pub const fn none() -> Self {
        Self(TVMFFIAny::NONE)
    }

    /// Takes over an owned value.
    ///
    /// # Safety
    ///
    /// `raw` satisfies AnyView validity for an unlimited lifetime, is none of the kinds that only views may hold
    /// (`DLTensorPtr`, `RawStr`, `ByteArrayPtr`, `ObjectRValueRef`), and the caller gives up the reference in it.
    #[inline]
    pub const unsafe fn from_raw(raw: TVMFFIAny) -> Self {
        Self(raw)
    }

    /// The value for C, which now owns the reference in it.
    #[inline]
    pub fn into_raw(self) -> TVMFFIAny {
        ManuallyDrop::new(self).0
    }

    /// The value as C sees it, still owned here.
    #[inline]
    pub fn as_raw(&self) -> &TVMFFIAny {
        &self.0
    }

    /// A raw pointer as a value, for an argument or a result. Reading the pointer in a value is safe: `*mut c_void` as a parameter.
    ///
    /// ```
    /// # fn main() -> tvm_ffi_core::Result<()> {
    /// use core::ffi::c_void;
    /// use tvm_ffi_core::{Any, Function};
    /// let is_null = Function::new(|pointer: *mut c_void| pointer.is_null());
    /// let mut number = 5;
    /// // SAFETY: the function does not use the pointer.
    /// let pointer = unsafe { Any::from_pointer((&raw mut number).cast()) };
    /// assert!(!is_null.call((pointer,))?.cast::<bool>()?);
    /// # Ok(()) }
    /// ```
    ///
    /// # Safety
    ///
    /// Whatever gets the value may use the pointer, as the function says that it is passed to: the runtime has functions that call it.
    /// For such a use the pointer is valid.
    #[inline]
    pub const unsafe fn from_pointer(pointer: *mut c_void) -> Self {
        Self::plain(TypeIndex::OPAQUE_PTR, TVMFFIAnyPayload::from_ptr(pointer))
    }

    /// A value that is not an object.
    #[inline]
    pub(crate) const fn plain(type_index: i32, payload: TVMFFIAnyPayload) -> Self {
        Self(TVMFFIAny::new(type_index, payload))
    }

    /// A view of the value.
    ///
    /// Containers of the runtime may hold pointers that other code owns, because the runtime stores arguments unchanged. The view shows them
    /// as `None`: they may dangle.
    #[inline]
    pub fn as_view(&self) -> AnyView<'_> {
        static NONE: Any = Any::none();
        let raw = if Self::only_views_hold(self.0.type_index) { &NONE.0 } else { &self.0 };
        AnyView { raw: NonNull::from(raw), marker: PhantomData }
    }

    /// Whether values of a type index are of a kind that only a view may be of.
    #[inline]
    pub(crate) fn only_views_hold(type_index: i32) -> bool {
        const _: () = assert!(TypeIndex::OBJECT_RVALUE_REF - TypeIndex::DL_TENSOR_PTR == 3);
        type_index.wrapping_sub(TypeIndex::DL_TENSOR_PTR).cast_unsigned() <= 3
    }

    /// The type index of the value.
    #[inline]
    pub fn type_index(&self) -> i32 {
        self.0.type_index
    }

    /// Whether the value is `None`.
    #[inline]
    pub fn is_none(&self) -> bool {
        self.type_index() == TypeIndex::NONE
    }

    /// The object in the value, or the value itself.
    pub fn try_into_object(self) -> core::result::Result<ObjectRef, Self> {
        match self.as_view().object() {
            Some(object) => {
                let _ = self.into_raw();
                // SAFETY: AnyView validity; the reference that the value owned is taken over.
                Ok(unsafe { ObjectRef::from_raw(object) })
            }
            None => Err(self),
        }
    }
}

impl Clone for Any {
    #[inline]
    fn clone(&self) -> Self {
        let view = self.as_view();
        if let Some(object) = view.object() {
            // SAFETY: AnyView validity: the object is live.
            unsafe { inc_ref(object) };
        }
        Self(*view.as_raw())
    }
}

impl Drop for Any {
    #[inline]
    fn drop(&mut self) {
        // Pointers that other code owns are not objects.
        if let Some(object) = self.0.header() {
            // SAFETY: the value owns a reference, which is not used again.
            unsafe { dec_ref(object) };
        }
    }
}

impl Default for Any {
    fn default() -> Self {
        Self::none()
    }
}

/// A borrowed value of any type.
///
/// It refers to the caller's slot, in which short strings are stored.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub struct AnyView<'a> {
    raw: NonNull<TVMFFIAny>,
    marker: PhantomData<&'a TVMFFIAny>,
}

// SAFETY: as for `&Any`.
unsafe impl Send for AnyView<'_> {}
// SAFETY: as for `&Any`.
unsafe impl Sync for AnyView<'_> {}

impl<'a> AnyView<'a> {
    /// Views a slot.
    ///
    /// # Safety
    ///
    /// AnyView validity for `'a`.
    #[inline]
    pub const unsafe fn from_raw(raw: NonNull<TVMFFIAny>) -> Self {
        Self { raw, marker: PhantomData }
    }

    /// The slot.
    #[inline]
    pub fn as_raw(self) -> &'a TVMFFIAny {
        // SAFETY: AnyView validity: the slot is readable for `'a`, and no code writes it; what an rvalue reference points to
        // lies elsewhere.
        unsafe { self.raw.as_ref() }
    }

    /// The type index of the value.
    #[inline]
    pub fn type_index(self) -> i32 {
        self.as_raw().type_index
    }

    /// Whether the value is `None`.
    #[inline]
    pub fn is_none(self) -> bool {
        self.type_index() == TypeIndex::NONE
    }

    /// The header of the object in the value, if it holds one.
    #[inline]
    pub(crate) fn object(self) -> Option<NonNull<TVMFFIObject>> {
        self.as_raw().header()
    }

    /// Asks Python's interpreter about an object of its own, which `tvm_ffi` passes as it is. `None` for other values, and where there is no
    /// interpreter.
    #[cold]
    pub(crate) fn ask_python<R>(self, ask: impl FnOnce(&Python, PyObject) -> Option<R>) -> Option<R> {
        let object = self.object_of(TypeIndex::OPAQUE_PY_OBJECT)?;
        // SAFETY: Object validity of what is viewed; the reference is a second one.
        let object = unsafe { ObjectRef::from_borrowed(object) };
        // SAFETY: an object with this type index has this body.
        let cell = unsafe { object.body::<TVMFFIOpaqueObjectCell>().as_ref() };
        ask(&Python::lock()?, PyObject::new(cell.handle)?)
    }

    /// The header of the object in the value, if it is of this built-in type.
    #[inline]
    pub(crate) fn object_of(self, type_index: i32) -> Option<NonNull<TVMFFIObject>> {
        debug_assert!(is_object_index(type_index));
        let raw = self.as_raw();
        if raw.type_index == type_index { NonNull::new(raw.payload.ptr().cast()) } else { None }
    }
}
