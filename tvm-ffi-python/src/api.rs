//! The functions and objects of CPython that this crate uses, looked up in the process.
//!
//! No library links to them, so that the same file is loaded where there is no Python, and by every version of Python. All required ones are in
//! the limited API of Python 3.9 or have not changed since.

use core::ffi::{CStr, c_char, c_int, c_longlong, c_void};
use core::mem::transmute_copy;
use core::ptr::NonNull;
use std::sync::OnceLock;

use tvm_ffi_core::__private::python_function as symbol;

use crate::ffi::{
    PyBuffer, PyCapsuleDestructor, PyGetSetDef, PyInterpreterState, PyMethodDef, PyObject, PyThreadState,
    PyTypeSpec,
};

type O = *mut PyObject;

/// `PyUnicode_New`: the number of characters, and the largest of them.
pub(crate) type NewUnicode = unsafe extern "C" fn(isize, u32) -> O;

macro_rules! table {
    (
        functions { $(fn $function:ident($($argument:ty),*) $(-> $result:ty)?;)* }
        optional { $(fn $optional:ident($($optional_argument:ty),*) $(-> $optional_result:ty)?;)* }
        objects { $($object:ident)* }
        exceptions { $($exception:ident)* }
    ) => {
        /// The table. Each function is called under the rules of Python's C API: the thread holds the GIL, and the arguments are live objects or
        /// what the documentation of the function says.
        #[allow(non_snake_case, reason = "the C names")]
        pub(crate) struct Api {
            $(pub(crate) $function: unsafe extern "C" fn($($argument),*) $(-> $result)?,)*
            $(pub(crate) $optional: Option<unsafe extern "C" fn($($optional_argument),*) $(-> $optional_result)?>,)*
            $(pub(crate) $object: NonNull<PyObject>,)*
            $(pub(crate) $exception: NonNull<PyObject>,)*
        }

        impl Api {
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
        fn PyBool_FromLong(core::ffi::c_long) -> O;
        fn PyBuffer_Release(*mut PyBuffer);
        fn PyBytes_AsStringAndSize(O, *mut *mut c_char, *mut isize) -> c_int;
        fn PyBytes_FromStringAndSize(*const c_char, isize) -> O;
        fn PyCFunction_NewEx(*mut PyMethodDef, O, O) -> O;
        fn PyCapsule_GetPointer(O, *const c_char) -> *mut c_void;
        fn PyCapsule_New(*mut c_void, *const c_char, Option<PyCapsuleDestructor>) -> O;
        fn PyCallable_Check(O) -> c_int;
        fn PyDescr_NewGetSet(O, *mut PyGetSetDef) -> O;
        fn PyDescr_NewMethod(O, *mut PyMethodDef) -> O;
        fn PyDict_New() -> O;
        fn PyDict_Next(O, *mut isize, *mut O, *mut O) -> c_int;
        fn PyDict_SetItem(O, O, O) -> c_int;
        fn PyDict_Size(O) -> isize;
        fn PyDict_Update(O, O) -> c_int;
        fn PyErr_Clear();
        fn PyErr_ExceptionMatches(O) -> c_int;
        fn PyErr_Fetch(*mut O, *mut O, *mut O);
        fn PyErr_NormalizeException(*mut O, *mut O, *mut O);
        fn PyErr_Occurred() -> O;
        fn PyErr_Restore(O, O, O);
        fn PyErr_SetObject(O, O);
        fn PyErr_WriteUnraisable(O);
        fn PyEval_RestoreThread(*mut PyThreadState);
        fn PyEval_SaveThread() -> *mut PyThreadState;
        fn PyException_GetTraceback(O) -> O;
        fn PyException_SetCause(O, O);
        fn PyException_SetTraceback(O, O) -> c_int;
        fn PyFloat_AsDouble(O) -> f64;
        fn PyFloat_FromDouble(f64) -> O;
        fn PyGILState_Check() -> c_int;
        fn PyGILState_Ensure() -> c_int;
        fn PyGILState_Release(c_int);
        fn PyImport_GetModule(O) -> O;
        fn PyImport_ImportModule(*const c_char) -> O;
        fn PyIter_Check(O) -> c_int;
        fn PyList_New(isize) -> O;
        fn PyList_SetItem(O, isize, O) -> c_int;
        fn PyLong_AsLongLong(O) -> c_longlong;
        fn PyLong_AsLongLongAndOverflow(O, *mut c_int) -> c_longlong;
        fn PyLong_AsVoidPtr(O) -> *mut c_void;
        fn PyLong_FromLongLong(c_longlong) -> O;
        fn PyLong_FromVoidPtr(*mut c_void) -> O;
        fn PyLong_FromString(*const c_char, *mut *mut c_char, c_int) -> O;
        fn PyMethod_New(O, O) -> O;
        fn PyModuleDef_Init(O) -> O;
        fn PyNumber_Index(O) -> O;
        fn PyNumber_ToBase(O, c_int) -> O;
        fn PyObject_Call(O, O, O) -> O;
        fn PyObject_CallObject(O, O) -> O;
        fn PyObject_ClearWeakRefs(O);
        fn PyObject_Free(*mut c_void);
        fn PyObject_GC_UnTrack(*mut c_void);
        fn PyObject_GetAttr(O, O) -> O;
        fn PyObject_GetAttrString(O, *const c_char) -> O;
        fn PyObject_GetBuffer(O, *mut PyBuffer, c_int) -> c_int;
        fn PyObject_GetIter(O) -> O;
        fn PyObject_HasAttrString(O, *const c_char) -> c_int;
        fn PyObject_IsTrue(O) -> c_int;
        fn PyObject_SetAttr(O, O, O) -> c_int;
        fn PyObject_Str(O) -> O;
        fn PySequence_Tuple(O) -> O;
        fn PySet_Add(O, O) -> c_int;
        fn PySet_New(O) -> O;
        fn PyStaticMethod_New(O) -> O;
        fn PySys_GetObject(*const c_char) -> O;
        fn PySys_SetObject(*const c_char, O) -> c_int;
        fn PyTuple_GetItem(O, isize) -> O;
        fn PyTuple_New(isize) -> O;
        fn PyTuple_SetItem(O, isize, O) -> c_int;
        fn PyTuple_Size(O) -> isize;
        fn PyType_FromSpecWithBases(*const PyTypeSpec, O) -> O;
        fn PyType_GenericAlloc(O, isize) -> O;
        fn PyType_GetSlot(O, c_int) -> *mut c_void;
        fn PyType_IsSubtype(O, O) -> c_int;
        fn PyUnicode_AsUTF8AndSize(O, *mut isize) -> *const c_char;
        fn PyUnicode_FromStringAndSize(*const c_char, isize) -> O;
        fn PyUnicode_InternInPlace(*mut O);
        fn PyVectorcall_Call(O, O, O) -> O;
        fn PyWeakref_NewRef(O, O) -> O;
        fn Py_DecRef(O);
        fn Py_IncRef(O);
        fn Py_IsInitialized() -> c_int;
    }
    optional {
        // Not in the limited API. Without them, an exception has no frames of Rust.
        fn PyCode_NewEmpty(*const c_char, *const c_char, c_int) -> O;
        fn PyFrame_New(*mut PyThreadState, O, O, O) -> O;
        fn PyThreadState_Get() -> *mut PyThreadState;
        fn PyTraceBack_Here(O) -> c_int;
        // Not in the limited API. Without it, the interpreter decodes all text.
        fn PyUnicode_New(isize, u32) -> O;
        // Since Python 3.9, and not in the limited API.
        fn PyInterpreterState_Get() -> *mut PyInterpreterState;
        fn PyInterpreterState_Main() -> *mut PyInterpreterState;
        // Since Python 3.9.
        fn PyObject_Vectorcall(O, *const O, usize, O) -> O;
        // Since Python 3.9, as what makes types that are called as methods are.
        fn PyType_GetModule(O) -> O;
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
