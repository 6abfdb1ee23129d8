//! Mirrors of C structs of CPython that are the same in all versions, and constants.
//!
//! The size of an object's header is not: [`crate::layout`] asks for it.

use core::ffi::{c_char, c_int, c_uint, c_void};

/// An object of Python, of which only the address is used here.
#[repr(C)]
pub(crate) struct PyObject {
    _private: [u8; 0],
}

/// The state of an interpreter. A process has several where it has subinterpreters.
#[repr(C)]
pub(crate) struct PyInterpreterState {
    _private: [u8; 0],
}

/// The state of a thread.
#[repr(C)]
pub(crate) struct PyThreadState {
    _private: [u8; 0],
}

/// A function with the flags [`METH_FASTCALL`] and [`METH_KEYWORDS`]: `self`, the arguments, the number of those by position, and the tuple of
/// the names of the others, or NULL.
pub(crate) type PyCFunctionFastWithKeywords = unsafe extern "C" fn(
    slf: *mut PyObject,
    args: *const *mut PyObject,
    count: isize,
    names: *mut PyObject,
) -> *mut PyObject;

/// A function with the flag [`METH_NOARGS`].
pub(crate) type PyCFunction =
    unsafe extern "C" fn(slf: *mut PyObject, unused: *mut PyObject) -> *mut PyObject;

/// What a type with the flag [`TYPE_HAVE_VECTORCALL`] calls: the object, the arguments, the number of those by position, with [`ARGUMENTS_OFFSET`],
/// and the tuple of the names of the others, or NULL.
pub(crate) type VectorcallFunction = unsafe extern "C" fn(
    callable: *mut PyObject,
    args: *const *mut PyObject,
    count: usize,
    names: *mut PyObject,
) -> *mut PyObject;

/// A bit that is no part of the number of arguments.
pub(crate) const ARGUMENTS_OFFSET: usize = 1 << (usize::BITS - 1);

/// `Py_buffer`, which is the same since Python 3.3.
#[repr(C)]
pub(crate) struct PyBuffer {
    pub(crate) buf: *mut c_void,
    pub(crate) obj: *mut PyObject,
    pub(crate) len: isize,
    pub(crate) itemsize: isize,
    pub(crate) readonly: c_int,
    pub(crate) ndim: c_int,
    pub(crate) format: *mut c_char,
    pub(crate) shape: *mut isize,
    pub(crate) strides: *mut isize,
    pub(crate) suboffsets: *mut isize,
    pub(crate) internal: *mut c_void,
}

/// `PyBUF_SIMPLE`: bytes in one piece.
pub(crate) const BUFFER_SIMPLE: c_int = 0;

/// What a capsule calls when it is destroyed.
pub(crate) type PyCapsuleDestructor = unsafe extern "C" fn(capsule: *mut PyObject);

pub(crate) const METH_KEYWORDS: c_int = 2;
pub(crate) const METH_NOARGS: c_int = 4;
pub(crate) const METH_O: c_int = 8;
pub(crate) const METH_CLASS: c_int = 0x10;
pub(crate) const METH_FASTCALL: c_int = 0x80;

#[repr(C)]
pub(crate) struct PyMethodDef {
    pub(crate) ml_name: *const c_char,
    pub(crate) ml_meth: *const c_void,
    pub(crate) ml_flags: c_int,
    pub(crate) ml_doc: *const c_char,
}

#[repr(C)]
pub(crate) struct PyTypeSlot {
    pub(crate) slot: c_int,
    pub(crate) function: *const c_void,
}

pub(crate) const PY_BF_GETBUFFER: c_int = 1;
pub(crate) const PY_MP_LENGTH: c_int = 4;
pub(crate) const PY_MP_SUBSCRIPT: c_int = 5;
pub(crate) const PY_SQ_CONTAINS: c_int = 41;
pub(crate) const PY_SQ_ITEM: c_int = 44;
pub(crate) const PY_SQ_LENGTH: c_int = 45;
pub(crate) const PY_TP_BASE: c_int = 48;
pub(crate) const PY_TP_CALL: c_int = 50;
pub(crate) const PY_TP_CLEAR: c_int = 51;
pub(crate) const PY_TP_DEALLOC: c_int = 52;
pub(crate) const PY_TP_DESCR_GET: c_int = 54;
pub(crate) const PY_TP_DOC: c_int = 56;
pub(crate) const PY_TP_HASH: c_int = 59;
pub(crate) const PY_TP_INIT: c_int = 60;
pub(crate) const PY_TP_ITER: c_int = 62;
pub(crate) const PY_TP_ITERNEXT: c_int = 63;
pub(crate) const PY_TP_METHODS: c_int = 64;
pub(crate) const PY_TP_NEW: c_int = 65;
pub(crate) const PY_TP_REPR: c_int = 66;
pub(crate) const PY_TP_RICHCOMPARE: c_int = 67;
pub(crate) const PY_TP_TRAVERSE: c_int = 71;
pub(crate) const PY_TP_MEMBERS: c_int = 72;
pub(crate) const PY_TP_GETSET: c_int = 73;
pub(crate) const PY_TP_FREE: c_int = 74;

