//! Callables of Python as functions of the ABI.
//!
//! They are objects of a class of this library, whose type index is that of functions. So the library knows its own, and finds the callable again: the
//! same comes back to Python, and the garbage collector follows it.

use core::cell::RefCell;
use core::ffi::{c_int, c_void};
use core::ptr::{NonNull, null_mut};
use std::rc::Rc;

use tvm_ffi_core::__private::{
    Class, ClassRecord, Frozen, NoParent, ObjectType, SearchTensors, TensorSearch, TypeTag, answer_call,
    class_of_object,
};
use tvm_ffi_core::abi::{TVMFFIAny, TVMFFIFunctionCell, TVMFFIObject};
use tvm_ffi_core::{Any, AnyView, Error, ErrorKind, Ref, Result};

use crate::error;
use crate::ffi::PyObject;
use crate::from_python::{FromPython, Refusal};
use crate::gil::{self, Guarded};
use crate::module::Module;
use crate::python::{Borrowed, Owned, Python, Raised};
use crate::to_python::ToPython;

/// The payload of such a function.
#[repr(C)]
struct PythonFunction {
    cell: TVMFFIFunctionCell,
    callable: Guarded<Callable>,
}

struct Callable {
    /// `None` after the garbage collector has taken it.
    object: RefCell<Option<Owned>>,
    module: Rc<Module>,
}

// SAFETY: the cell is constant.
unsafe impl Send for PythonFunction {}
// SAFETY: as above.
unsafe impl Sync for PythonFunction {}

static RECORD: ClassRecord = ClassRecord::new::<PythonFunction>("ffi.Function");
// SAFETY: it is the class of the type, which extends none, has no fields that are visible, and begins with the cell, whose function takes such objects.
static CLASS: Class = unsafe { Class::of_functions::<PythonFunction>(&RECORD) };

// SAFETY: the struct is `repr(C)`; the static is that of the type alone.
unsafe impl ObjectType for PythonFunction {
    const TYPE_KEY: &'static str = "ffi.Function";
    type Access = Frozen;
    type Parent = NoParent;

    fn class() -> &'static Class {
        &CLASS
    }
}

// SAFETY: the search does not see what a function does.
unsafe impl SearchTensors for PythonFunction {
    const LEADS_TO_TENSORS: bool = false;

    fn search(&self, _: &mut TensorSearch) {}
}

/// The function that calls a callable.
pub(crate) fn make(python: Python, module: &Rc<Module>, callable: Borrowed<'_>) -> Any {
    let object = RefCell::new(Some(python.own(callable)));
    let callable = Guarded::new(python, Callable { object, module: Rc::clone(module) });
    let cell = TVMFFIFunctionCell { safe_call: Some(call), cpp_call: null_mut() };
    Any::new(Ref::into_object(Ref::new(PythonFunction { cell, callable })))
}

/// The payload of an object, if it is such a function.
///
/// # Safety
///
/// Object validity for `'a`.
unsafe fn payload<'a>(object: NonNull<TVMFFIObject>) -> Option<&'a PythonFunction> {
    // SAFETY: the caller's contract.
    let class = unsafe { class_of_object(object) }?;
    // SAFETY: the payload follows the header.
    let payload = unsafe { object.add(1) }.cast::<PythonFunction>();
    if !core::ptr::eq(class, &CLASS) {
        return None;
    }
    // SAFETY: an object of this class has this payload, which is only ever shared.
    Some(unsafe { payload.as_ref() })
}

/// The callable that a function calls.
pub(crate) fn callable_of(python: Python, function: &Any) -> Option<Owned> {
    let object = NonNull::new(function.as_raw().payload.ptr())?.cast();
    // SAFETY: Object validity: the callers have a function.
    unsafe { payload(object) }?.callable.get(python).object.borrow().clone()
}

/// The same without a reference, for the garbage collector.
///
/// # Safety
///
/// Object validity.
pub(crate) unsafe fn address_of(python: Python, object: NonNull<TVMFFIObject>) -> Option<NonNull<PyObject>> {
    // SAFETY: the caller's contract.
    let callable = unsafe { payload(object) }?.callable.get(python);
    let object = callable.object.try_borrow().ok()?;
    NonNull::new(object.as_ref()?.borrow().as_ptr())
}

/// Takes the callable, unless a call is running.
///
/// # Safety
///
/// Object validity.
pub(crate) unsafe fn take(python: Python, object: NonNull<TVMFFIObject>) -> Option<Owned> {
    // SAFETY: the caller's contract.
    let callable = unsafe { payload(object) }?.callable.get(python);
    callable.object.try_borrow_mut().ok()?.take()
}

unsafe extern "C" fn call(
    function: *mut c_void,
    args: *const TVMFFIAny,
    num_args: i32,
    result: *mut TVMFFIAny,
) -> c_int {
    // SAFETY: a function gets its own object.
    let object = unsafe { NonNull::new_unchecked(function) }.cast();
    // SAFETY: the SafeCall contract: the object lives through the call.
    let called = unsafe { payload(object) };
    let body = |arguments: &[AnyView<'_>]| {
        let called = called.ok_or_else(|| error::internal("a function was called for another object"))?;
        let called = gil::with(|python| called.callable.get(python).call(python, arguments));
        called.unwrap_or_else(|| Err(error::internal("the interpreter has ended")))
    };
    // SAFETY: the SafeCall contract.
    unsafe { answer_call(args, num_args, result, &|args| args.with_views(body)) }
}

impl Callable {
    fn call(&self, python: Python, arguments: &[AnyView<'_>]) -> Result<Any> {
        let object = self.object.borrow();
        let Some(object) = &*object else {
            let message = "the callable was garbage, which Python has collected";
            return Err(Error::new(ErrorKind::RuntimeError, message));
        };
        // An object that is destroyed while an exception is set may call the function.
        python.set_aside(|| error::nested(|| call_python(python, &self.module, object.borrow(), arguments)))
    }
}

fn call_python(
    python: Python,
    module: &Rc<Module>,
    callable: Borrowed<'_>,
    arguments: &[AnyView<'_>],
) -> Result<Any> {
    let values = ToPython::new(python, module);
    let objects = arguments.iter().map(|argument| values.object(*argument, &TypeTag::Any));
    let result = python.vectorcall(callable, objects).map_err(|raised| error_of(module, python, raised))?;
    FromPython::new(python, module).value(result.borrow(), &TypeTag::Any).map_err(|refusal| match refusal {
        Refusal::Raised => error_of(module, python, Raised),
        refusal => refusal.error("the result of a function"),
    })
}

/// The error of the exception that is set.
#[cold]
pub(crate) fn error_of(module: &Rc<Module>, python: Python, raised: Raised) -> Error {
    let error = python.fetch(raised).and_then(|exception| {
        // The frame in which Rust calls is none of Python's.
        error::of_exception(module, python, exception.borrow())
    });
    error.unwrap_or_else(|raised| {
        python.clear(raised);
        error::internal("a function raised an exception that cannot be kept")
    })
}
