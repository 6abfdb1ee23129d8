//! The functions and objects of CPython that this crate uses, looked up in the process.
//!
//! No library links to them, so that the same file is loaded where there is no Python, and by every version of Python. All required ones are in
//! the limited API of Python 3.9 or have not changed since.

use core::ffi::{CStr, c_char, c_int, c_longlong, c_void};
use core::mem::transmute_copy;
use core::ptr::NonNull;
use std::sync::OnceLock;

use tvm_ffi_core::__private::{python_function as symbol, stop_if_unwound};

use crate::ffi::{
    PyBuffer, PyCapsuleDestructor, PyGetSetDef, PyInterpreterState, PyMethodDef, PyObject, PyThreadState,
    PyTypeSpec,
};

type O = *mut PyObject;

macro_rules! table {
    (
        functions { $(fn $function:ident($($name:ident: $argument:ty),*) $(-> $result:ty)?;)* }
        optional { $(fn $optional:ident($($optional_name:ident: $optional_argument:ty),*) -> $optional_result:ty;)* }
        objects { $($object:ident)* }
        exceptions { $($exception:ident)* }
    ) => {
        /// The table. Each function is called under the rules of Python's C API: the thread holds the GIL, and the arguments are live objects or
        /// what the documentation of the function says.
        #[allow(non_snake_case, reason = "the C names")]
        pub(crate) struct Api {
            $(pub(crate) $function: unsafe extern "C-unwind" fn($($argument),*) $(-> $result)?,)*
            $(pub(crate) $optional: Option<unsafe extern "C-unwind" fn($($optional_argument),*) -> $optional_result>,)*
            $(pub(crate) $object: NonNull<PyObject>,)*
            $(pub(crate) $exception: NonNull<PyObject>,)*
        }

        /// Almost every function may run code of Python's, be it because it allocates memory. That code gives the GIL to others, and while the
        /// interpreter exits, its thread does not get the GIL back. So each call [stops](stop_if_unwound) such a thread.
        #[allow(non_snake_case, dead_code, reason = "the functions of C; one is only a slot")]
        impl Api {
            $(#[inline(always)]
            pub(crate) unsafe fn $function(&self, $($name: $argument),*) $(-> $result)? {
                // SAFETY: the caller's contract.
                stop_if_unwound(|| unsafe { (self.$function)($($name),*) })
            })*

            $(#[inline(always)]
            pub(crate) unsafe fn $optional(&self, $($optional_name: $optional_argument),*) -> Option<$optional_result> {
                // SAFETY: the caller's contract.
                self.$optional.map(|function| stop_if_unwound(|| unsafe { function($($optional_name),*) }))
            })*

            /// Looks up everything.
            ///
            /// # Errors
            ///
            /// The name of a required function or object that the process does not have.
            fn load() -> Result<Self, &'static CStr> {
                Ok(Self {
                    $($function: {
                        let address = address(name!($function))?;
                        // SAFETY: the C API promises this signature for this name.
                        unsafe { transmute_copy(&address) }
                    },)*
                    // SAFETY: as above; NULL is `None`.
                    $($optional: unsafe { transmute_copy(&symbol(name!($optional))) },)*
                    $($object: address(name!($object))?.cast(),)*
                    $($exception: {
                        let place = address(name!($exception))?.cast::<O>();
                        // SAFETY: the C API promises a pointer to the class at this name, which is set before any module is imported.
                        NonNull::new(unsafe { place.read() }).ok_or(name!($exception))?
                    },)*
                })
            }
        }
    };
}

macro_rules! name {
    ($name:ident) => {{
        const NAME: &CStr = match CStr::from_bytes_with_nul(concat!(stringify!($name), "\0").as_bytes()) {
            Ok(name) => name,
            Err(_) => panic!(),
        };
        NAME
    }};
}