/// A member that has the offset of the function by which an object is called.
#[repr(C)]
pub(crate) struct PyMemberDef {
    pub(crate) name: *const c_char,
    pub(crate) kind: c_int,
    pub(crate) offset: isize,
    pub(crate) flags: c_int,
    pub(crate) doc: *const c_char,
}

/// `T_PYSSIZET`
pub(crate) const MEMBER_SIZE: c_int = 19;
/// `READONLY`
pub(crate) const MEMBER_READONLY: c_int = 1;

/// A function of [`PyGetSetDef`]: the object and the closure.
pub(crate) type Getter = unsafe extern "C" fn(slf: *mut PyObject, closure: *mut c_void) -> *mut PyObject;
/// The object, the value or NULL, and the closure.
pub(crate) type Setter =
    unsafe extern "C" fn(slf: *mut PyObject, value: *mut PyObject, closure: *mut c_void) -> c_int;

#[repr(C)]
pub(crate) struct PyGetSetDef {
    pub(crate) name: *const c_char,
    pub(crate) get: Option<Getter>,
    pub(crate) set: Option<Setter>,
    pub(crate) doc: *const c_char,
    pub(crate) closure: *mut c_void,
}

/// The bit of the number of arguments which says that the callee may write before the first one.
pub(crate) const VECTORCALL_ARGUMENTS_OFFSET: usize = 1 << (usize::BITS - 1);

/// `Py_EQ` and `Py_NE`
pub(crate) const EQUAL: c_int = 2;
pub(crate) const NOT_EQUAL: c_int = 3;

#[repr(C)]
pub(crate) struct PyTypeSpec {
    pub(crate) name: *const c_char,
    pub(crate) basicsize: c_int,
    pub(crate) itemsize: c_int,
    pub(crate) flags: c_uint,
    pub(crate) slots: *const PyTypeSlot,
}

/// `Py_TPFLAGS_IMMUTABLETYPE`, of which versions before Python 3.10 know nothing: the interpreter remembers where it found an attribute of the type.
pub(crate) const TYPE_IMMUTABLE: c_uint = 1 << 8;
/// `Py_TPFLAGS_BASETYPE`: other types may extend it.
pub(crate) const TYPE_BASETYPE: c_uint = 1 << 10;
/// `Py_TPFLAGS_HAVE_GC`: the garbage collector knows the objects.
pub(crate) const TYPE_HAVE_GC: c_uint = 1 << 14;
/// `Py_TPFLAGS_METHOD_DESCRIPTOR`: a call of an attribute passes the object as first argument.
pub(crate) const TYPE_METHOD_DESCRIPTOR: c_uint = 1 << 17;
/// `Py_TPFLAGS_DEFAULT`.
pub(crate) const TYPE_DEFAULT: c_uint = 1 << 18;
/// `Py_TPFLAGS_HAVE_VECTORCALL`.
pub(crate) const TYPE_HAVE_VECTORCALL: c_uint = 1 << 11;

#[repr(C)]
pub(crate) struct PyModuleDefSlot {
    pub(crate) slot: c_int,
    pub(crate) value: *const c_void,
}

pub(crate) const PY_MOD_EXEC: c_int = 2;

/// What follows the header of a `PyModuleDef`.
#[repr(C)]
pub(crate) struct PyModuleDefBody {
    pub(crate) m_init: *const c_void,
    pub(crate) m_index: isize,
    pub(crate) m_copy: *mut PyObject,
    pub(crate) m_name: *const c_char,
    pub(crate) m_doc: *const c_char,
    pub(crate) m_size: isize,
    pub(crate) m_methods: *mut PyMethodDef,
    pub(crate) m_slots: *const PyModuleDefSlot,
    pub(crate) m_traverse: *const c_void,
    pub(crate) m_clear: *const c_void,
    pub(crate) m_free: *const c_void,
}
