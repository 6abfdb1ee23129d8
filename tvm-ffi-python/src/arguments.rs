//! Arguments for a shim, from objects of Python.
//!
//! | type | passed as |
//! |---|---|
//! | `int` of 64 bits, `float`, `bool`, `None` | a scalar |
//! | `str`, `bytes` | a small value of up to seven bytes; [lent](crate::lent) where the parameter allows it, else a copy |
//! | `list`, `tuple`, `dict` | lent where the parameter allows it |
//! | objects of `tvm_ffi` | [the object that they refer to](crate::objects) |
//!
//! [`FromPython`] converts everything else, subclasses too.

use core::ffi::c_int;
use core::mem::{MaybeUninit, replace, take};
use core::slice::IterMut;
use std::rc::Rc;

use tvm_ffi_core::__private::{Lent as Lends, Nested, TypeTag, maps_are_known, small_value};
use tvm_ffi_core::abi::{TVMFFIAny, TVMFFIAnyPayload, TypeIndex};
use tvm_ffi_core::{Any, ObjectRef};

use crate::from_python::{FromPython, Refusal, too_deep};
use crate::kinds::Kind;
use crate::layout::{elements_of_list, type_of};
use crate::lent::Lent;
use crate::module::Module;
use crate::python::{Borrowed, Owned, Python};
use crate::through_tvm_ffi;
use crate::trampoline::Passed;

/// What the arguments of a call refer to. It does not move while the call runs.
pub(crate) struct Arguments<'f> {
    pub(crate) call: FromPython<'f>,
    python: Python,
    /// Places for objects.
    places: IterMut<'f, MaybeUninit<Lent>>,
    /// Places for elements.
    elements: &'f mut [MaybeUninit<TVMFFIAny>],
    /// Objects without a place there. They do not move.
    others: Vec<Lent>,
    /// What else ends with the call. Most calls have nothing of that kind.
    kept: Vec<Kept>,
}

