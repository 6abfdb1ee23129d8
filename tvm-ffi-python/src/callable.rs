//! Functions of the ABI as callables of Python. [`crate::python_function`] has the other direction.

use core::ffi::{CStr, c_int, c_void};
use core::ptr::{NonNull, null};
use std::rc::Rc;

use tvm_ffi_core::__private::TypeTag;
use tvm_ffi_core::Any;
use tvm_ffi_core::abi::{TVMFFIAny, TVMFFIFunctionCell, TVMFFIObject};

use crate::error::{self, guarded, raise_taken};
use crate::export_object::NO_INSTANCES;
use crate::ffi::{
    ARGUMENTS_OFFSET, EQUAL, MEMBER_READONLY, MEMBER_SIZE, NOT_EQUAL, PY_TP_CALL, PY_TP_DEALLOC, PY_TP_DOC,
    PY_TP_HASH, PY_TP_MEMBERS, PY_TP_REPR, PY_TP_RICHCOMPARE, PyMemberDef, PyObject, PyTypeSlot,
    TYPE_HAVE_VECTORCALL, VectorcallFunction,
};
use crate::from_python::{FromPython, Refusal};
use crate::gil;
use crate::layout::{WORD, first_word, header, type_of};
use crate::module::Module;
use crate::python::{Borrowed, Owned, Python, Raised};
use crate::python_function;
use crate::to_python::ToPython;

const DOC: &CStr = c"A function of the library, or one that the library was given.";

/// What an instance has behind its header.
#[repr(C)]
struct Body {
    vectorcall: VectorcallFunction,
    called: NonNull<Called>,
}

/// The function of an instance.
struct Called {
    function: Any,
    module: Rc<Module>,
}

/// Makes the type of the callables of a module.
pub(crate) fn make_type(python: Python, module: &str) -> Result<Owned, Raised> {
    // Python reads the place of the function there.
    let member = PyMemberDef {
        name: c"__vectorcalloffset__".as_ptr(),
        kind: MEMBER_SIZE,
        offset: header() as isize,
        flags: MEMBER_READONLY,
        doc: null(),
    };
    let end = PyMemberDef { name: null(), kind: 0, offset: 0, flags: 0, doc: null() };
    let members = Box::leak(Box::new([member, end]));
    let slot = |slot, function| PyTypeSlot { slot, function };
    let slots = vec![
        NO_INSTANCES,
        slot(PY_TP_CALL, python.api.PyVectorcall_Call as *const c_void),
        slot(PY_TP_DEALLOC, dealloc as *const c_void),
        slot(PY_TP_DOC, DOC.as_ptr().cast()),
        slot(PY_TP_HASH, hash as *const c_void),
        slot(PY_TP_MEMBERS, (&raw const *members).cast()),
        slot(PY_TP_REPR, repr as *const c_void),
        slot(PY_TP_RICHCOMPARE, compare as *const c_void),
    ];
    const WORDS: usize = size_of::<Body>() / WORD;
    python.make_type(format!("{module}.Function"), WORDS, TYPE_HAVE_VECTORCALL, slots, None)
}

/// The callable for a function: the one that the function calls, or a new one.
pub(crate) fn object(python: Python, module: &Rc<Module>, function: Any) -> Result<Owned, Raised> {
    if let Some(callable) = python_function::callable_of(python, &function) {
        return Ok(callable);
    }
    let class = module.function_class.borrow().as_ptr();
    // SAFETY: it is a type of objects that need no collection.
    let object = unsafe { python.api.PyType_GenericAlloc(class, 0) };
    // SAFETY: a new reference or NULL.
    let object = unsafe { python.owned(object) }?;
    let called = Box::into_raw(Box::new(Called { function, module: Rc::clone(module) }));
    // SAFETY: a box is not NULL.
    let body = Body { vectorcall: call, called: unsafe { NonNull::new_unchecked(called) } };
    // SAFETY: a reference is not NULL.
    let place = unsafe { NonNull::new_unchecked(object.borrow().as_ptr()) };
    // SAFETY: the type has room for the body.
    let place = unsafe { first_word(place) }.cast::<Body>();
    // SAFETY: as above; the object is new.
    unsafe { place.write(body) };
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
    let body = unsafe { crate::layout::body::<Body>(object) };
    // SAFETY: as above: the object owns it.
    unsafe { body.called.as_ref() }
}

/// Calls the function of an instance.
///
/// # Safety
///
/// As Python calls a function of this kind.
unsafe extern "C" fn call(
    object: *mut PyObject,
    args: *const *mut PyObject,
    count: usize,
    names: *mut PyObject,
) -> *mut PyObject {
    let Ok(api) = crate::api::api() else { return core::ptr::null_mut() };
    // SAFETY: the caller's contract: the thread holds the GIL.
    let python = unsafe { Python::assume(api) };
    // SAFETY: the caller's contract.
    let called = unsafe { called(object) };
    guarded(python, || {
        if let Some(names) = NonNull::new(names)
            // SAFETY: the caller's contract: a tuple.
            && python.length_of(unsafe { Borrowed::new(names) }) > 0
        {
            return Err(python.raise(api.PyExc_TypeError, "the arguments of this function have no names"));
        }
        // SAFETY: the caller's contract: there are so many objects.
        let objects = unsafe { crate::layout::slice(args.cast::<Borrowed<'_>>(), count & !ARGUMENTS_OFFSET) };
        called.call(python, objects)
    })
}

impl Called {
    fn call(&self, python: Python, objects: &[Borrowed<'_>]) -> Result<Owned, Raised> {
        let mut call = FromPython::new(python, &self.module);
        let mut values = Vec::with_capacity(objects.len());
        for (index, object) in objects.iter().enumerate() {
            values.push(call.value(*object, &TypeTag::Any).map_err(|refusal| match refusal {
                Refusal::Raised => Raised,
                refusal => {
                    let error = refusal.error(&format!("argument #{index}"));
                    error::raise(&self.module, python, error)
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
        ToPython::after(&call).object(returned.as_view(), &TypeTag::Any)
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
    // SAFETY: Python destroys instances of this type only, of which `object` has written the body.
    let body = unsafe { crate::layout::body::<Body>(object) };
    // SAFETY: the object is still allocated.
    let class = type_of(unsafe { Borrowed::from_raw(object) });
    // SAFETY: `object` gave the box away, and the instance is destroyed once.
    drop(unsafe { Box::from_raw(body.called.as_ptr()) });
    // SAFETY: the allocation is that of `PyType_GenericAlloc`.
    unsafe { api.PyObject_Free(object.cast()) };
    // SAFETY: an instance owns a reference to its type.
    unsafe { api.Py_DecRef(class) };
}
