//! What the objects of a class are to this module. Each class is asked once.

use core::cell::{Cell, RefCell};
use core::ffi::CStr;

use crate::ffi::PyObject;
use crate::layout::type_of;
use crate::numpy::Found;
use crate::python::{Borrowed, Owned, Python, Raised};

/// The most classes that are remembered.
const MOST: usize = 64;

/// The module of `tvm_ffi` with its classes.
const CORE: &str = "tvm_ffi.core";

/// What an object is. Classes that extend one of Python's are of its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Int,
    Float,
    Text,
    Bytes,
    ByteArray,
    /// A list or a tuple.
    Sequence,
    Dict,
    Set,
    /// An array of NumPy.
    Array,
    /// One with a mask, which would be lost.
    MaskedArray,
    /// A number of NumPy's.
    Scalar,
    /// A member of an enum.
    Member,
    /// `ctypes.c_void_p`
    Pointer,
    /// A tensor of a framework that has DLPack's exchange API.
    Tensor,
    Exception,
    Callable,
    /// An object of `tvm_ffi`.
    Object,
    /// An object of `tvm_ffi` that is given away.
    Moved,
    /// A method says what the object is.
    Method(&'static CStr),
    /// Something else that only `tvm_ffi` converts.
    Package,
    Other,
}

/// The classes that were passed. The references keep them from being replaced by others at the same address.
#[derive(Default)]
pub(crate) struct Kinds {
    known: RefCell<Vec<(Owned, Kind)>>,
    /// Whether `tvm_ffi` had been imported when the classes were asked.
    had_package: Cell<bool>,
}

impl Kinds {
    /// The kind of an object.
    pub(crate) fn of(&self, python: Python, numpy: &Found, object: Borrowed<'_>) -> Result<Kind, Raised> {
        let class = type_of(object);
        // Nothing in here runs code that comes here again.
        let known =
            self.known.borrow().iter().find(|known| known.0.borrow().as_ptr() == class).map(|known| known.1);
        match known {
            // The package may have been imported since, and know more.
            Some(Kind::Other) if !self.had_package.get() && python.imported(CORE)?.is_some() => {}
            Some(kind) => return Ok(kind),
            None => {}
        }
        self.ask(python, numpy, object)
    }

    #[cold]
    fn ask(&self, python: Python, numpy: &Found, object: Borrowed<'_>) -> Result<Kind, Raised> {
        let class = python.class_of(object);
        let package = python.imported(CORE)?;
        let kind = Asked { python, class: class.borrow(), package: package.as_ref() }.kind(numpy, object)?;
        let mut known = self.known.borrow_mut();
        let has_new_package = package.is_some() && !self.had_package.replace(true);
        let few = if has_new_package { 0 } else { MOST - 1 };
        let excess = known.len().saturating_sub(few);
        let oldest: Vec<_> = known.drain(..excess).collect();
        known.push((class, kind));
        drop(known);
        // Destroying a class may run code that comes here again.
        drop(oldest);
        Ok(kind)
    }
}

/// A class that is asked.
struct Asked<'a> {
    python: Python,
    class: Borrowed<'a>,
    /// `tvm_ffi.core`
    package: Option<&'a Owned>,
}