/// What ends with a call and is on the heap.
#[allow(dead_code, reason = "it is only dropped")]
enum Kept {
    Places(Vec<Lent>),
    /// Elements and entries.
    Block(Vec<MaybeUninit<TVMFFIAny>>),
    /// What a value owns.
    Value(ObjectRef),
    /// An object of which a value is a part.
    Object(Owned),
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
            others: Vec::new(),
            kept: Vec::new(),
        }
    }

    /// The value of the next argument, for a parameter of a type. It writes the value, whose fields a shim reads one by one: a read of bytes
    /// that two writes made has to wait.
    ///
    /// # Safety
    ///
    /// The value is used only while `self`, its places, and the object live. No reference is kept to what `lends` names.
    #[inline(always)]
    pub(crate) unsafe fn add(
        &mut self,
        object: Borrowed<'_>,
        tag: &TypeTag,
        lends: Lends,
        place: &mut MaybeUninit<TVMFFIAny>,
    ) -> Result<(), Refusal> {
        match scalar(self.python, object) {
            Some(value) => {
                place.write(value);
                Ok(())
            }
            // SAFETY: the caller's contract.
            None => unsafe { self.add_other(object, tag, lends, place) },
        }
    }

    /// The same for what is not a scalar.
    ///
    /// # Safety
    ///
    /// As for [`add`](Self::add).
    #[inline(never)]
    unsafe fn add_other(
        &mut self,
        object: Borrowed<'_>,
        tag: &TypeTag,
        lends: Lends,
        place: &mut MaybeUninit<TVMFFIAny>,
    ) -> Result<(), Refusal> {
        let read = match tag {
            TypeTag::PythonObject => None,
            // SAFETY: the caller's contract.
            _ => unsafe { self.read(object, tag, lends) }?.or_else(|| self.call.known(object)),
        };
        place.write(match read {
            Some(value) => value,
            None => self.add_unknown(object, tag)?,
        });
        Ok(())
    }

    #[inline(never)]
    fn add_unknown(&mut self, object: Borrowed<'_>, tag: &TypeTag) -> Result<TVMFFIAny, Refusal> {
        if type_of(object) != self.python.api.PyDict_Type.as_ptr()
            && self.call.kind(object)? == Kind::Moved
            && let Some((value, holder)) = through_tvm_ffi::moved(self.call.module, self.python, object)?
        {
            self.kept.push(Kept::Object(holder));
            return Ok(value);
        }
        let value = self.call.value(object, tag)?;
        Ok(self.own(value))
    }

    /// The value of an element, which something keeps alive.
    ///
    /// # Safety
    ///
    /// As for [`add`](Self::add).
    #[inline(always)]
    unsafe fn element(
        &mut self,
        object: Borrowed<'_>,
        tag: &TypeTag,
        lends: Lends,
    ) -> Result<TVMFFIAny, Refusal> {
        if let Some(value) = scalar(self.python, object) {
            return Ok(value);
        }
        // SAFETY: the caller's contract.
        if let Some(value) = unsafe { self.read(object, tag, lends) }? {
            return Ok(value);
        }
        let value = self.call.value(object, tag)?;
        Ok(self.own(value))
    }

    /// The value of an object of a type in the table, but for scalars and objects of `tvm_ffi`. The most frequent types come first.
    ///
    /// # Safety
    ///
    /// As for [`add`](Self::add).
    #[inline(always)]
    unsafe fn read(
        &mut self,
        object: Borrowed<'_>,
        tag: &TypeTag,
        lends: Lends,
    ) -> Result<Option<TVMFFIAny>, Refusal> {
        let (python, api, class) = (self.python, self.python.api, type_of(object));
        let (content, small, heap) = if class == api.PyUnicode_Type.as_ptr() {
            (python.text_of(object)?.as_bytes(), TypeIndex::SMALL_STR, TypeIndex::STR)
        } else if class == api.PyBytes_Type.as_ptr() {
            (python.bytes_of(object)?, TypeIndex::SMALL_BYTES, TypeIndex::BYTES)
        } else if lends == Lends::Nothing {
            return Ok(None);
        } else if class == api.PyList_Type.as_ptr() || class == api.PyTuple_Type.as_ptr() {
            // SAFETY: the caller's contract.
            return unsafe { self.sequence(object, tag, lends.elements()) }.map(Some);
        } else if class == api.PyDict_Type.as_ptr() && maps_are_known() {
            // SAFETY: the caller's contract.
            return unsafe { self.mapping(object, tag, lends.elements()) }.map(Some);
        } else {
            return Ok(None);
        };
        if let Some(value) = small_value(small, content) {
            return Ok(Some(value));
        }
        if lends == Lends::Nothing {
            return self.call.value(object, tag).map(|value| Some(self.own(value)));
        }
        // SAFETY: the caller's contract.
        let lent = unsafe { Lent::bytes(heap, content) };
        Ok(Some(self.lend(heap, lent)))
    }

    /// The array of a list or a tuple.
    ///
    /// # Safety
    ///
    /// As for [`add`](Self::add), for the elements.
    #[inline(never)]
    unsafe fn sequence(
        &mut self,
        object: Borrowed<'_>,
        tag: &TypeTag,
        lends: Lends,
    ) -> Result<TVMFFIAny, Refusal> {
        let mut block = Vec::new();
        // SAFETY: the thread holds the GIL, and reading scalars runs no code of Python's that could change a list.
        if let Some(elements) = unsafe { elements_of_list(self.python, object) } {
            let places = self.room(elements.len(), &mut block);
            if scalars(self.python, elements, places) {
                let (first, count) = (places.as_ptr(), elements.len());
                return Ok(self.array(first, count, block));
            }
        }
        let _level = Nested::enter().ok_or_else(too_deep)?;
        let elements = self.python.to_tuple(object)?;
        let places = self.room(self.python.length_of(elements.borrow()), &mut block);
        for (index, place) in places.iter_mut().enumerate() {
            let element = self.python.element(elements.borrow(), index)?;
            // SAFETY: the caller's contract; the tuple is kept.
            place.write(unsafe { self.element(element, tag.element(index), lends) }?);
        }
        let (first, count) = (places.as_ptr(), places.len());
        self.kept.push(Kept::Object(elements));
        Ok(self.array(first, count, block))
    }

    /// The map of a dictionary.
    ///
    /// # Safety
    ///
    /// As for [`add`](Self::add), for the keys and values.
    #[inline(never)]
    unsafe fn mapping(
        &mut self,
        dict: Borrowed<'_>,
        tag: &TypeTag,
        lends: Lends,
    ) -> Result<TVMFFIAny, Refusal> {
        let (key_tag, value_tag) = tag.entry();
        // SAFETY: the object is a dictionary.
        let count = unsafe { self.python.api.PyDict_Size(dict.as_ptr()) };
        let mut block = Vec::with_capacity(2 * count.cast_unsigned());
        FromPython::entries(self.python, dict, |key, value| {
            for (object, tag) in [(key, key_tag), (value, value_tag)] {
                // SAFETY: the caller's contract; the object is kept.
                let element = unsafe { self.element(object.borrow(), tag, lends) }?;
                block.push(MaybeUninit::new(element));
                if let TypeIndex::STR | TypeIndex::BYTES = element.type_index {
                    self.kept.push(Kept::Object(object));
                }
            }
            Ok(())
        })?;
        // SAFETY: the entries are kept.
        let lent = unsafe { Lent::map(block.as_ptr().cast(), block.len() / 2) };
        self.kept.push(Kept::Block(block));
        Ok(self.lend(TypeIndex::MAP, lent))
    }

    /// The array of elements, which are in the block or have places.
    fn array(
        &mut self,
        first: *const MaybeUninit<TVMFFIAny>,
        count: usize,
        block: Vec<MaybeUninit<TVMFFIAny>>,
    ) -> TVMFFIAny {
        if !block.is_empty() {
            self.kept.push(Kept::Block(block));
        }
        // SAFETY: the elements are written, and kept.
        let lent = unsafe { Lent::array(first.cast(), count) };
        self.lend(TypeIndex::ARRAY, lent)
    }

    /// Room for elements, in the block where there are no places.
    fn room<'b>(
        &mut self,
        count: usize,
        block: &'b mut Vec<MaybeUninit<TVMFFIAny>>,
    ) -> &'b mut [MaybeUninit<TVMFFIAny>]
    where
        'f: 'b,
    {
        if count <= self.elements.len() {
            let (own, rest) = take(&mut self.elements).split_at_mut(count);
            self.elements = rest;
            return own;
        }
        block.resize_with(count, MaybeUninit::uninit);
        block
    }

    /// The value of an object that is put into a place.
    #[inline(always)]
    fn lend(&mut self, type_index: i32, lent: Lent) -> TVMFFIAny {
        let place = match self.places.next() {
            Some(place) => core::ptr::from_mut(place.write(lent)),
            None => self.put(lent),
        };
        TVMFFIAny::new(type_index, TVMFFIAnyPayload::from_ptr(place.cast()))
    }

    /// Puts an object into a place on the heap.
    fn put(&mut self, lent: Lent) -> *mut Lent {
        const FIRST: usize = 16;
        let capacity = self.others.capacity();
        if self.others.len() == capacity {
            let more = Vec::with_capacity(FIRST.max(2 * capacity));
            self.kept.push(Kept::Places(replace(&mut self.others, more)));
        }
        self.others.push(lent);
        // SAFETY: this is the last object.
        unsafe { self.others.as_mut_ptr().add(self.others.len() - 1) }
    }

    /// Keeps a value until the call returns.
    fn own(&mut self, value: Any) -> TVMFFIAny {
        let raw = *value.as_raw();
        if let Ok(object) = value.try_into_object() {
            self.kept.push(Kept::Value(object));
        }
        raw
    }
}

