//! Functions of the ABI as callables of Python, and callables as functions.

use core::ffi::{CStr, c_int, c_void};
use core::ptr::{NonNull, null};
use std::ffi::CString;
use std::rc::Rc;

use tvm_ffi_core::__private::Outline;
use tvm_ffi_core::abi::{TVMFFIAny, TVMFFIFunctionCell, TVMFFIObject};
use tvm_ffi_core::{Any, AnyView, Error, Function as AbiFunction};

use crate::error::{self, guarded, raise_taken};
use crate::ffi::{
    EQUAL, NOT_EQUAL, PY_TP_CALL, PY_TP_DEALLOC, PY_TP_DOC, PY_TP_HASH, PY_TP_REPR, PY_TP_RICHCOMPARE,
    PyObject, PyTypeSlot, PyTypeSpec, TYPE_DEFAULT, TYPE_DISALLOW_INSTANTIATION,
};
use crate::from_python::{FromPython, Refusal};
use crate::gil::{self, Guarded};
use crate::layout::{WORD, first_word, header, type_of};
use crate::module::Module;
use crate::python::{Borrowed, Owned, Python, Raised};
use crate::to_python::ToPython;

const DOC: &CStr = c"A function of the library, or one that the library was given.";

/// The function of an instance.
struct Called {
    function: Any,
    module: Rc<Module>,
}

/// Makes the type of the callables of a module.
pub(crate) fn make_type(python: Python, module: &str) -> Result<Owned, Raised> {
    let slot = |slot, function| PyTypeSlot { slot, function };
    let slots = [
        slot(PY_TP_CALL, call as unsafe extern "C" fn(_, _, _) -> _ as *const c_void),
        slot(PY_TP_DEALLOC, dealloc as unsafe extern "C" fn(_) as *const c_void),
        slot(PY_TP_DOC, DOC.as_ptr().cast()),
        slot(PY_TP_HASH, hash as unsafe extern "C" fn(_) -> _ as *const c_void),
        slot(PY_TP_REPR, repr as unsafe extern "C" fn(_) -> _ as *const c_void),
        slot(PY_TP_RICHCOMPARE, compare as unsafe extern "C" fn(_, _, _) -> _ as *const c_void),
        slot(0, null()),
    ];
    // Versions of Python before 3.11 keep the pointer.
    let name = CString::new(format!("{module}.Function")).unwrap_or_default().into_raw();
    let spec = PyTypeSpec {
        name,
        basicsize: (header() + WORD) as c_int,
        itemsize: 0,
        flags: TYPE_DEFAULT | TYPE_DISALLOW_INSTANTIATION,
        slots: slots.as_ptr(),
    };
    // SAFETY: the specification is complete; Python copies all of it but the name.
    let class = unsafe { (python.api.PyType_FromSpec)(&spec) };
    // SAFETY: a new reference or NULL.
    unsafe { python.owned(class) }
}

/// The callable for a function.
pub(crate) fn object(python: Python, module: &Rc<Module>, function: Any) -> Result<Owned, Raised> {
    let class = module.function_class.borrow().as_ptr();
    // SAFETY: it is a type of objects that need no collection.
    let object = unsafe { (python.api.PyType_GenericAlloc)(class, 0) };
    // SAFETY: a new reference or NULL.
    let object = unsafe { python.owned(object) }?;
    let called = Box::into_raw(Box::new(Called { function, module: Rc::clone(module) }));
    // INVARIANT: a reference is not NULL.
    let place = NonNull::new(object.borrow().as_ptr()).ok_or(Raised)?;
    // SAFETY: the type has room for a word.
    let word = unsafe { first_word(place) };
    // SAFETY: as above; the object is new.
    unsafe { word.write(called.cast()) };
    Ok(object)
}

/// The function of an object, if it is such a callable.
pub(crate) fn function_of(module: &Module, object: Borrowed<'_>) -> Option<Any> {
    if type_of(object) != module.function_class.borrow().as_ptr() {
        return None;
    }
    // SAFETY: the object is an instance of the type.
    Some(unsafe { called(object.as_ptr()) }.function.clone())
}

