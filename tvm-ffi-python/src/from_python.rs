//! Values of the ABI that own what they consist of, from any object of Python.
//!
//! The [`Kind`] of an object says what it is, and the [`TypeTag`] of the type what it may be converted to. What does not fit is passed as it is:
//! the shim refuses it in its own words.

use core::ffi::{CStr, c_int};
use core::ptr::null_mut;
use std::rc::Rc;

use tvm_ffi_core::__private::{AccessKind, Nested, TypeTag, array_of, from_hex, map_of};
use tvm_ffi_core::abi::{DLPackExchangeAPI, TVMFFIAny, TVMFFIAnyPayload, TypeIndex};
use tvm_ffi_core::{Any, Error, ErrorKind};

use crate::arguments::scalar;
use crate::exchange::Framework;
use crate::kinds::Kind;
use crate::layout::type_of;
use crate::module::Module;
use crate::objects::owned;
use crate::python::{Borrowed, Owned, Python, Raised};
use crate::tensors::{ELEMENTS, LAZY, READ_ONLY, Refused};
use crate::{
    buffer, callable, classes, error, instance, numpy, opaque, python_function, through_tvm_ffi, times,
};

/// Why an object has no value.
pub(crate) enum Refusal {
    Raised,
    Because(ErrorKind, String),
    /// The object has a class that is unknown to the ABI, and nothing can tell that to the shim.
    Unfit(String),
}

impl Refusal {
    /// The error about a value.
    pub(crate) fn error(self, what: &str) -> Error {
        match self {
            Self::Raised => error::internal("an exception was raised"),
            Self::Because(kind, why) => Error::new(kind, format!("{what}: {why}")),
            Self::Unfit(class) => {
                Error::new(ErrorKind::TypeError, format!("{what}: expected a value, got {class}"))
            }
        }
    }
}

impl From<Raised> for Refusal {
    fn from(_: Raised) -> Self {
        Self::Raised
    }
}

/// The value of an object that is no argument, such as the new value of a field.
pub(crate) fn value_of(
    module: &Rc<Module>,
    python: Python,
    object: Borrowed<'_>,
    tag: &TypeTag,
    what: &str,
) -> Result<Any, Raised> {
    let value = FromPython::new(python, module).value(object, tag);
    value.map_err(|refusal| match refusal {
        Refusal::Raised => Raised,
        other => error::raise(module, python, other.error(what)),
    })
}

/// The objects of one call, which are converted.
pub(crate) struct FromPython<'f> {
    pub(crate) python: Python,
    pub(crate) module: &'f Rc<Module>,
    /// The framework of the first tensor that is one of a framework.
    pub(crate) framework: Option<Framework>,
    /// Whether a tensor was one of `tvm_ffi`, and whether one was an array of NumPy.
    pub(crate) has_tensor: bool,
    pub(crate) has_array: bool,
}

impl<'f> FromPython<'f> {
    #[inline(always)]
    pub(crate) fn new(python: Python, module: &'f Rc<Module>) -> Self {
        Self { python, module, framework: None, has_tensor: false, has_array: false }
    }

    /// The value of an object for a type.
    #[inline]
    pub(crate) fn value(&mut self, object: Borrowed<'_>, tag: &TypeTag) -> Result<Any, Refusal> {
        match scalar(self.python, object) {
            // SAFETY: a scalar owns nothing.
            Some(value) => Ok(unsafe { Any::from_raw(value) }),
            None => self.value_of_other(object, tag),
        }
    }

    fn value_of_other(&mut self, object: Borrowed<'_>, tag: &TypeTag) -> Result<Any, Refusal> {
        let (api, class) = (self.python.api, type_of(object));
        if class == api.PyUnicode_Type.as_ptr() {
            return self.value_of(Kind::Text, object, tag);
        }
        if let TypeTag::PythonObject = tag {
            return self.opaque(object);
        }
        if class == api.PyList_Type.as_ptr() || class == api.PyTuple_Type.as_ptr() {
            return self.sequence(object, tag);
        }
        if class == api.PyDict_Type.as_ptr() {
            return self.dict(object, tag);
        }
        if let Some(value) = self.owned_known(object) {
            return Ok(value);
        }
        let kind = self.kind(object)?;
        self.value_of(kind, object, tag)
    }