/// Writes the values of arguments that are all [scalars](scalar), or says that they are not, or are more than there are places.
#[inline(always)]
pub(crate) fn scalars(python: Python, passed: &Passed<'_>, places: &mut [MaybeUninit<TVMFFIAny>]) -> bool {
    let Some(places) = places.get_mut(..passed.len()) else { return false };
    for (object, place) in passed.iter().zip(places) {
        let Some(value) = object.and_then(|object| scalar(python, object)) else { return false };
        place.write(value);
    }
    true
}

/// The value of an `int` of 64 bits, a `float`, `None`, `True`, or `False`, which owns nothing.
#[inline(always)]
pub(crate) fn scalar(python: Python, object: Borrowed<'_>) -> Option<TVMFFIAny> {
    let (api, class) = (python.api, type_of(object));
    let (type_index, payload) = if class == api.PyLong_Type.as_ptr() {
        let mut overflow: c_int = 0;
        // SAFETY: the object is an `int`, so the function raises nothing.
        let value = unsafe { api.PyLong_AsLongLongAndOverflow(object.as_ptr(), &mut overflow) };
        if overflow != 0 {
            return None;
        }
        (TypeIndex::INT, TVMFFIAnyPayload::from_int(value))
    } else if class == api.PyFloat_Type.as_ptr() {
        // SAFETY: the object is a `float`, whose value the function reads.
        let value = unsafe { api.PyFloat_AsDouble(object.as_ptr()) };
        (TypeIndex::FLOAT, TVMFFIAnyPayload::from_float(value))
    } else if object.as_ptr() == api._Py_NoneStruct.as_ptr() {
        (TypeIndex::NONE, TVMFFIAnyPayload::from_int(0))
    } else if object.as_ptr() == api._Py_TrueStruct.as_ptr() {
        (TypeIndex::BOOL, TVMFFIAnyPayload::from_int(1))
    } else if object.as_ptr() == api._Py_FalseStruct.as_ptr() {
        (TypeIndex::BOOL, TVMFFIAnyPayload::from_int(0))
    } else {
        return None;
    };
    Some(TVMFFIAny::new(type_index, payload))
}
