//! The result of a call, as an object of Python.
//!
//! Numbers, text, bytes, and tensors after a call with arrays are converted here. `tvm_ffi` converts everything else.

use tvm_ffi_core::Any;
use tvm_ffi_core::abi::{TVMFFIAny, TVMFFIByteArray, TVMFFIObject, TypeIndex};

use crate::function::Function;
use crate::numpy::NoArray;
use crate::python::{Owned, Raised};
use crate::tensors::Tensors;
use crate::through_tvm_ffi;

/// Converts a result, which is read where the shim wrote it.
///
/// # Safety
///
/// `raw` owns its value, and is not used afterwards.
#[inline(always)]
pub(crate) unsafe fn into_python(
    function: &Function,
    raw: &TVMFFIAny,
    tensors: Option<&Tensors<'_>>,
) -> Result<Owned, Raised> {
    let python = function.python;
    match raw.type_index {
        TypeIndex::INT => python.int(raw.payload.int()),
        TypeIndex::NONE => Ok(python.none()),
        TypeIndex::FLOAT => python.float(raw.payload.float()),
        TypeIndex::BOOL => python.bool(raw.payload.int() != 0),
        TypeIndex::SMALL_STR => python.text(small_content(raw)),
        TypeIndex::SMALL_BYTES => python.bytes(small_content(raw)),
        // SAFETY: the caller's contract.
        _ => object_into_python(function, unsafe { Any::from_raw(*raw) }, tensors),
    }
}

/// Converts a result that is an object or a value of another kind.
#[inline(never)]
fn object_into_python(
    function: &Function,
    value: Any,
    tensors: Option<&Tensors<'_>>,
) -> Result<Owned, Raised> {
    let python = function.python;
    match value.type_index() {
        TypeIndex::STR => {
            // SAFETY: the value owns a string.
            python.text(unsafe { content(value.as_raw()) })
        }
        TypeIndex::BYTES => {
            // SAFETY: the value owns bytes.
            python.bytes(unsafe { content(value.as_raw()) })
        }
        TypeIndex::TENSOR => tensor_into_python(function, value, tensors),
        _ => through_tvm_ffi::convert(function, value, tensors),
    }
}

/// Converts a tensor: what comes out is what went in.
fn tensor_into_python(
    function: &Function,
    value: Any,
    tensors: Option<&Tensors<'_>>,
) -> Result<Owned, Raised> {
    if let Some(framework) = tensors.and_then(|tensors| tensors.framework.as_ref()) {
        let view = value.as_view();
        return match framework.tensor(function.python, view) {
            Some(tensor) => Ok(tensor),
            None => through_tvm_ffi::convert(function, value, tensors),
        };
    }
    let Some(numpy) = tensors.and_then(|tensors| tensors.numpy) else {
        return through_tvm_ffi::convert(function, value, tensors);
    };
    // SAFETY: the value is a tensor.
    match unsafe { numpy.array(function.python, value) } {
        Ok(array) => Ok(array),
        Err(NoArray::Unknown(value)) => through_tvm_ffi::convert(function, value, tensors),
        Err(NoArray::Raised) => Err(Raised),
    }
}

#[inline(always)]
fn small_content(raw: &TVMFFIAny) -> &[u8] {
    raw.payload.bytes().get(..raw.small_len as usize).unwrap_or_default()
}

/// The content of a string or bytes object.
///
/// # Safety
///
/// Object validity of such an object, for as long as the value is borrowed.
#[inline(always)]
unsafe fn content(raw: &TVMFFIAny) -> &[u8] {
    let object = raw.payload.ptr().cast::<TVMFFIObject>();
    // SAFETY: Object validity: the body follows the header.
    let body = unsafe { object.add(1) }.cast::<TVMFFIByteArray>();
    // SAFETY: as above.
    let TVMFFIByteArray { data, size } = unsafe { body.read() };
    if data.is_null() {
        return &[];
    }
    // SAFETY: Object validity: the content is immutable.
    unsafe { core::slice::from_raw_parts(data, size) }
}