    /// The value of an object of a class that is known to refer to one of the ABI.
    #[inline(always)]
    pub(crate) fn known(&mut self, object: Borrowed<'_>) -> Option<TVMFFIAny> {
        let value = self.module.objects.value(self.python, object)?;
        self.has_tensor |= value.type_index == TypeIndex::TENSOR;
        Some(value)
    }

    /// The same with a reference of its own.
    pub(crate) fn owned_known(&mut self, object: Borrowed<'_>) -> Option<Any> {
        self.known(object).and_then(owned)
    }

    /// What an object is.
    pub(crate) fn kind(&self, object: Borrowed<'_>) -> Result<Kind, Raised> {
        self.module.kinds.of(self.python, &self.module.numpy, object)
    }

    fn value_of(&mut self, kind: Kind, object: Borrowed<'_>, tag: &TypeTag) -> Result<Any, Refusal> {
        let python = self.python;
        if let TypeTag::Bytes = tag
            && let Some(bytes) = buffer::copied(python, object)?
        {
            return Ok(bytes);
        }
        match kind {
            Kind::Int => self.int(object),
            Kind::Float => Ok(Any::new(python.float_of(object)?)),
            Kind::Text => Ok(Any::new(python.text_of(object)?)),
            Kind::Bytes => Ok(Any::new(python.bytes_of(object)?)),
            Kind::ByteArray => Ok(buffer::copied(python, object)?.unwrap_or_default()),
            Kind::Sequence | Kind::Set => self.sequence(object, tag),
            Kind::Dict => self.dict(object, tag),
            Kind::Array if lists_numbers(tag) => self.through_method(c"tolist", object, tag),
            Kind::Array => self.array(object, tag),
            Kind::MaskedArray => {
                let what =
                    "the array is masked, and its mask would be lost: pass `x.filled(...)` or `x.data`";
                Err(Refusal::Because(ErrorKind::TypeError, what.into()))
            }
            Kind::Tensor => self.tensor(object),
            Kind::Object => through_tvm_ffi::object(self, object),
            Kind::Method(name) => self.through_method(name, object, tag),
            Kind::Pointer => self.pointer(object),
            Kind::Moved | Kind::Package => match through_tvm_ffi::value(self.module, python, object)? {
                Some(value) => Ok(value),
                None => self.other(Kind::Other, object, tag),
            },
            Kind::Scalar | Kind::Member | Kind::Exception | Kind::Callable | Kind::Other => {
                self.other(kind, object, tag)
            }
        }
    }

    fn other(&mut self, kind: Kind, object: Borrowed<'_>, tag: &TypeTag) -> Result<Any, Refusal> {
        match self.wanted(object, tag)? {
            Some(value) => Ok(value),
            None => self.unwanted(kind, object, tag),
        }
    }

    /// What the type asks of an object that may be many things.
    fn wanted(&mut self, object: Borrowed<'_>, tag: &TypeTag) -> Result<Option<Any>, Refusal> {
        let python = self.python;
        match tag {
            TypeTag::Int if self.has_method(object, c"__index__") => {
                // SAFETY: the object is live.
                let int = unsafe { python.api.PyNumber_Index(object.as_ptr()) };
                // SAFETY: a new reference or NULL.
                match self.unless(python.api.PyExc_TypeError, unsafe { python.owned(int) })? {
                    Some(int) => self.int(int.borrow()).map(Some),
                    None => Ok(None),
                }
            }
            TypeTag::Float
                if self.has_method(object, c"__float__") || self.has_method(object, c"__index__") =>
            {
                let float = python.float_of(object);
                Ok(self.unless(python.api.PyExc_TypeError, float)?.map(Any::new))
            }
            TypeTag::Complex if python.has(object, c"imag") => {
                let [re, im] = [c"real", c"imag"]
                    .map(|part| python.get(object, part).and_then(|part| python.float_of(part.borrow())));
                self.need_runtime()?;
                Ok(Some(Any::new((re?, im?))))
            }
            TypeTag::Text | TypeTag::Path if self.has_method(object, c"__fspath__") => {
                self.through_method(c"__fspath__", object, tag).map(Some)
            }
            TypeTag::DType => self.dtype(object),
            TypeTag::Duration | TypeTag::SystemTime => Ok(times::seconds(python, object, tag)?.map(Any::new)),
            TypeTag::Map(..) | TypeTag::Dict(..) if self.has_method(object, c"keys") => {
                let dict = python.dict()?;
                // SAFETY: both objects are live, and the first is a dictionary.
                let code = unsafe { python.api.PyDict_Update(dict.borrow().as_ptr(), object.as_ptr()) };
                if code != 0 { Err(Refusal::Raised) } else { self.dict(dict.borrow(), tag).map(Some) }
            }
            TypeTag::Array(_) | TypeTag::List(_) | TypeTag::Set(_) | TypeTag::Tuple(_) | TypeTag::Shape => {
                // SAFETY: the object is live.
                let iterator = unsafe { python.api.PyObject_GetIter(object.as_ptr()) };
                // SAFETY: a new reference or NULL.
                match self.unless(python.api.PyExc_TypeError, unsafe { python.owned(iterator) })? {
                    Some(iterator) => self.sequence(iterator.borrow(), tag).map(Some),
                    None => Ok(None),
                }
            }
            _ => Ok(None),
        }
    }

