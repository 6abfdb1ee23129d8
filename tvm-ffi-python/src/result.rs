//! The result of a call, as an object of Python. The most frequent results are converted here, others by [`ToPython`].

use std::rc::Rc;

use tvm_ffi_core::__private::{ConstantRecord, TypeTag, is_present};
use tvm_ffi_core::Any;
use tvm_ffi_core::abi::{TVMFFIAny, TVMFFIByteArray, TVMFFIObject, TypeIndex};

use crate::from_python::FromPython;
use crate::function::Function;
use crate::module::Module;
use crate::python::{Owned, Python, Raised};
use crate::to_python::{ToPython, plain};

/// Converts a result, which is read where the shim wrote it.
///
/// # Safety
///
/// `raw` owns its value, and is not used afterwards.
#[inline(always)]
pub(crate) unsafe fn into_python(
    module: &Rc<Module>,
    python: Python,
    tag: &TypeTag,
    raw: &TVMFFIAny,
    call: Option<&FromPython<'_>>,
) -> Result<Owned, Raised> {
    match plain(python, raw, tag) {
        Some(object) if raw.type_index < TypeIndex::STATIC_OBJECT_BEGIN => object,
        // SAFETY: the caller's contract.
        made => unsafe { other_into_python(module, python, tag, raw, call, made) },
    }
}

/// The value of a constant. `None` where it is an object of the ABI, and there is no runtime.
pub(crate) fn of_constant(host: &Function, constant: &ConstantRecord) -> Result<Option<Owned>, Raised> {
    let of = (constant.of)();
    if of.is_object() && !is_present() {
        return Ok(None);
    }
    let raw = (constant.value)().into_raw();
    // SAFETY: the value is owned here, and not used afterwards.
    unsafe { into_python(&host.module, host.python, of.tag.required(), &raw, None) }.map(Some)
}

/// Converts a result that is an object or a value of another kind. What was made of it already is given back.
///
/// # Safety
///
/// As for [`into_python`].
#[inline(never)]
unsafe fn other_into_python(
    module: &Rc<Module>,
    python: Python,
    tag: &TypeTag,
    raw: &TVMFFIAny,
    call: Option<&FromPython<'_>>,
    made: Option<Result<Owned, Raised>>,
) -> Result<Owned, Raised> {
    // Field by field, as the shim wrote it: a read of bytes that two writes made has to wait. Only small text and bytes have a length.
    let mut value = TVMFFIAny::new(raw.type_index, raw.payload);
    value.small_len = raw.small_len;
    // SAFETY: the caller's contract.
    let value = unsafe { Any::from_raw(value) };
    if let Some(made) = made {
        return made;
    }
    let values = call.map_or_else(|| ToPython::new(python, module), ToPython::after);
    values.object(value.as_view(), tag)
}

#[inline(always)]
pub(crate) fn small_content(raw: &TVMFFIAny) -> &[u8] {
    raw.payload.bytes().get(..raw.small_len as usize).unwrap_or_default()
}

/// The content of a string or bytes object.
///
/// # Safety
///
/// Object validity of such an object, for as long as the value is borrowed.
#[inline(always)]
pub(crate) unsafe fn content(raw: &TVMFFIAny) -> &[u8] {
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
