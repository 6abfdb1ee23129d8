//! Arguments for a shim, from objects of Python.
//!
//! | type | passed as |
//! |---|---|
//! | `int` of 64 bits, `float`, `bool`, `None` | the number |
//! | `str`, `bytes` | a small value of up to seven bytes; [lent](crate::lent) where the parameter allows it, else a copy |
//! | objects of `tvm_ffi` | [the object that they refer to](crate::objects) |
//! | `list`, `tuple` of the above | lent, or a copy |
//!
//! Everything else, subclasses too, is [`Unknown`], which [`FromPython`] converts.

use core::ffi::c_int;
use core::mem::{MaybeUninit, take};
use core::slice::IterMut;
use std::rc::Rc;

use tvm_ffi_core::__private::{Outline, small_value};
use tvm_ffi_core::Any;
use tvm_ffi_core::abi::{TVMFFIAny, TVMFFIAnyPayload, TypeIndex};

use crate::from_python::{FromPython, Refusal};
use crate::kinds::Kind;
use crate::layout::{elements_of_list, type_of};
use crate::lent::{self, Lent};
use crate::module::Module;
use crate::python::{Borrowed, Owned, Python, Raised};
use crate::through_tvm_ffi;
use crate::trampoline::Passed;

/// An object that is not one of the above.
pub(crate) struct Unknown;

/// What the arguments of a call refer to. It does not move while the call runs.
pub(crate) struct Arguments<'f> {
    pub(crate) call: FromPython<'f>,
    python: Python,
    /// Places for objects, one for each argument that is left.
    places: IterMut<'f, MaybeUninit<Lent>>,
    /// Places for elements of short sequences.
    elements: &'f mut [MaybeUninit<TVMFFIAny>],
    /// What has no place. Most calls have nothing of that kind.
    kept: Option<Box<Kept>>,
}

/// What ends with a call and is on the heap.
#[derive(Default)]
struct Kept {
    /// Elements of longer sequences.
    blocks: Vec<Vec<TVMFFIAny>>,
    /// Values that own something.
    values: Vec<Any>,
    /// Objects of which a value is a part.
    objects: Vec<Owned>,
}