impl Asked<'_> {
    fn kind(&self, numpy: &Found, object: Borrowed<'_>) -> Result<Kind, Raised> {
        if let Some(kind) = self.of_package()? {
            return Ok(kind);
        }
        if self.has(c"__dlpack_c_exchange_api__") {
            return Ok(Kind::Tensor);
        }
        if let Some(kind) = self.of_numpy(numpy)? {
            return Ok(kind);
        }
        if self.has(c"__cuda_stream__") || self.has(c"__dlpack__") {
            return Ok(Kind::Package);
        }
        let api = self.python.api;
        let builtin = [
            (api.PyLong_Type, Kind::Int),
            (api.PyFloat_Type, Kind::Float),
            (api.PyUnicode_Type, Kind::Text),
            (api.PyBytes_Type, Kind::Bytes),
            (api.PyByteArray_Type, Kind::ByteArray),
            (api.PyList_Type, Kind::Sequence),
            (api.PyTuple_Type, Kind::Sequence),
            (api.PyDict_Type, Kind::Dict),
            (api.PySet_Type, Kind::Set),
            (api.PyFrozenSet_Type, Kind::Set),
            (api.PyExc_BaseException, Kind::Exception),
        ];
        if let Some((_, kind)) = builtin.into_iter().find(|(class, _)| self.extends(Borrowed::of(*class))) {
            return Ok(kind);
        }
        for (module, class, kind) in [("enum", c"Enum", Kind::Member), ("ctypes", c"c_void_p", Kind::Pointer)]
        {
            if let Some(module) = self.python.imported(module)?
                && self.extends(self.python.get(module.borrow(), class)?.borrow())
            {
                return Ok(kind);
            }
        }
        Ok(self.other(object))
    }

    /// A class that only its methods tell something about.
    fn other(&self, object: Borrowed<'_>) -> Kind {
        // SAFETY: the object is live.
        let is_callable = unsafe { self.python.api.PyCallable_Check(object.as_ptr()) } != 0;
        if self.has(c"__tvm_ffi_opaque_ptr__") {
            Kind::Package
        } else if is_callable {
            Kind::Callable
        } else if self.has(c"__tvm_ffi_value__") {
            Kind::Method(c"__tvm_ffi_value__")
        } else {
            Kind::Other
        }
    }

    fn of_package(&self) -> Result<Option<Kind>, Raised> {
        const CLASSES: [(&CStr, Kind); 7] = [
            // Before 0.1.11, there is only the second.
            (c"CObject", Kind::Object),
            (c"Object", Kind::Object),
            (c"ObjectRValueRef", Kind::Moved),
            (c"ObjectConvertible", Kind::Method(c"asobject")),
            (c"DataType", Kind::Package),
            (c"Device", Kind::Package),
            (c"PyNativeObject", Kind::Package),
        ];
        let Some(package) = self.package else { return Ok(None) };
        for (name, kind) in CLASSES {
            let class = self.python.get(package.borrow(), name).map_err(|raised| self.python.clear(raised));
            if class.is_ok_and(|class| self.extends(class.borrow())) {
                return Ok(Some(kind));
            }
        }
        if let Some(package) = self.python.imported("tvm_ffi")?
            && let Ok(dtype) =
                self.python.get(package.borrow(), c"dtype").map_err(|raised| self.python.clear(raised))
            && self.extends(dtype.borrow())
        {
            return Ok(Some(Kind::Package));
        }
        let has_object = self.has(c"__tvm_ffi_object__");
        Ok(has_object.then_some(Kind::Method(c"__tvm_ffi_object__")))
    }

    fn of_numpy(&self, numpy: &Found) -> Result<Option<Kind>, Raised> {
        let Some(numpy) = numpy.get(self.python) else { return Ok(None) };
        if self.extends(numpy.generic()) {
            let is_number_of_python = self.extends(Borrowed::of(self.python.api.PyFloat_Type));
            return Ok(Some(if is_number_of_python { Kind::Float } else { Kind::Scalar }));
        }
        if !self.extends(numpy.class()) {
            return Ok(None);
        }
        if let Some(module) = self.python.imported("numpy.ma")?
            && self.extends(self.python.get(module.borrow(), c"MaskedArray")?.borrow())
        {
            return Ok(Some(Kind::MaskedArray));
        }
        Ok(Some(Kind::Array))
    }

    fn has(&self, name: &CStr) -> bool {
        self.python.has(self.class, name)
    }

    fn extends(&self, class: Borrowed<'_>) -> bool {
        self.python.is_class_object(class) && self.python.is_subtype(self.class.as_ptr(), class)
    }
}

impl Python {
    /// Whether an object has an attribute. What the attribute raises is forgotten.
    pub(crate) fn has(self, object: Borrowed<'_>, name: &CStr) -> bool {
        // SAFETY: the object is live, the name NUL-terminated.
        unsafe { self.api.PyObject_HasAttrString(object.as_ptr(), name.as_ptr()) != 0 }
    }

    /// A module that something has imported already.
    pub(crate) fn imported(self, name: &str) -> Result<Option<Owned>, Raised> {
        let name = self.name(name)?;
        // SAFETY: the name is a live `str`.
        let module = unsafe { self.api.PyImport_GetModule(name.borrow().as_ptr()) };
        if module.is_null() && !self.is_raised() {
            return Ok(None);
        }
        // SAFETY: a new reference, or NULL with an exception.
        let module = unsafe { self.owned(module) }?;
        // The import was refused, for example by a test.
        let is_none = module.borrow().as_ptr() == self.api._Py_NoneStruct.as_ptr();
        Ok((!is_none).then_some(module))
    }

    /// Whether a type is a class or extends it.
    pub(crate) fn is_subtype(self, class: *mut PyObject, base: Borrowed<'_>) -> bool {
        // SAFETY: both are live types.
        unsafe { self.api.PyType_IsSubtype(class, base.as_ptr()) != 0 }
    }

    /// Whether an object is a class, of any metaclass.
    pub(crate) fn is_class_object(self, object: Borrowed<'_>) -> bool {
        self.is_subtype(type_of(object), Borrowed::of(self.api.PyType_Type))
    }
}
