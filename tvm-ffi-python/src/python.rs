//! References to objects of Python, and the functions of the interpreter that this crate calls, with their errors as results.
//!
//! - [`Python`]: proof that this thread holds the GIL;
//! - [`Owned`], [`Borrowed`]: references that are counted, and that are not;
//! - [`Raised`]: a Python exception is set on this thread.

use core::ffi::{CStr, c_char, c_int, c_uint};
use core::marker::PhantomData;
use core::mem::ManuallyDrop;
use core::num::NonZero;
use core::ptr::{NonNull, null, null_mut};
use std::ffi::CString;

use tvm_ffi_core::__private::is_ascii;

use crate::api::Api;
use crate::ffi::{PyObject, PyTypeSlot, PyTypeSpec, TYPE_DEFAULT};
use crate::layout::{WORD, ascii_content, header, new_sequence, type_of};

/// Proof that this thread holds the GIL.
// Invariant: a value exists only while this thread holds the GIL. It is neither `Send` nor stored where another thread finds it.
#[derive(Clone, Copy)]
pub(crate) struct Python {
    pub(crate) api: &'static Api,
    marker: PhantomData<*mut ()>,
}

/// A Python exception is set on this thread.
#[derive(Debug)]
pub(crate) struct Raised;

/// A reference that something else keeps alive for `'a`.
// Invariant: the object is live during `'a`.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Borrowed<'a> {
    object: NonNull<PyObject>,
    marker: PhantomData<&'a PyObject>,
}

/// A reference that is counted.
// Invariant: it owns one reference, and is dropped while its thread holds the GIL.
pub(crate) struct Owned {
    object: NonNull<PyObject>,
    python: Python,
}

impl<'a> Borrowed<'a> {
    /// A reference to an object that lives for `'a`.
    ///
    /// # Safety
    ///
    /// It does.
    #[inline(always)]
    pub(crate) unsafe fn new(object: NonNull<PyObject>) -> Self {
        Self { object, marker: PhantomData }
    }

    /// The same for a pointer of C.
    ///
    /// # Safety
    ///
    /// It is not NULL, and the object lives for `'a`.
    #[inline(always)]
    pub(crate) unsafe fn from_raw(object: *mut PyObject) -> Self {
        // SAFETY: the caller's contract.
        Self { object: unsafe { NonNull::new_unchecked(object) }, marker: PhantomData }
    }

    #[inline(always)]
    pub(crate) fn as_ptr(self) -> *mut PyObject {
        self.object.as_ptr()
    }
}

impl Borrowed<'static> {
    /// An object in the table, which is never destroyed.
    #[inline(always)]
    pub(crate) fn of(object: NonNull<PyObject>) -> Self {
        Self { object, marker: PhantomData }
    }
}

impl Owned {
    #[inline(always)]
    pub(crate) fn borrow(&self) -> Borrowed<'_> {
        Borrowed { object: self.object, marker: PhantomData }
    }

    /// The reference for C, which now owns it.
    #[inline(always)]
    pub(crate) fn into_raw(self) -> *mut PyObject {
        ManuallyDrop::new(self).object.as_ptr()
    }
}

impl Clone for Owned {
    fn clone(&self) -> Self {
        self.python.own(self.borrow())
    }
}

impl Drop for Owned {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: the invariants: this owns a reference, and the thread holds the GIL.
        unsafe { self.python.api.Py_DecRef(self.object.as_ptr()) };
    }
}

impl Python {
    /// Proof that this thread holds the GIL.
    ///
    /// # Safety
    ///
    /// It does, for as long as the value is used.
    pub(crate) unsafe fn assume(api: &'static Api) -> Self {
        Self { api, marker: PhantomData }
    }

    /// Takes over the reference that a function of the C API returns, or says that it raised.
    ///
    /// # Safety
    ///
    /// `object` is NULL while an exception is set, or a reference that the caller owns.
    #[inline(always)]
    pub(crate) unsafe fn owned(self, object: *mut PyObject) -> Result<Owned, Raised> {
        match NonNull::new(object) {
            Some(object) => Ok(Owned { object, python: self }),
            None => Err(Raised),
        }
    }

