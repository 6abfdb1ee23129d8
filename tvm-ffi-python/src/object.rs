//! [`PyObject`]: objects of Python in Rust, which nothing converts.

use std::ffi::CString;
use std::rc::Rc;

use tvm_ffi_core::__private::TypeTag;
use tvm_ffi_core::{
    Any, AnyView, Error, ErrorKind, FfiType, FromAnyView, IntoAny, Mismatch, Parameter, SearchTensors,
    TensorSearch,
};

use crate::about::Init;
use crate::from_python::{FromPython, Refusal};
use crate::module::Module;
use crate::python::{Borrowed, Owned, Python, Raised};
use crate::python_function::error_of;
use crate::to_python::ToPython;
use crate::{classes, error, gil};

#[doc = include_str!("object.md")]
#[derive(Debug, Clone, Default)]
pub struct PyObject(Any);

impl FfiType for PyObject {
    const TAG: &'static TypeTag = &TypeTag::PythonObject;
}

impl<'a> FromAnyView<'a> for PyObject {
    type Holder = ();

    fn decode(view: AnyView<'a>, holder: &'a mut ()) -> Option<Self> {
        Any::decode(view, holder).map(Self)
    }

    fn explain(view: AnyView<'_>) -> Option<Mismatch> {
        Any::explain(view)
    }
}

impl IntoAny for PyObject {
    fn into_any(self) -> Any {
        self.0
    }
}

impl IntoAny for &PyObject {
    fn into_any(self) -> Any {
        self.0.clone()
    }
}

impl FfiType for &PyObject {
    const TAG: &'static TypeTag = &TypeTag::PythonObject;
}

impl Parameter for PyObject {
    type Item<'a> = Self;
}

// SAFETY: the value is the only part.
unsafe impl SearchTensors for PyObject {
    const LEADS_TO_TENSORS: bool = Any::LEADS_TO_TENSORS;
    const LEADS_TO_PYTHON: bool = Any::LEADS_TO_PYTHON;

    fn search(&self, search: &mut TensorSearch) {
        self.0.search(search);
    }
}

impl PyObject {
    /// The object that Python makes of a value, as of a result: a list of a `Vec`, a tuple of a tuple.
    ///
    /// # Errors
    ///
    /// What Python raises, and a `RuntimeError` if no module of this library is imported.
    pub fn new<T: IntoAny>(value: T) -> Result<Self, Error> {
        let value = value.into_any();
        with(|python, module| {
            let object = ToPython::new(python, module).object(value.as_view(), T::TAG)?;
            Ok(kept(python, module, object.borrow()))
        })?
    }

    /// A module of Python, which is imported if it has not been.
    ///
    /// # Errors
    ///
    /// As for [`new`](Self::new), for example a `ModuleNotFoundError`.
    pub fn import(name: &str) -> Result<Self, Error> {
        let name = c_name(name)?;
        with(|python, module| Ok(kept(python, module, python.import(&name)?.borrow())))?
    }

    /// An attribute.
    ///
    /// # Errors
    ///
    /// As for [`new`](Self::new), for example an `AttributeError`.
    pub fn get(&self, name: &str) -> Result<Self, Error> {
        with(|python, module| {
            let name = python.name(name)?;
            let object = self.object(python, module)?;
            Ok(kept(python, module, python.get_named(object.borrow(), name.borrow())?.borrow()))
        })?
    }

    /// Calls the object.
    ///
    /// # Errors
    ///
    /// As for [`new`](Self::new), for example a `TypeError` if it cannot be called.
    pub fn call(&self, arguments: &[Self]) -> Result<Self, Error> {
        with(|python, module| {
            let callable = self.object(python, module)?;
            let arguments = arguments.iter().map(|argument| argument.object(python, module));
            let result = python.vectorcall(callable.borrow(), arguments)?;
            Ok(kept(python, module, result.borrow()))
        })?
    }

