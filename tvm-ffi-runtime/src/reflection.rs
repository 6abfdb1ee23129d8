//! Reflection: fields, methods, metadata, and attributes of types, how they are registered, and objects that are made by their fields.
//!
//! What the types of the runtime have is registered by the first call.

use core::ffi::c_int;
use core::ptr::null;
use std::sync::LazyLock;

use tvm_ffi_abi::{
    TVMFFIAny, TVMFFIByteArray, TVMFFIFieldInfo, TVMFFIMethodInfo, TVMFFITypeAttrColumn, TVMFFITypeInfo,
    TVMFFITypeMetadata,
};

use crate::catch::{self, fatal};
use crate::lent;
use crate::types::{self, Column, Types};
use crate::value::Value;

mod attributes;
mod create;
mod fields;
mod functions;
mod own;
mod register;

pub(crate) use functions::BUILTINS;

/// What is known of types, with what those of the runtime have.
#[inline(always)]
pub(crate) fn types() -> &'static Types {
    static TYPES: LazyLock<&Types> = LazyLock::new(|| {
        let registered = own::register(types::types());
        debug_assert!(registered.is_ok(), "nothing is registered twice");
        types::types()
    });
    &TYPES
}

/// `TVMFFIGetTypeInfo`. An index that no type has ends the process.
#[inline(always)]
pub(crate) extern "C" fn get_info(type_index: i32) -> *const TVMFFITypeInfo {
    match types().entry(type_index) {
        Ok(entry) => entry.info(),
        Err(failure) => fatal("TVMFFIGetTypeInfo", failure),
    }
}

/// `TVMFFITypeRegisterField`.
///
/// # Safety
///
/// The C API: the field is readable, and so is what it points to.
pub(crate) unsafe extern "C" fn register_field(type_index: i32, field: *const TVMFFIFieldInfo) -> c_int {
    // SAFETY: the caller's contract.
    let field = unsafe { &*field };
    // SAFETY: the caller's contract.
    catch::code(|| unsafe { register::field(types().entry(type_index)?, field) })
}

/// `TVMFFITypeRegisterMethod`.
///
/// # Safety
///
/// The C API: the method is readable, and so is what it points to.
pub(crate) unsafe extern "C" fn register_method(type_index: i32, method: *const TVMFFIMethodInfo) -> c_int {
    // SAFETY: the caller's contract.
    let method = unsafe { &*method };
    // SAFETY: the caller's contract.
    catch::code(|| unsafe { register::method(types().entry(type_index)?, method) })
}

/// `TVMFFITypeRegisterMetadata`.
///
/// # Safety
///
/// The C API: the metadata is readable, and so is what it points to.
pub(crate) unsafe extern "C" fn register_metadata(
    type_index: i32,
    metadata: *const TVMFFITypeMetadata,
) -> c_int {
    // SAFETY: the caller's contract.
    let metadata = unsafe { &*metadata };
    // SAFETY: the caller's contract.
    catch::code(|| unsafe { register::metadata(types().entry(type_index)?, metadata) })
}

/// `TVMFFITypeRegisterAttr`.
///
/// # Safety
///
/// The C API: the name is readable, and the value is lent.
pub(crate) unsafe extern "C" fn register_attr(
    type_index: i32,
    name: *const TVMFFIByteArray,
    value: *const TVMFFIAny,
) -> c_int {
    // SAFETY: the caller's contract.
    let name = unsafe { lent::bytes(name) };
    // SAFETY: the caller's contract.
    let value = unsafe { &*value };
    catch::code(|| types().columns.register(type_index, name, Value::of_view(value)?))
}

/// `TVMFFIGetTypeAttrColumn`. NULL for an attribute that no type has.
///
/// # Safety
///
/// The C API: the name is readable.
#[inline(always)]
pub(crate) unsafe extern "C" fn get_attr_column(name: *const TVMFFIByteArray) -> *const TVMFFITypeAttrColumn {
    // SAFETY: the caller's contract.
    types().columns.find(unsafe { lent::bytes(name) }).map_or(null(), Column::shown)
}

#[cfg(test)]
mod tests;