/// A value as it is read from an object.
enum Read<'a> {
    Plain(TVMFFIAny),
    /// The content of text or bytes, with the type indices of the small and of the other form.
    Content(&'a [u8], i32, i32),
    Sequence(Sequence<'a>),
}

impl<'f> Arguments<'f> {
    #[inline(always)]
    pub(crate) fn new(
        python: Python,
        module: &'f Rc<Module>,
        places: &'f mut [MaybeUninit<Lent>],
        elements: &'f mut [MaybeUninit<TVMFFIAny>],
    ) -> Self {
        Self {
            call: FromPython::new(python, module),
            python,
            places: places.iter_mut(),
            elements,
            kept: None,
        }
    }

    /// The value of the next argument, for a parameter of a type. If `may_lend`, its object may end with the call.
    ///
    /// # Safety
    ///
    /// The value is used only while `self`, its places, and the object live. If `may_lend`, no reference to the value is kept.
    #[inline(always)]
    pub(crate) unsafe fn add(
        &mut self,
        object: Borrowed<'_>,
        outline: &Outline,
        may_lend: bool,
        place: &mut MaybeUninit<TVMFFIAny>,
    ) -> Result<(), Refusal> {
        if let Some(value) = number(self.python, object) {
            place.write(value);
            return Ok(());
        }
        let added = match outline {
            Outline::Object => Err(Unknown),
            // SAFETY: the caller's contract.
            _ => unsafe { self.add_other(object, may_lend, place) },
        };
        if let Err(Unknown) = added {
            place.write(self.add_unknown(object, outline)?);
        }
        Ok(())
    }

    /// The value of any other object.
    #[inline(never)]
    fn add_unknown(&mut self, object: Borrowed<'_>, outline: &Outline) -> Result<TVMFFIAny, Refusal> {
        if type_of(object) != self.python.api.PyDict_Type.as_ptr()
            && self.call.kind(object)? == Kind::Moved
            && let Some((value, holder)) = through_tvm_ffi::moved(self.call.module, self.python, object)?
        {
            self.kept.get_or_insert_default().objects.push(holder);
            return Ok(value);
        }
        let value = self.call.value(object, outline)?;
        Ok(self.own(value))
    }

    /// The same for what is not a number. It writes the value, whose fields a shim reads one by one: a read of bytes that two writes made has to wait.
    ///
    /// # Safety
    ///
    /// As for [`add`](Self::add).
    #[inline(never)]
    unsafe fn add_other(
        &mut self,
        object: Borrowed<'_>,
        may_lend: bool,
        place: &mut MaybeUninit<TVMFFIAny>,
    ) -> Result<(), Unknown> {
        let Ok(read) = read(self.python, object) else {
            place.write(self.call.known(object).ok_or(Unknown)?);
            return Ok(());
        };
        match read {
            Read::Plain(value) => place.write(value),
            Read::Content(content, small, heap) => match small_value(small, content) {
                Some(value) => place.write(value),
                None => match self.places.next().filter(|_| may_lend) {
                    // SAFETY: the caller's contract.
                    Some(object) => place.write(unsafe { lent::bytes(object, heap, content) }),
                    None => place.write(self.own(copy(heap, content))),
                },
            },
            // SAFETY: the caller's contract.
            Read::Sequence(sequence) => place.write(unsafe { self.add_sequence(sequence, may_lend) }?),
        };
        Ok(())
    }

    /// The value of a sequence.
    ///
    /// # Safety
    ///
    /// As for [`add`](Self::add).
    unsafe fn add_sequence(&mut self, sequence: Sequence<'_>, may_lend: bool) -> Result<TVMFFIAny, Unknown> {
        if !may_lend {
            let mut elements = Vec::with_capacity(sequence.count);
            for element in 0..sequence.count {
                elements.push(owned_element(&mut self.call, sequence.element(element)?)?);
            }
            return Ok(self.own(Any::new(elements)));
        }
        let first = if sequence.count <= self.elements.len() {
            let (own, rest) = take(&mut self.elements).split_at_mut(sequence.count);
            self.elements = rest;
            for (index, place) in own.iter_mut().enumerate() {
                place.write(self.add_element(sequence.element(index)?)?);
            }
            own.as_ptr().cast()
        } else {
            let mut block = Vec::with_capacity(sequence.count);
            for index in 0..sequence.count {
                block.push(self.add_element(sequence.element(index)?)?);
            }
            let first = block.as_ptr();
            self.kept.get_or_insert_default().blocks.push(block);
            first
        };
        let place = self.places.next().ok_or(Unknown)?;
        // SAFETY: the caller's contract; the elements are plain, small, or owned by `self`.
        Ok(unsafe { lent::array(place, first, sequence.count) })
    }

    /// An element of a lent sequence. A shim may keep references to it.
    #[inline(always)]
    fn add_element(&mut self, object: Borrowed<'_>) -> Result<TVMFFIAny, Unknown> {
        if let Some(value) = number(self.python, object) {
            return Ok(value);
        }
        let Ok(read) = read(self.python, object) else {
            let value = self.call.owned_known(object).ok_or(Unknown)?;
            return Ok(self.own(value));
        };
        match read {
            Read::Plain(value) => Ok(value),
            Read::Content(content, small, heap) => match small_value(small, content) {
                Some(value) => Ok(value),
                None => Ok(self.own(copy(heap, content))),
            },
            Read::Sequence(_) => Err(Unknown),
        }
    }

    /// Keeps a value until the call returns.
    #[cold]
    fn own(&mut self, value: Any) -> TVMFFIAny {
        let raw = *value.as_raw();
        self.kept.get_or_insert_default().values.push(value);
        raw
    }
}

/// An element of an array that is copied.
fn owned_element(call: &mut FromPython<'_>, object: Borrowed<'_>) -> Result<Any, Unknown> {
    let python = call.python;
    if let Some(value) = number(python, object) {
        // SAFETY: a number owns nothing.
        return Ok(unsafe { Any::from_raw(value) });
    }
    let Ok(read) = read(python, object) else { return call.owned_known(object).ok_or(Unknown) };
    match read {
        // SAFETY: a plain value owns nothing.
        Read::Plain(value) => Ok(unsafe { Any::from_raw(value) }),
        Read::Content(content, _, heap) => Ok(copy(heap, content)),
        Read::Sequence(_) => Err(Unknown),
    }
}

/// Writes the values of arguments that are all [numbers](number), or says that they are not, or are more than there are places.
#[inline(always)]
pub(crate) fn numbers(python: Python, passed: &Passed<'_>, places: &mut [MaybeUninit<TVMFFIAny>]) -> bool {
    let Some(places) = places.get_mut(..passed.len()) else { return false };
    for (object, place) in passed.iter().zip(places) {
        let Some(value) = object.and_then(|object| number(python, object)) else { return false };
        place.write(value);
    }
    true
}

/// An `int` of 64 bits or a `float`.
#[inline(always)]
pub(crate) fn number(python: Python, object: Borrowed<'_>) -> Option<TVMFFIAny> {
    let (api, class) = (python.api, type_of(object));
    if class == api.PyLong_Type.as_ptr() {
        let mut overflow: c_int = 0;
        // SAFETY: the object is an `int`, so the function raises nothing.
        let value = unsafe { (api.PyLong_AsLongLongAndOverflow)(object.as_ptr(), &mut overflow) };
        return (overflow == 0).then(|| TVMFFIAny::new(TypeIndex::INT, TVMFFIAnyPayload::from_int(value)));
    }
    if class == api.PyFloat_Type.as_ptr() {
        // SAFETY: the object is a `float`, whose value the function reads.
        let value = unsafe { (api.PyFloat_AsDouble)(object.as_ptr()) };
        return Some(TVMFFIAny::new(TypeIndex::FLOAT, TVMFFIAnyPayload::from_float(value)));
    }
    None
}

/// Reads an object that is not a [`number`], by its type. The most frequent types come first.
#[inline(always)]
fn read<'a>(python: Python, object: Borrowed<'a>) -> Result<Read<'a>, Unknown> {
    let (api, class) = (python.api, type_of(object));
    if class == api.PyUnicode_Type.as_ptr() {
        let text = python.text_of(object).map_err(|raised| unknown(python, raised))?;
        return Ok(Read::Content(text, TypeIndex::SMALL_STR, TypeIndex::STR));
    }
    if class == api.PyList_Type.as_ptr() {
        // SAFETY: the object is a list.
        return Ok(Read::Sequence(unsafe { Sequence::list(python, object) }));
    }
    if class == api.PyTuple_Type.as_ptr() {
        // SAFETY: the object is a tuple.
        return Ok(Read::Sequence(unsafe { Sequence::tuple(python, object) }));
    }
    if object.as_ptr() == api._Py_NoneStruct.as_ptr() {
        return Ok(plain(TypeIndex::NONE, TVMFFIAnyPayload::from_int(0)));
    }
    if class == api.PyBool_Type.as_ptr() {
        let is_true = object.as_ptr() == api._Py_TrueStruct.as_ptr();
        return Ok(plain(TypeIndex::BOOL, TVMFFIAnyPayload::from_int(is_true.into())));
    }
    if class == api.PyBytes_Type.as_ptr() {
        let bytes = python.bytes_of(object).map_err(|raised| unknown(python, raised))?;
        return Ok(Read::Content(bytes, TypeIndex::SMALL_BYTES, TypeIndex::BYTES));
    }
    Err(Unknown)
}