    /// What an object is that the type asks nothing of.
    fn unwanted(&mut self, kind: Kind, object: Borrowed<'_>, tag: &TypeTag) -> Result<Any, Refusal> {
        let python = self.python;
        if let Some(function) = callable::function_of(self.module, object) {
            return Ok(function);
        }
        if classes::get(python).is_some_and(|classes| classes.is_instance(object)) {
            return Err(instance::raise_without_object(python, object).into());
        }
        match kind {
            Kind::Scalar => {
                let item = self.method(c"item", object)?;
                // Some have no other form in Python.
                let is_same = type_of(item.borrow()) == type_of(object);
                if is_same { self.opaque(object) } else { self.value(item.borrow(), tag) }
            }
            Kind::Member => {
                let value = python.get(object, c"value")?;
                match self.kind(value.borrow())? {
                    Kind::Int | Kind::Text => self.value(value.borrow(), tag),
                    _ => self.opaque(object),
                }
            }
            Kind::Exception => {
                let error = error::of_exception(self.module, python, object)?;
                Ok(Any::new(error))
            }
            Kind::Callable => {
                self.need_runtime()?;
                Ok(python_function::make(python, self.module, object))
            }
            _ if python.imported("tvm_ffi.core")?.is_some() => {
                let value = through_tvm_ffi::value(self.module, python, object)?;
                value.map_or_else(|| self.opaque(object), Ok)
            }
            _ => self.opaque(object),
        }
    }

    /// The object itself, for functions that take any value.
    fn opaque(&mut self, object: Borrowed<'_>) -> Result<Any, Refusal> {
        if tvm_ffi_core::runtime().is_err() {
            return Err(Refusal::Unfit(self.python.class_name(object)?));
        }
        Ok(Any::new(opaque::hold(self.module, self.python, object)?))
    }

    fn int(&mut self, object: Borrowed<'_>) -> Result<Any, Refusal> {
        let (python, mut overflow): (_, c_int) = (self.python, 0);
        // SAFETY: the object is an `int`, so the function raises nothing.
        let value = unsafe { python.api.PyLong_AsLongLongAndOverflow(object.as_ptr(), &mut overflow) };
        if overflow == 0 {
            return Ok(Any::new(value));
        }
        self.need_runtime()?;
        // SAFETY: the object is an `int`.
        let text = unsafe { python.api.PyNumber_ToBase(object.as_ptr(), 16) };
        // SAFETY: a new reference or NULL.
        let text = unsafe { python.owned(text) }?;
        // A subclass may show itself in another way.
        let value = from_hex(python.text_of(text.borrow())?);
        value.ok_or_else(|| Refusal::Because(ErrorKind::ValueError, "the int has no digits".into()))
    }

    /// An array of the elements of anything that can be iterated. They are read before code of Python's can change them.
    fn sequence(&mut self, object: Borrowed<'_>, tag: &TypeTag) -> Result<Any, Refusal> {
        let _level = Nested::enter().ok_or_else(too_deep)?;
        let elements = self.python.to_tuple(object)?;
        let count = self.python.length_of(elements.borrow());
        let mut values = Vec::with_capacity(count);
        for index in 0..count {
            values.push(self.value(self.python.element(elements.borrow(), index)?, tag.element(index))?);
        }
        Ok(array_of(values))
    }