    /// Calls the object with some arguments by name.
    ///
    /// # Errors
    ///
    /// As for [`call`](Self::call).
    pub fn call_named<N: AsRef<str>>(
        &self,
        arguments: &[Self],
        named: impl IntoIterator<Item = (N, Self)>,
    ) -> Result<Self, Error> {
        with(|python, module| {
            let callable = self.object(python, module)?;
            let arguments = arguments.iter().map(|argument| argument.object(python, module));
            let arguments = arguments.collect::<Result<Vec<_>, _>>()?;
            let (tuple, dict) = (python.tuple_of(arguments.into_iter())?, python.dict()?);
            for (name, value) in named {
                python.set_item(&dict, &python.name(name.as_ref())?, &value.object(python, module)?)?;
            }
            let [callable, tuple, dict] = [&callable, &tuple, &dict].map(|object| object.borrow().as_ptr());
            // SAFETY: the objects are live, a tuple and a dictionary.
            let result = unsafe { python.api.PyObject_Call(callable, tuple, dict) };
            // SAFETY: a new reference or NULL.
            let result = unsafe { python.owned(result) }?;
            Ok(kept(python, module, result.borrow()))
        })?
    }

    /// Calls a method.
    ///
    /// # Errors
    ///
    /// As for [`get`](Self::get) and [`call`](Self::call).
    pub fn call_method(&self, name: &str, arguments: &[Self]) -> Result<Self, Error> {
        self.get(name)?.call(arguments)
    }

    /// Converts the object as an argument of a function.
    ///
    /// # Errors
    ///
    /// As for [`new`](Self::new); a `TypeError` or a `ValueError` if the object does not fit.
    pub fn cast<T: for<'a> FromAnyView<'a>>(&self) -> Result<T, Error> {
        let value = with(|python, module| {
            let object = self.object(python, module)?;
            let value = FromPython::new(python, module).value(object.borrow(), T::TAG);
            Ok(value.or_else(|refusal| refused(python, module, refusal)))
        })??;
        value.cast()
    }

    fn object(&self, python: Python, module: &Rc<Module>) -> Result<Owned, Raised> {
        ToPython::new(python, module).object(self.0.as_view(), &TypeTag::Any)
    }
}

/// Runs code of Python's with the module of this library.
fn with<R>(body: impl FnOnce(Python, &Rc<Module>) -> Result<R, Raised>) -> Result<R, Error> {
    let done = gil::with(|python| {
        let classes = classes::get(python).ok_or_else(|| {
            error::internal("Python has not imported the library: import it as a module first")
        })?;
        let module = &classes.host().module;
        // An object that is destroyed while an exception is set may come here.
        let call = || body(python, module).map_err(|raised| error_of(module, python, raised));
        python.set_aside(|| error::nested(call))
    });
    done.unwrap_or_else(|| Err(error::internal("no Python interpreter is running")))
}

/// Calls a function with a module, which has its functions and classes.
pub(crate) fn with_module(python: Python, object: Borrowed<'_>, init: Init) -> Result<(), Raised> {
    // Every library has an export, by which the classes were made.
    let Some(classes) = classes::get(python) else { return Ok(()) };
    let module = &classes.host().module;
    let runtime = tvm_ffi_core::runtime();
    runtime
        .and_then(|_| kept(python, module, object))
        .and_then(init)
        .map_err(|error| error::raise(module, python, error))
}

fn kept(python: Python, module: &Rc<Module>, object: Borrowed<'_>) -> Result<PyObject, Error> {
    let value = FromPython::new(python, module).value(object, &TypeTag::PythonObject);
    value.map(PyObject).or_else(|refusal| refused(python, module, refusal))
}

#[cold]
fn refused<T>(python: Python, module: &Rc<Module>, refusal: Refusal) -> Result<T, Error> {
    Err(match refusal {
        Refusal::Raised => error_of(module, python, Raised),
        refusal => refusal.error("the object"),
    })
}

fn c_name(name: &str) -> Result<CString, Error> {
    CString::new(name).map_err(|_| Error::new(ErrorKind::ValueError, "the name has a NUL"))
}
