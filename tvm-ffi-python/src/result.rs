//! The result of a call, as an object of Python.
//!
//! Numbers, text, bytes, and tensors after a call with arrays are converted here. `tvm_ffi` converts everything else.

use tvm_ffi_core::Any;
use tvm_ffi_core::abi::{TVMFFIAny, TVMFFIByteArray, TVMFFIObject, TypeIndex};

use crate::function::Function;
use crate::numpy::NoArray;
use crate::python::{Owned, Raised};
use crate::tensors::Tensors;
use crate::{classes, through_tvm_ffi};

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
        _ => unsafe { object_into_python(function, raw, tensors) },
    }
}

/// Converts a value that no call returned.
pub(crate) fn owned_into_python(function: &Function, value: Any) -> Result<Owned, Raised> {
    let raw = value.into_raw();
    // SAFETY: the value is owned here, and not used afterwards.
    unsafe { into_python(function, &raw, None) }
}

/// Converts a result that is an object or a value of another kind.
///
/// # Safety
///
/// As for [`into_python`].
#[inline(never)]
unsafe fn object_into_python(
    function: &Function,
    raw: &TVMFFIAny,
    tensors: Option<&Tensors<'_>>,
) -> Result<Owned, Raised> {
    let python = function.python;
    match raw.type_index {
        TypeIndex::TENSOR => {
            // SAFETY: the value is a tensor.
            unsafe { tensor_into_python(function, raw, tensors) }
        }
        TypeIndex::STR => {
            // SAFETY: the caller's contract.
            let value = unsafe { owned(raw) };
            // SAFETY: the value is a string.
            let text = python.text(unsafe { content(raw) });
            drop(value);
            text
        }
        TypeIndex::BYTES => {
            // SAFETY: the caller's contract.
            let _value = unsafe { owned(raw) };
            // SAFETY: the value is bytes.
            python.bytes(unsafe { content(raw) })
        }
        // SAFETY: the caller's contract.
        _ => other_into_python(function, unsafe { owned(raw) }, tensors),
    }
}

/// Converts an object of a class.
fn other_into_python(
    function: &Function,
    value: Any,
    tensors: Option<&Tensors<'_>>,
) -> Result<Owned, Raised> {
    let value = match (classes::get(function.python), value.try_into_object()) {
        (Some(classes), Ok(object)) => match classes.wrap(function.python, object) {
            Ok(instance) => return instance,
            Err(object) => Any::new(object),
        },
        (None, Ok(object)) => Any::new(object),
        (_, Err(value)) => value,
    };
    through_tvm_ffi::convert(function, value, tensors)
}

/// The value, read field by field, as the shim wrote it: a read of bytes that two writes made has to wait. Only small text and bytes have a length.
///
/// # Safety
///
/// `raw` owns its value, and is not used afterwards unless the result lives.
#[inline(always)]
unsafe fn owned(raw: &TVMFFIAny) -> Any {
    // SAFETY: the caller's contract.
    unsafe { Any::from_raw(TVMFFIAny::new(raw.type_index, raw.payload)) }
}

/// Converts a tensor: what comes out is what went in.
///
/// # Safety
///
/// As for [`into_python`]; the value is a tensor.
unsafe fn tensor_into_python(
    function: &Function,
    raw: &TVMFFIAny,
    tensors: Option<&Tensors<'_>>,
) -> Result<Owned, Raised> {
    if let Some(numpy) = tensors.and_then(Tensors::numpy_only) {
        // SAFETY: the value is a tensor, whose reference the array takes over.
        match unsafe { numpy.array(function.python, raw.payload.ptr()) } {
            Err(NoArray::Unknown) => {}
            other => return other.map_err(|_| Raised),
        }
    }
    // SAFETY: the caller's contract.
    let value = unsafe { owned(raw) };
    if let Some(framework) = tensors.and_then(|tensors| tensors.framework.as_ref())
        && let Some(tensor) = framework.tensor(function.python, value.as_view())
    {
        return Ok(tensor);
    }
    through_tvm_ffi::convert(function, value, tensors)
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