fn address(name: &'static CStr) -> Result<NonNull<c_void>, &'static CStr> {
    symbol(name).ok_or(name)
}

table! {
    functions {
        fn PyBool_FromLong(a: core::ffi::c_long) -> O;
        fn PyBuffer_Release(a: *mut PyBuffer);
        fn PyBytes_AsStringAndSize(a: O, b: *mut *mut c_char, c: *mut isize) -> c_int;
        fn PyBytes_FromStringAndSize(a: *const c_char, b: isize) -> O;
        fn PyCFunction_NewEx(a: *mut PyMethodDef, b: O, c: O) -> O;
        fn PyCapsule_GetPointer(a: O, b: *const c_char) -> *mut c_void;
        fn PyCapsule_New(a: *mut c_void, b: *const c_char, c: Option<PyCapsuleDestructor>) -> O;
        fn PyCallable_Check(a: O) -> c_int;
        fn PyComplex_FromDoubles(a: f64, b: f64) -> O;
        fn PyDescr_NewGetSet(a: O, b: *mut PyGetSetDef) -> O;
        fn PyDescr_NewMethod(a: O, b: *mut PyMethodDef) -> O;
        fn PyDict_New() -> O;
        fn PyDict_Next(a: O, b: *mut isize, c: *mut O, d: *mut O) -> c_int;
        fn PyDict_SetItem(a: O, b: O, c: O) -> c_int;
        fn PyDict_Size(a: O) -> isize;
        fn PyDict_Update(a: O, b: O) -> c_int;
        fn PyErr_Clear();
        fn PyErr_ExceptionMatches(a: O) -> c_int;
        fn PyErr_Fetch(a: *mut O, b: *mut O, c: *mut O);
        fn PyErr_NormalizeException(a: *mut O, b: *mut O, c: *mut O);
        fn PyErr_Occurred() -> O;
        fn PyErr_Restore(a: O, b: O, c: O);
        fn PyErr_SetObject(a: O, b: O);
        fn PyErr_WriteUnraisable(a: O);
        fn PyEval_RestoreThread(a: *mut PyThreadState);
        fn PyEval_SaveThread() -> *mut PyThreadState;
        fn PyException_GetTraceback(a: O) -> O;
        fn PyException_SetCause(a: O, b: O);
        fn PyException_SetTraceback(a: O, b: O) -> c_int;
        fn PyFloat_AsDouble(a: O) -> f64;
        fn PyFloat_FromDouble(a: f64) -> O;
        fn PyGILState_Check() -> c_int;
        fn PyGILState_Ensure() -> c_int;
        fn PyGILState_Release(a: c_int);
        fn PyImport_GetModule(a: O) -> O;
        fn PyImport_ImportModule(a: *const c_char) -> O;
        fn PyIter_Check(a: O) -> c_int;
        fn PyList_New(a: isize) -> O;
        fn PyList_SetItem(a: O, b: isize, c: O) -> c_int;
        fn PyLong_AsLongLong(a: O) -> c_longlong;
        fn PyLong_AsLongLongAndOverflow(a: O, b: *mut c_int) -> c_longlong;
        fn PyLong_AsVoidPtr(a: O) -> *mut c_void;
        fn PyLong_FromLongLong(a: c_longlong) -> O;
        fn PyLong_FromVoidPtr(a: *mut c_void) -> O;
        fn PyLong_FromString(a: *const c_char, b: *mut *mut c_char, c: c_int) -> O;
        fn PyMethod_New(a: O, b: O) -> O;
        fn PyModuleDef_Init(a: O) -> O;
        fn PyNumber_Index(a: O) -> O;
        fn PyNumber_ToBase(a: O, b: c_int) -> O;
        fn PyObject_Call(a: O, b: O, c: O) -> O;
        fn PyObject_CallObject(a: O, b: O) -> O;
        fn PyObject_ClearWeakRefs(a: O);
        fn PyObject_Free(a: *mut c_void);
        fn PyObject_GC_UnTrack(a: *mut c_void);
        fn PyObject_GetAttr(a: O, b: O) -> O;
        fn PyObject_GetAttrString(a: O, b: *const c_char) -> O;
        fn PyObject_GetBuffer(a: O, b: *mut PyBuffer, c: c_int) -> c_int;
        fn PyObject_GetIter(a: O) -> O;
        fn PyObject_HasAttrString(a: O, b: *const c_char) -> c_int;
        fn PyObject_IsTrue(a: O) -> c_int;
        fn PyObject_SetAttr(a: O, b: O, c: O) -> c_int;
        fn PyObject_Str(a: O) -> O;
        fn PySequence_Tuple(a: O) -> O;
        fn PySet_Add(a: O, b: O) -> c_int;
        fn PySet_New(a: O) -> O;
        fn PyStaticMethod_New(a: O) -> O;
        fn PySys_GetObject(a: *const c_char) -> O;
        fn PySys_SetObject(a: *const c_char, b: O) -> c_int;
        fn PyTuple_GetItem(a: O, b: isize) -> O;
        fn PyTuple_New(a: isize) -> O;
        fn PyTuple_SetItem(a: O, b: isize, c: O) -> c_int;
        fn PyTuple_Size(a: O) -> isize;
        fn PyType_FromSpecWithBases(a: *const PyTypeSpec, b: O) -> O;
        fn PyType_GenericAlloc(a: O, b: isize) -> O;
        fn PyType_GetSlot(a: O, b: c_int) -> *mut c_void;
        fn PyType_IsSubtype(a: O, b: O) -> c_int;
        fn PyUnicode_AsUTF8AndSize(a: O, b: *mut isize) -> *const c_char;
        fn PyUnicode_FromStringAndSize(a: *const c_char, b: isize) -> O;
        fn PyUnicode_InternInPlace(a: *mut O);
        fn PyVectorcall_Call(a: O, b: O, c: O) -> O;
        fn PyWeakref_NewRef(a: O, b: O) -> O;
        fn Py_DecRef(a: O);
        fn Py_IncRef(a: O);
        fn Py_IsInitialized() -> c_int;
    }
    optional {
        // Not in the limited API. Without them, an exception has no frames of Rust.
        fn PyCode_NewEmpty(a: *const c_char, b: *const c_char, c: c_int) -> O;
        fn PyFrame_New(a: *mut PyThreadState, b: O, c: O, d: O) -> O;
        fn PyThreadState_Get() -> *mut PyThreadState;
        fn PyTraceBack_Here(a: O) -> c_int;
        // Not in the limited API. Without it, the interpreter decodes all text.
        fn PyUnicode_New(a: isize, b: u32) -> O;
        // Since Python 3.9, and not in the limited API.
        fn PyInterpreterState_Get() -> *mut PyInterpreterState;
        fn PyInterpreterState_Main() -> *mut PyInterpreterState;
        // Since Python 3.9.
        fn PyObject_Vectorcall(a: O, b: *const O, c: usize, d: O) -> O;
        // Since Python 3.9, as what makes types that are called as methods are.
        fn PyType_GetModule(a: O) -> O;
        // Since Python 3.13, and before it under a private name.
        fn Py_IsFinalizing() -> c_int;
        fn _Py_IsFinalizing() -> c_int;
    }
    objects {
        PyBaseObject_Type
        PyByteArray_Type
        PyBytes_Type
        PyDict_Type
        PyFloat_Type
        PyFrozenSet_Type
        PyList_Type
        PyLong_Type
        PySet_Type
        PyTuple_Type
        PyType_Type
        PyUnicode_Type
        _Py_FalseStruct
        _Py_NoneStruct
        _Py_NotImplementedStruct
        _Py_TrueStruct
    }
    exceptions {
        PyExc_AttributeError
        PyExc_BaseException
        PyExc_ImportError
        PyExc_IndexError
        PyExc_KeyError
        PyExc_ModuleNotFoundError
        PyExc_RuntimeError
        PyExc_SystemError
        PyExc_TypeError
        PyExc_ValueError
    }
}

// SAFETY: the table is never changed, and the objects in it are only used by threads that hold the GIL.
unsafe impl Send for Api {}
// SAFETY: as above.
unsafe impl Sync for Api {}

/// The table of this process.
///
/// # Errors
///
/// The name of a required function or object that the process does not have.
#[inline(always)]
pub(crate) fn api() -> Result<&'static Api, &'static CStr> {
    match API.get() {
        Some(api) => Ok(api),
        None => load(),
    }
}

static API: OnceLock<Api> = OnceLock::new();

#[cold]
fn load() -> Result<&'static Api, &'static CStr> {
    let api = Api::load()?;
    Ok(API.get_or_init(|| api))
}