    fn dict(&mut self, dict: Borrowed<'_>, tag: &TypeTag) -> Result<Any, Refusal> {
        self.need_runtime()?;
        let (key_tag, value_tag) = tag.entry();
        let mut entries = Vec::new();
        Self::entries(self.python, dict, |key, value| {
            entries.push((self.value(key.borrow(), key_tag)?, self.value(value.borrow(), value_tag)?));
            Ok(())
        })?;
        Ok(map_of(entries))
    }

    /// Passes the entries of a dictionary on.
    #[inline(always)]
    pub(crate) fn entries(
        python: Python,
        dict: Borrowed<'_>,
        mut entry: impl FnMut(Owned, Owned) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let _level = Nested::enter().ok_or_else(too_deep)?;
        let api = python.api;
        // SAFETY: the object is a dictionary.
        let size = || unsafe { api.PyDict_Size(dict.as_ptr()) };
        let count = size();
        let (mut position, mut key, mut value) = (0, null_mut(), null_mut());
        // SAFETY: the object is a dictionary, and the places are writable.
        while unsafe { api.PyDict_Next(dict.as_ptr(), &mut position, &mut key, &mut value) } != 0 {
            // The conversions may run code that changes the dictionary.
            // SAFETY: the dictionary has an entry of two objects.
            let [key, value] = [key, value].map(|object| unsafe { python.own(Borrowed::from_raw(object)) });
            entry(key, value)?;
            if size() != count {
                return Err(python
                    .raise(api.PyExc_RuntimeError, "dictionary changed size during iteration")
                    .into());
            }
        }
        Ok(())
    }

    /// What a method of an object gives, as a value.
    fn through_method(&mut self, name: &CStr, object: Borrowed<'_>, tag: &TypeTag) -> Result<Any, Refusal> {
        let _level = Nested::enter().ok_or_else(too_deep)?;
        let object = self.method(name, object)?;
        self.value(object.borrow(), tag)
    }

    fn array(&mut self, object: Borrowed<'_>, tag: &TypeTag) -> Result<Any, Refusal> {
        let may_be_tensor = may_be_tensor(tag);
        if !may_be_tensor && tvm_ffi_core::runtime().is_err() {
            return self.opaque(object);
        }
        let only_reads = matches!(tag, TypeTag::View(of) if of.access == AccessKind::Shared);
        let may_write = may_be_tensor && !only_reads;
        self.need_runtime()?;
        self.has_array = true;
        match numpy::tensor_of(self.module, self.python, object, may_write) {
            Ok(tensor) => Ok(Any::new(tensor)),
            Err(Refused::Elements) => self.opaque(object),
            Err(refused) => Err(refused.into()),
        }
    }

    fn tensor(&mut self, object: Borrowed<'_>) -> Result<Any, Refusal> {
        self.need_runtime()?;
        let Some(table) = self.module.tables.of(self.python, object) else { return self.opaque(object) };
        let mut other = Framework::new(table);
        let python = self.python;
        let framework = self.framework(table).unwrap_or(&mut other);
        // SAFETY: the table is that of the object's class.
        let tensor = unsafe { framework.take(python, object) };
        tensor.map(Any::new).map_err(|refused| match refused {
            // The framework has raised why.
            Refused::Unknown => Refusal::Raised,
            refused => refused.into(),
        })
    }

    /// The framework of the call, unless it is another one than that with a table.
    pub(crate) fn framework(&mut self, table: &'static DLPackExchangeAPI) -> Option<&mut Framework> {
        let framework = self.framework.get_or_insert_with(|| Framework::new(table));
        framework.has(table).then_some(framework)
    }

