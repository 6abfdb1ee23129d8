//! The `self` of each function of a module: an object of one word, which points to the [`Function`].
//!
//! It owns the function, because the module's function object reads it until the end. Pickle writes a function as an attribute of its `self`,
//! and `self` as the module.

use core::ffi::c_void;
use core::ptr::{NonNull, null, null_mut};

use crate::api::api;
use crate::ffi::{
    METH_NOARGS, PY_TP_DEALLOC, PY_TP_METHODS, PY_TP_NEW, PyCFunction, PyMethodDef, PyObject, PyTypeSlot,
};
use crate::function::Function;
use crate::layout::{first_word, type_of};
use crate::python::{Borrowed, Owned, Python, Raised};

/// The methods of the type, which the type refers to for as long as the process runs.
#[repr(transparent)]
struct Methods([PyMethodDef; 2]);

// SAFETY: the pointers lead to constants.
unsafe impl Sync for Methods {}

static METHODS: Methods = Methods([
    PyMethodDef {
        ml_name: c"__reduce__".as_ptr(),
        ml_meth: reduce as PyCFunction as *const c_void,
        ml_flags: METH_NOARGS,
        ml_doc: null(),
    },
    PyMethodDef { ml_name: null(), ml_meth: null(), ml_flags: 0, ml_doc: null() },
]);

/// Makes the type. Its name is that of the module, so that a function calls itself `my_kernels.add`.
pub(crate) fn make_type(python: Python, module: &str) -> Result<Owned, Raised> {
    let slots = vec![
        NO_INSTANCES,
        PyTypeSlot { slot: PY_TP_DEALLOC, function: DEALLOC as *const c_void },
        PyTypeSlot { slot: PY_TP_METHODS, function: (&raw const METHODS).cast() },
    ];
    // `__module__`, and `__qualname__`, with which a function's own begins.
    let last = module.rsplit('.').next().unwrap_or_default();
    python.make_type(format!("{module}.{last}"), 1, 0, slots, None)
}

/// The slot of types of which only this crate makes instances. Python's flag for that is younger than Python 3.9.
pub(crate) const NO_INSTANCES: PyTypeSlot = PyTypeSlot { slot: PY_TP_NEW, function: refuse as *const c_void };

unsafe extern "C" fn refuse(_: *mut PyObject, _: *mut PyObject, _: *mut PyObject) -> *mut PyObject {
    if let Ok(api) = api() {
        // SAFETY: Python calls a function of a type.
        let python = unsafe { Python::assume(api) };
        let Raised = python.raise(api.PyExc_TypeError, "only the module makes instances of this class");
    }
    null_mut()
}

/// What destroys objects that consist of a function.
pub(crate) const DEALLOC: unsafe extern "C" fn(*mut PyObject) = dealloc;

/// Makes an instance.
pub(crate) fn make(python: Python, class: &Owned, function: Box<Function>) -> Result<Owned, Raised> {
    // SAFETY: `class` is a type of objects that need no collection.
    let object = unsafe { python.api.PyType_GenericAlloc(class.borrow().as_ptr(), 0) };
    // SAFETY: a new reference or NULL.
    let object = unsafe { python.owned(object) }?;
    // INVARIANT: an owned reference is not NULL.
    if let Some(place) = NonNull::new(object.borrow().as_ptr()) {
        // SAFETY: the type has room for a word.
        let word = unsafe { first_word(place) };
        // SAFETY: as above; the object is new.
        unsafe { word.write(Box::into_raw(function).cast()) };
    }
    Ok(object)
}

/// The function of an instance.
///
/// # Safety
///
/// The object is an instance that [`make`] made, and lives for `'a`.
#[inline(always)]
pub(crate) unsafe fn function<'a>(object: *mut PyObject) -> &'a Function {
    // SAFETY: the caller's contract.
    let object = unsafe { NonNull::new_unchecked(object) };
    // SAFETY: the caller's contract.
    let word = unsafe { first_word(object) };
    // SAFETY: as above: `make` wrote the address of a function, which the object owns.
    let function = unsafe { word.cast::<NonNull<Function>>().read() };
    // SAFETY: as above.
    unsafe { function.as_ref() }
}

/// Destroys an instance.
unsafe extern "C" fn dealloc(object: *mut PyObject) {
    let Some(place) = NonNull::new(object) else { return };
    // SAFETY: Python destroys instances of this type only.
    let word = unsafe { first_word(place) };
    // SAFETY: as above.
    let function = unsafe { word.read() }.cast::<Function>();
    // SAFETY: the object is still allocated.
    let class = type_of(unsafe { Borrowed::new(place) });
    if function.is_null() {
        return;
    }
    // SAFETY: `make` gave the box away, and the object is destroyed once.
    let function = unsafe { Box::from_raw(function) };
    let api = function.python.api;
    drop(function);
    // SAFETY: the allocation is that of `PyType_GenericAlloc`.
    unsafe { api.PyObject_Free(object.cast()) };
    // SAFETY: an instance owns a reference to its type.
    unsafe { api.Py_DecRef(class) };
}

/// `__reduce__`: `importlib.import_module("my_kernels")`.
unsafe extern "C" fn reduce(object: *mut PyObject, _: *mut PyObject) -> *mut PyObject {
    // SAFETY: Python calls the method with an instance.
    let function = unsafe { function(object) };
    let python = function.python;
    let reduced = python.import(c"importlib").and_then(|importlib| {
        let import = python.get(importlib.borrow(), c"import_module")?;
        let arguments = python.tuple([function.module.name.clone()])?;
        python.tuple([import, arguments])
    });
    reduced.map_or(null_mut(), Owned::into_raw)
}