    /// Another reference to an object.
    #[inline(always)]
    pub(crate) fn own(self, object: Borrowed<'_>) -> Owned {
        // SAFETY: the object is live, and the thread holds the GIL.
        unsafe { self.api.Py_IncRef(object.as_ptr()) };
        Owned { object: object.object, python: self }
    }

    /// The type of an object. Code of Python's may give the object another one meanwhile.
    pub(crate) fn class_of(self, object: Borrowed<'_>) -> Owned {
        // SAFETY: an object has a type, which it keeps alive until the reference is counted.
        self.own(unsafe { Borrowed::from_raw(type_of(object)) })
    }

    pub(crate) fn none(self) -> Owned {
        self.own(Borrowed::of(self.api._Py_NoneStruct))
    }

    /// A `str`.
    pub(crate) fn text(self, text: &[u8]) -> Result<Owned, Raised> {
        if let Some(offset) = ascii_content()
            && text.len() > 1
            && is_ascii(text)
        {
            return self.ascii(offset, text);
        }
        // SAFETY: the pointer leads to so many bytes. No slice is longer than `isize::MAX`.
        let object =
            unsafe { self.api.PyUnicode_FromStringAndSize(text.as_ptr().cast(), text.len() as isize) };
        // SAFETY: a new reference or NULL.
        unsafe { self.owned(object) }
    }

    /// A `str` of ASCII. Otherwise the interpreter would read the text twice to find that out.
    #[inline(always)]
    fn ascii(self, offset: NonZero<usize>, text: &[u8]) -> Result<Owned, Raised> {
        // SAFETY: the largest character is one of ASCII. No slice is longer than `isize::MAX`.
        let object = unsafe { self.api.PyUnicode_New(text.len() as isize, 127) }.unwrap_or(null_mut());
        // SAFETY: a new reference or NULL.
        let object = unsafe { self.owned(object) }?;
        // SAFETY: the content of such an object begins there.
        let place = unsafe { object.borrow().as_ptr().cast::<u8>().add(offset.get()) };
        // SAFETY: the content has room for as many characters, and the new object is not shared.
        unsafe { place.copy_from_nonoverlapping(text.as_ptr(), text.len()) };
        Ok(object)
    }

    /// A `str` that is the same object for the same text, as the names in source code are.
    pub(crate) fn name(self, text: &str) -> Result<Owned, Raised> {
        let mut object = self.text(text.as_bytes())?.into_raw();
        // SAFETY: the place holds an owned reference, and holds one afterwards.
        unsafe { self.api.PyUnicode_InternInPlace(&mut object) };
        // SAFETY: as above.
        unsafe { self.owned(object) }
    }

    pub(crate) fn bytes(self, bytes: &[u8]) -> Result<Owned, Raised> {
        // SAFETY: as in `text`.
        let object =
            unsafe { self.api.PyBytes_FromStringAndSize(bytes.as_ptr().cast(), bytes.len() as isize) };
        // SAFETY: a new reference or NULL.
        unsafe { self.owned(object) }
    }

    #[inline(always)]
    pub(crate) fn int(self, value: i64) -> Result<Owned, Raised> {
        // SAFETY: the thread holds the GIL.
        let object = unsafe { self.api.PyLong_FromLongLong(value) };
        // SAFETY: a new reference or NULL.
        unsafe { self.owned(object) }
    }

    #[inline(always)]
    pub(crate) fn float(self, value: f64) -> Result<Owned, Raised> {
        // SAFETY: the thread holds the GIL.
        let object = unsafe { self.api.PyFloat_FromDouble(value) };
        // SAFETY: a new reference or NULL.
        unsafe { self.owned(object) }
    }

    pub(crate) fn complex(self, [re, im]: [f64; 2]) -> Result<Owned, Raised> {
        // SAFETY: the thread holds the GIL.
        let object = unsafe { self.api.PyComplex_FromDoubles(re, im) };
        // SAFETY: a new reference or NULL.
        unsafe { self.owned(object) }
    }

    #[inline(always)]
    pub(crate) fn bool(self, value: bool) -> Result<Owned, Raised> {
        // SAFETY: the thread holds the GIL.
        let object = unsafe { self.api.PyBool_FromLong(value.into()) };
        // SAFETY: a new reference or NULL.
        unsafe { self.owned(object) }
    }

    /// A tuple. It takes over the elements.
    pub(crate) fn tuple<const N: usize>(self, elements: [Owned; N]) -> Result<Owned, Raised> {
        self.tuple_of(elements.into_iter())
    }