/// The function of an instance.
///
/// # Safety
///
/// The object is an instance that [`object`] made, and lives for `'a`.
#[inline(always)]
unsafe fn called<'a>(object: *mut PyObject) -> &'a Called {
    // SAFETY: the caller's contract.
    let called = unsafe { crate::layout::body::<NonNull<Called>>(object) };
    // SAFETY: as above: the object owns it.
    unsafe { called.as_ref() }
}

/// Calls the function of an instance.
///
/// # Safety
///
/// As Python calls `tp_call`: with an instance, a tuple, and a dictionary or NULL.
unsafe extern "C" fn call(object: *mut PyObject, args: *mut PyObject, names: *mut PyObject) -> *mut PyObject {
    let Ok(api) = crate::api::api() else { return core::ptr::null_mut() };
    // SAFETY: the caller's contract: the thread holds the GIL.
    let python = unsafe { Python::assume(api) };
    // SAFETY: the caller's contract.
    let called = unsafe { called(object) };
    // SAFETY: the caller's contract.
    let args = unsafe { Borrowed::from_raw(args) };
    guarded(python, || {
        // SAFETY: the caller's contract: a dictionary.
        if !names.is_null() && unsafe { (api.PyDict_Size)(names) } > 0 {
            return Err(python.raise(api.PyExc_TypeError, "the arguments of this function have no names"));
        }
        called.call(python, args)
    })
}

impl Called {
    /// Calls the function with the elements of a tuple.
    fn call(&self, python: Python, arguments: Borrowed<'_>) -> Result<Owned, Raised> {
        let mut call = FromPython::new(python, &self.module);
        let count = python.length_of(arguments);
        let mut values = Vec::with_capacity(count);
        for index in 0..count {
            values.push(call.value(python.element(arguments, index)?, &Outline::Any).map_err(|refusal| {
                match refusal {
                    Refusal::Raised => Raised,
                    refusal => {
                        let error = refusal.error(&format!("argument #{index}"));
                        error::raise(&self.module, python, error)
                    }
                }
            })?);
        }
        let function = self.function.as_raw().payload.ptr();
        // SAFETY: Object validity: the body of a function follows the header.
        let cell = unsafe { function.cast::<TVMFFIObject>().add(1) }.cast::<TVMFFIFunctionCell>();
        // SAFETY: as above.
        let Some(safe_call) = (unsafe { (*cell).safe_call }) else {
            return Err(python.raise(python.api.PyExc_TypeError, "the function cannot be called from C"));
        };
        let mut returned = TVMFFIAny::NONE;
        // Python has fewer arguments than an `i32` counts.
        let count = values.len() as i32;
        // SAFETY: the SafeCall contract: the values are owned here, and the place owns nothing. An `Any` has the layout of its raw value.
        let run = || unsafe { safe_call(function, values.as_ptr().cast(), count, &mut returned) };
        // SAFETY: a function uses nothing of Python's without taking the GIL.
        let released = || unsafe { gil::released(python, run) };
        let code = match &call.framework {
            Some(framework) => match framework.around(released) {
                Ok(code) => code,
                Err(error) => return Err(error::raise(&self.module, python, error)),
            },
            None => released(),
        };
        if code != 0 {
            return Err(raise_taken(&self.module, python));
        }
        // SAFETY: the SafeCall contract: a call that succeeds writes an owned value.
        let returned = unsafe { Any::from_raw(returned) };
        ToPython::after(&call).object(returned.as_view(), &Outline::Any)
    }
}

unsafe extern "C" fn repr(object: *mut PyObject) -> *mut PyObject {
    let Ok(api) = crate::api::api() else { return core::ptr::null_mut() };
    // SAFETY: Python calls it with the GIL.
    let python = unsafe { Python::assume(api) };
    // SAFETY: Python calls it with an instance.
    let called = unsafe { called(object) };
    guarded(python, || {
        let text = format!("<Function at {:p}>", called.function.as_raw().payload.ptr());
        python.text(text.as_bytes())
    })
}