    fn pointer(&mut self, object: Borrowed<'_>) -> Result<Any, Refusal> {
        let value = self.python.get(object, c"value")?;
        let is_null = value.borrow().as_ptr() == self.python.api._Py_NoneStruct.as_ptr();
        let pointer = match is_null {
            true => null_mut(),
            // SAFETY: the object is live; the function reports what is not an `int`.
            false => unsafe { self.python.api.PyLong_AsVoidPtr(value.borrow().as_ptr()) },
        };
        if pointer.is_null() && self.python.is_raised() {
            return Err(Refusal::Raised);
        }
        let raw = TVMFFIAny::new(TypeIndex::OPAQUE_PTR, TVMFFIAnyPayload::from_ptr(pointer));
        // SAFETY: a pointer owns nothing. Who made the `c_void_p` answers for it.
        Ok(unsafe { Any::from_raw(raw) })
    }

    /// The dtype that a class or a dtype of a framework stands for, by its name.
    fn dtype(&mut self, object: Borrowed<'_>) -> Result<Option<Any>, Refusal> {
        let python = self.python;
        let Some(numpy) = self.module.numpy.get(python) else { return Ok(None) };
        let is_scalar = python.is_class_object(object) && python.is_subtype(object.as_ptr(), numpy.generic());
        let dtype = python.get(python.import(c"numpy")?.borrow(), c"dtype")?;
        let dtype = if is_scalar {
            python.call(dtype.borrow(), &python.tuple([python.own(object)])?)?
        } else if python.is_subtype(type_of(object), dtype.borrow()) {
            python.own(object)
        } else {
            return Ok(None);
        };
        let name = python.get(dtype.borrow(), c"name")?;
        self.value(name.borrow(), &TypeTag::Text).map(Some)
    }

    fn method(&self, name: &CStr, object: Borrowed<'_>) -> Result<Owned, Raised> {
        let method = self.python.get(object, name)?;
        self.python.call(method.borrow(), &self.python.tuple([])?)
    }

    /// Whether the class of an object has a method.
    fn has_method(&self, object: Borrowed<'_>, name: &CStr) -> bool {
        self.python.has(self.python.class_of(object).borrow(), name)
    }

    /// Nothing, if an exception of a class was raised.
    fn unless<T>(
        &self,
        class: core::ptr::NonNull<crate::ffi::PyObject>,
        result: Result<T, Raised>,
    ) -> Result<Option<T>, Raised> {
        match result {
            Ok(value) => Ok(Some(value)),
            Err(raised) if self.python.is_of(Borrowed::of(class)) => {
                self.python.clear(raised);
                Ok(None)
            }
            Err(raised) => Err(raised),
        }
    }

    /// For values that only a runtime makes.
    fn need_runtime(&self) -> Result<(), Raised> {
        let found = tvm_ffi_core::runtime().map(drop);
        found.map_err(|missing| error::raise(self.module, self.python, missing))
    }
}

impl From<Refused> for Refusal {
    fn from(refused: Refused) -> Self {
        let what = match refused {
            Refused::Elements => ELEMENTS,
            Refused::ReadOnly => READ_ONLY,
            Refused::Lazy => LAZY,
            Refused::Unknown => "the tensor is not known here",
        };
        Self::Because(ErrorKind::BufferError, what.into())
    }
}

pub(crate) fn too_deep() -> Refusal {
    Refusal::Because(ErrorKind::ValueError, "values are nested too deeply, or contain themselves".into())
}

/// Whether a value of a type may be a tensor.
fn may_be_tensor(tag: &TypeTag) -> bool {
    use TypeTag::{Any, Named, Object, Tensor, Union, View};
    matches!(tag, Any | Named(_) | Object(_) | Tensor | Union(_) | View(_))
}

/// Whether a type takes the elements of an array one by one. A sequence of anything might be one of tensors.
fn lists_numbers(tag: &TypeTag) -> bool {
    match tag {
        TypeTag::Array(_) | TypeTag::List(_) | TypeTag::Set(_) => !may_be_tensor(tag.element(0)),
        TypeTag::Tuple(_) | TypeTag::Shape => true,
        _ => false,
    }
}

impl Python {
    /// The value of an object that is a `float`, or has a method that gives one.
    pub(crate) fn float_of(self, object: Borrowed<'_>) -> Result<f64, Raised> {
        // SAFETY: the object is live; the function reports what has no such method.
        let value = unsafe { self.api.PyFloat_AsDouble(object.as_ptr()) };
        if value == -1.0 && self.is_raised() { Err(Raised) } else { Ok(value) }
    }
}