    /// A tuple of so many elements as the iterator says that it has.
    pub(crate) fn tuple_of(self, elements: impl ExactSizeIterator<Item = Owned>) -> Result<Owned, Raised> {
        let (count, mut elements) = (elements.len(), elements);
        // SAFETY: the elements are made already.
        let tuple = unsafe { new_sequence(self, true, count, |_| elements.next().map(Ok)) };
        // No iterator here ends before its length.
        tuple.unwrap_or(Err(Raised))
    }

    /// A tuple of the elements of anything that can be iterated.
    pub(crate) fn to_tuple(self, object: Borrowed<'_>) -> Result<Owned, Raised> {
        // SAFETY: the object is live.
        let tuple = unsafe { self.api.PySequence_Tuple(object.as_ptr()) };
        // SAFETY: a new reference or NULL.
        unsafe { self.owned(tuple) }
    }

    /// The value of an `int`.
    pub(crate) fn int_of(self, object: Borrowed<'_>) -> Result<i64, Raised> {
        // SAFETY: the object is live; the function reports what is not an `int`.
        let value = unsafe { self.api.PyLong_AsLongLong(object.as_ptr()) };
        if value == -1 && self.is_raised() { Err(Raised) } else { Ok(value) }
    }

    /// The text of a `str`, which the object owns.
    #[inline(always)]
    pub(crate) fn text_of<'a>(self, object: Borrowed<'a>) -> Result<&'a str, Raised> {
        let mut size = 0;
        // SAFETY: the object is live; the function reports what is not a `str`.
        let text = unsafe { self.api.PyUnicode_AsUTF8AndSize(object.as_ptr(), &mut size) };
        // SAFETY: a `str` is immutable, and keeps its UTF-8 until it is destroyed.
        let text = unsafe { content(text, size) }?;
        // SAFETY: what is not UTF-8 is an exception.
        Ok(unsafe { str::from_utf8_unchecked(text) })
    }

    /// The content of a `bytes`, which the object owns.
    #[inline(always)]
    pub(crate) fn bytes_of<'a>(self, object: Borrowed<'a>) -> Result<&'a [u8], Raised> {
        let (mut bytes, mut size) = (null_mut(), 0);
        // SAFETY: the object is live; the function reports what is not a `bytes`.
        let code = unsafe { self.api.PyBytes_AsStringAndSize(object.as_ptr(), &mut bytes, &mut size) };
        if code != 0 {
            return Err(Raised);
        }
        // SAFETY: a `bytes` is immutable.
        unsafe { content(bytes, size) }
    }

    /// An attribute.
    pub(crate) fn get(self, object: Borrowed<'_>, name: &CStr) -> Result<Owned, Raised> {
        // SAFETY: the object is live, the name NUL-terminated.
        let value = unsafe { self.api.PyObject_GetAttrString(object.as_ptr(), name.as_ptr()) };
        // SAFETY: a new reference or NULL.
        unsafe { self.owned(value) }
    }

    /// An attribute with a name that is an object.
    pub(crate) fn get_named(self, object: Borrowed<'_>, name: Borrowed<'_>) -> Result<Owned, Raised> {
        // SAFETY: both objects are live.
        let value = unsafe { self.api.PyObject_GetAttr(object.as_ptr(), name.as_ptr()) };
        // SAFETY: a new reference or NULL.
        unsafe { self.owned(value) }
    }

    /// Sets an attribute.
    pub(crate) fn set_named(
        self,
        object: Borrowed<'_>,
        name: Borrowed<'_>,
        value: &Owned,
    ) -> Result<(), Raised> {
        let value = value.borrow().as_ptr();
        // SAFETY: all objects are live.
        let code = unsafe { self.api.PyObject_SetAttr(object.as_ptr(), name.as_ptr(), value) };
        if code == 0 { Ok(()) } else { Err(Raised) }
    }

    /// The keys and values of a dictionary, which nothing changes meanwhile.
    pub(crate) fn items<'a>(self, dict: Borrowed<'a>) -> impl Iterator<Item = (Borrowed<'a>, Borrowed<'a>)> {
        let mut position = 0;
        core::iter::from_fn(move || {
            let (mut key, mut value) = (null_mut(), null_mut());
            // SAFETY: the object is a live dictionary, and the places are writable.
            let more = unsafe { self.api.PyDict_Next(dict.as_ptr(), &mut position, &mut key, &mut value) };
            let (key, value) = (NonNull::new(key)?, NonNull::new(value)?);
            // SAFETY: the dictionary keeps both alive.
            let [key, value] = [key, value].map(|object| unsafe { Borrowed::new(object) });
            (more != 0).then_some((key, value))
        })
    }

    /// A dictionary.
    pub(crate) fn dict(self) -> Result<Owned, Raised> {
        // SAFETY: the thread holds the GIL.
        let dict = unsafe { self.api.PyDict_New() };
        // SAFETY: a new reference or NULL.
        unsafe { self.owned(dict) }
    }

    /// Sets an item of a dictionary.
    pub(crate) fn set_item(self, dict: &Owned, key: &Owned, value: &Owned) -> Result<(), Raised> {
        let [dict, key, value] = [dict, key, value].map(|object| object.borrow().as_ptr());
        // SAFETY: all objects are live; the function reports what is not a dictionary.
        if unsafe { self.api.PyDict_SetItem(dict, key, value) } == 0 { Ok(()) } else { Err(Raised) }
    }

    /// Whether an object is a class.
    pub(crate) fn is_class(self, object: Borrowed<'_>) -> bool {
        type_of(object) == self.api.PyType_Type.as_ptr()
    }

    /// Imports a module.
    pub(crate) fn import(self, name: &CStr) -> Result<Owned, Raised> {
        // SAFETY: the name is NUL-terminated.
        let module = unsafe { self.api.PyImport_ImportModule(name.as_ptr()) };
        // SAFETY: a new reference or NULL.
        unsafe { self.owned(module) }
    }

    /// A builtin of Python.
    pub(crate) fn builtin(self, name: &CStr) -> Result<Owned, Raised> {
        self.get(self.import(c"builtins")?.borrow(), name)
    }

    /// Calls an object with the elements of a tuple.
    pub(crate) fn call(self, callable: Borrowed<'_>, arguments: &Owned) -> Result<Owned, Raised> {
        // SAFETY: both objects are live; the arguments are a tuple, which the function checks.
        let result = unsafe { self.api.PyObject_CallObject(callable.as_ptr(), arguments.borrow().as_ptr()) };
        // SAFETY: a new reference or NULL.
        unsafe { self.owned(result) }
    }

    /// `bool(object)`
    pub(crate) fn is_true(self, object: Borrowed<'_>) -> Result<bool, Raised> {
        // SAFETY: the object is live.
        match unsafe { self.api.PyObject_IsTrue(object.as_ptr()) } {
            -1 => Err(Raised),
            answer => Ok(answer != 0),
        }
    }

    /// Makes a type of this crate, whose slots refer to what lives for the rest of the process. `name` is that of its module and its own.
    pub(crate) fn make_type(
        self,
        name: String,
        words: usize,
        flags: c_uint,
        mut slots: Vec<PyTypeSlot>,
        base: Option<&Owned>,
    ) -> Result<Owned, Raised> {
        slots.push(PyTypeSlot { slot: 0, function: null() });
        // Versions of Python before 3.11 keep the pointer.
        let name = CString::new(name).unwrap_or_default().into_raw();
        let basicsize = (header() + words * WORD) as c_int;
        let spec =
            PyTypeSpec { name, basicsize, itemsize: 0, flags: TYPE_DEFAULT | flags, slots: slots.as_ptr() };
        let bases = base.map(|base| self.tuple([base.clone()])).transpose()?;
        let bases = bases.as_ref().map_or(null_mut(), |bases| bases.borrow().as_ptr());
        // SAFETY: the specification is complete; Python copies it.
        let class = unsafe { self.api.PyType_FromSpecWithBases(&spec, bases) };
        // SAFETY: a new reference or NULL.
        unsafe { self.owned(class) }
    }

    /// A weak reference.
    pub(crate) fn weak(self, object: Borrowed<'_>) -> Result<Owned, Raised> {
        // SAFETY: the object is live; no function is called when it ends.
        let weak = unsafe { self.api.PyWeakref_NewRef(object.as_ptr(), null_mut()) };
        // SAFETY: a new reference or NULL.
        unsafe { self.owned(weak) }
    }

    /// Sets an exception.
    #[cold]
    pub(crate) fn raise(self, class: NonNull<PyObject>, message: &str) -> Raised {
        if let Ok(message) = self.text(message.as_bytes()) {
            // SAFETY: both objects are live.
            unsafe { self.api.PyErr_SetObject(class.as_ptr(), message.borrow().as_ptr()) };
        }
        Raised
    }

    /// Sets an exception that is an object.
    #[cold]
    pub(crate) fn raise_object(self, exception: &Owned) -> Raised {
        let object = exception.borrow().as_ptr();
        // SAFETY: both objects are live.
        unsafe { self.api.PyErr_SetObject(type_of(exception.borrow()), object) };
        Raised
    }

    /// Takes the exception that is set.
    #[cold]
    pub(crate) fn fetch(self, _: Raised) -> Result<Owned, Raised> {
        let (mut class, mut value, mut traceback) = (null_mut(), null_mut(), null_mut());
        // SAFETY: the places are writable.
        unsafe { self.api.PyErr_Fetch(&mut class, &mut value, &mut traceback) };
        // SAFETY: the places have what the function has written.
        unsafe { self.api.PyErr_NormalizeException(&mut class, &mut value, &mut traceback) };
        // SAFETY: each place has a new reference or NULL.
        let [_class, value, traceback] =
            [class, value, traceback].map(|object| unsafe { self.owned(object) });
        let value = value?;
        if let Ok(traceback) = traceback {
            // SAFETY: the objects are an exception and its traceback.
            unsafe {
                self.api.PyException_SetTraceback(value.borrow().as_ptr(), traceback.borrow().as_ptr())
            };
        }
        Ok(value)
    }

    /// Sets an exception object again, with its traceback. [`raise`](Self::raise) would give it another context.
    #[cold]
    pub(crate) fn restore(self, exception: Owned) -> Raised {
        let class = self.class_of(exception.borrow());
        // SAFETY: the object is a live exception; the result is a new reference or NULL.
        let traceback = unsafe { self.api.PyException_GetTraceback(exception.borrow().as_ptr()) };
        // SAFETY: the function takes over the references; that to a traceback may be NULL.
        unsafe { self.api.PyErr_Restore(class.into_raw(), exception.into_raw(), traceback) };
        Raised
    }

    /// Runs code that needs a thread without an exception. One that is set now is set again afterwards.
    pub(crate) fn set_aside<R>(self, body: impl FnOnce() -> R) -> R {
        if !self.is_raised() {
            return body();
        }
        let (mut class, mut value, mut traceback) = (null_mut(), null_mut(), null_mut());
        // SAFETY: the places are writable.
        unsafe { self.api.PyErr_Fetch(&mut class, &mut value, &mut traceback) };
        let result = body();
        // SAFETY: the function takes over the references that the other one gave.
        unsafe { self.api.PyErr_Restore(class, value, traceback) };
        result
    }

    /// Whether the exception that is set is of a class.
    #[cold]
    pub(crate) fn is_of(self, class: Borrowed<'_>) -> bool {
        // SAFETY: an exception is set, and the class is live.
        unsafe { self.api.PyErr_ExceptionMatches(class.as_ptr()) != 0 }
    }

    /// Whether an exception is set.
    #[cold]
    pub(crate) fn is_raised(self) -> bool {
        // SAFETY: the thread holds the GIL.
        !unsafe { self.api.PyErr_Occurred() }.is_null()
    }

    /// Forgets the exception that is set.
    #[cold]
    pub(crate) fn clear(self, _: Raised) {
        // SAFETY: the thread holds the GIL.
        unsafe { self.api.PyErr_Clear() };
    }
}

/// The bytes at an address, or an exception where it is NULL.
///
/// # Safety
///
/// Unless it is NULL, so many bytes at the address are readable and immutable during `'a`.
#[inline(always)]
unsafe fn content<'a>(start: *const c_char, size: isize) -> Result<&'a [u8], Raised> {
    match NonNull::new(start.cast_mut()) {
        Some(start) => {
            // SAFETY: the caller's contract. Python gives no negative size.
            Ok(unsafe { core::slice::from_raw_parts(start.as_ptr().cast(), size.cast_unsigned()) })
        }
        None => Err(Raised),
    }
}