unsafe extern "C" fn hash(object: *mut PyObject) -> isize {
    // SAFETY: Python calls it with an instance.
    let address = unsafe { called(object) }.function.as_raw().payload.ptr().addr();
    // -1 would be an error. Addresses are multiples of eight.
    (address >> 3) as isize
}

/// Whether two callables have one function.
unsafe extern "C" fn compare(object: *mut PyObject, other: *mut PyObject, how: c_int) -> *mut PyObject {
    let Ok(api) = crate::api::api() else { return core::ptr::null_mut() };
    // SAFETY: Python calls it with the GIL.
    let python = unsafe { Python::assume(api) };
    // SAFETY: Python calls it with an instance.
    let called = unsafe { called(object) };
    // SAFETY: Python calls it with another object.
    let other = unsafe { Borrowed::from_raw(other) };
    guarded(python, || {
        let address = |function: &Any| function.as_raw().payload.ptr();
        let is_same =
            function_of(&called.module, other).map(|other| address(&other) == address(&called.function));
        match (is_same, how) {
            (Some(is_same), EQUAL) => python.bool(is_same),
            (Some(is_same), NOT_EQUAL) => python.bool(!is_same),
            _ => Ok(python.own(Borrowed::of(api._Py_NotImplementedStruct))),
        }
    })
}

/// Destroys an instance.
unsafe extern "C" fn dealloc(object: *mut PyObject) {
    let Ok(api) = crate::api::api() else { return };
    // SAFETY: Python destroys instances of this type only. Without a word, `object` has not written it.
    let called = unsafe { crate::layout::body::<*mut Called>(object) };
    // SAFETY: the object is still allocated.
    let class = type_of(unsafe { Borrowed::from_raw(object) });
    // SAFETY: `object` gave the box away, and the instance is destroyed once.
    drop((!called.is_null()).then(|| unsafe { Box::from_raw(called) }));
    // SAFETY: the allocation is that of `PyType_GenericAlloc`.
    unsafe { (api.PyObject_Free)(object.cast()) };
    // SAFETY: an instance owns a reference to its type.
    unsafe { (api.Py_DecRef)(class) };
}

/// The function that calls a callable. A runtime was found.
pub(crate) fn function(python: Python, module: &Rc<Module>, callable: Borrowed<'_>) -> Any {
    let held = Guarded::new(python, (python.own(callable), Rc::clone(module)));
    let function = AbiFunction::from_packed(move |arguments: &[AnyView<'_>]| {
        let called = gil::with(|python| {
            let (callable, module) = held.get(python);
            call_python(python, module, callable.borrow(), arguments)
        });
        called.unwrap_or_else(|| Err(error::internal("the interpreter has ended")))
    });
    Any::new(function)
}

fn call_python(
    python: Python,
    module: &Rc<Module>,
    callable: Borrowed<'_>,
    arguments: &[AnyView<'_>],
) -> Result<Any, Error> {
    let run = || {
        let values = ToPython::new(python, module);
        let mut objects = Vec::with_capacity(arguments.len());
        for argument in arguments {
            objects.push(values.object(*argument, &Outline::Any)?);
        }
        python.vectorcall(callable, objects.iter().map(Owned::borrow))
    };
    let result = run().map_err(|raised| error_of(module, python, raised))?;
    FromPython::new(python, module).value(result.borrow(), &Outline::Any).map_err(|refusal| match refusal {
        Refusal::Raised => error_of(module, python, Raised),
        refusal => refusal.error("the result of a function"),
    })
}

/// The error of the exception that is set.
#[cold]
fn error_of(module: &Rc<Module>, python: Python, raised: Raised) -> Error {
    let error = python.fetch(raised).and_then(|exception| {
        // The frame in which Rust calls is none of Python's.
        error::of_exception(module, python, exception.borrow())
    });
    error.unwrap_or_else(|raised| {
        python.clear(raised);
        error::internal("a function raised an exception that cannot be kept")
    })
}