#[inline(always)]
fn plain<'a>(type_index: i32, payload: TVMFFIAnyPayload) -> Read<'a> {
    Read::Plain(TVMFFIAny::new(type_index, payload))
}

/// For text that is not UTF-8: the same is raised again.
#[cold]
fn unknown(python: Python, raised: Raised) -> Unknown {
    python.clear(raised);
    Unknown
}

/// A copy of text or bytes.
fn copy(heap: i32, content: &[u8]) -> Any {
    if heap == TypeIndex::BYTES {
        return Any::new(content);
    }
    // Python gives UTF-8, so nothing is replaced.
    Any::new(&*String::from_utf8_lossy(content))
}

/// A list or a tuple that does not change, because the thread holds the GIL and runs no code of Python's.
struct Sequence<'a> {
    object: Borrowed<'a>,
    count: usize,
    get: unsafe extern "C" fn(*mut crate::ffi::PyObject, isize) -> *mut crate::ffi::PyObject,
    /// The elements, where it is known how to find them without the function.
    elements: Option<&'a [Borrowed<'a>]>,
}

impl<'a> Sequence<'a> {
    /// # Safety
    ///
    /// The object is a list.
    unsafe fn list(python: Python, object: Borrowed<'a>) -> Self {
        // SAFETY: the caller's contract.
        let count = unsafe { (python.api.PyList_Size)(object.as_ptr()) };
        let count = usize::try_from(count).unwrap_or(0);
        // SAFETY: as above; the list does not change while this value is used.
        let elements = unsafe { elements_of_list(object) };
        Self { object, count, get: python.api.PyList_GetItem, elements }
    }

    /// # Safety
    ///
    /// The object is a tuple.
    unsafe fn tuple(python: Python, object: Borrowed<'a>) -> Self {
        // SAFETY: the caller's contract.
        let count = unsafe { (python.api.PyTuple_Size)(object.as_ptr()) };
        let count = usize::try_from(count).unwrap_or(0);
        Self { object, count, get: python.api.PyTuple_GetItem, elements: None }
    }

    #[inline(always)]
    fn element(&self, index: usize) -> Result<Borrowed<'a>, Unknown> {
        if let Some(elements) = self.elements {
            return elements.get(index).copied().ok_or(Unknown);
        }
        // SAFETY: a sequence of the function's type, and an index below its length.
        let element = unsafe { (self.get)(self.object.as_ptr(), index as isize) };
        let element = core::ptr::NonNull::new(element).ok_or(Unknown)?;
        // SAFETY: the sequence keeps its elements while it does not change.
        Ok(unsafe { Borrowed::new(element) })
    }
}
