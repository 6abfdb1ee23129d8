//! Types: their table by key and by index, what is registered of them, and their attributes.
//!
//! Those who register take locks. Those who read entries and columns take none: nothing that is published is moved or freed, since C++ keeps
//! the addresses.

use core::ffi::c_int;
use core::ptr::null;
use std::sync::OnceLock;

use tvm_ffi_abi::{
    TVMFFIAny, TVMFFIByteArray, TVMFFIFieldInfo, TVMFFIMethodInfo, TVMFFITypeAttrColumn, TVMFFITypeInfo,
    TVMFFITypeMetadata,
};

use crate::catch::{self, Failure, Result, fail, fatal};
use crate::text::lent;
use crate::value::Value;

mod builtin;
mod columns;
mod create;
mod entry;
mod fields;
mod functions;
mod hooks;
mod register;
mod table;

pub(crate) use columns::Column;
use columns::Columns;
pub(crate) use entry::Entry;
pub(crate) use functions::{BUILTINS, invalid};
use table::Table;

/// Everything that is known of types. It is never dropped.
struct Types {
    table: Table,
    columns: Columns,
    /// The columns that hashing and comparing of values read.
    any_hash: &'static Column,
    any_equal: &'static Column,
}

#[inline(always)]
fn types() -> &'static Types {
    static TYPES: OnceLock<Types> = OnceLock::new();
    TYPES.get_or_init(builtin::types)
}

/// The entry of a type.
#[inline]
pub(crate) fn entry(type_index: i32) -> Option<&'static Entry> {
    types().table.entry(type_index)
}

/// The entry of a type.
///
/// # Errors
///
/// An `InternalError` if there is no such type.
pub(crate) fn known_entry(type_index: i32) -> Result<&'static Entry> {
    entry(type_index).ok_or_else(|| {
        fail!(
            InternalError,
            "Check failed: (entry != nullptr) is false: Cannot find type info for type_index={type_index}"
        )
    })
}

/// The index of a type.
///
/// # Errors
///
/// An `InternalError` if there is no such type.
pub(crate) fn index_of(key: &[u8]) -> Result<i32> {
    types().table.find(key).ok_or_else(|| unknown_key(key))
}

#[cold]
#[inline(never)]
fn unknown_key(key: &[u8]) -> Failure {
    let key = String::from_utf8_lossy(key);
    fail!(InternalError, "Check failed: (it != type_key2index_.end()) is false: Cannot find type `{key}`")
}

/// Whether objects of a type are objects of another: it is the same, or the first extends it.
#[inline]
pub(crate) fn is_instance(type_index: i32, of: i32) -> bool {
    type_index == of || entry(type_index).is_some_and(|entry| entry.is_instance_of(of))
}

/// The keys of all types, in the order of their indices.
pub(crate) fn keys() -> impl Iterator<Item = &'static [u8]> {
    types().table.entries().map(Entry::key)
}

/// The hook of a type that hashes its objects as keys: a native function.
#[inline(always)]
pub(crate) fn any_hash(type_index: i32) -> Option<TVMFFIAny> {
    types().any_hash.get(type_index)
}

/// The hook of a type that compares its objects as keys: a native function.
#[inline(always)]
pub(crate) fn any_equal(type_index: i32) -> Option<TVMFFIAny> {
    types().any_equal.get(type_index)
}

/// The column of an attribute, if any type has or had a place in it.
pub(crate) fn column(name: &[u8]) -> Option<&'static Column> {
    types().columns.find(name)
}

/// A copy of a text that is never freed and ends with a NUL. An empty text is NULL.
fn keep(text: &[u8]) -> TVMFFIByteArray {
    if text.is_empty() {
        return TVMFFIByteArray { data: null(), size: 0 };
    }
    let mut copy = Vec::with_capacity(text.len() + 1);
    copy.extend_from_slice(text);
    copy.push(0);
    TVMFFIByteArray { data: Vec::leak(copy).as_ptr(), size: text.len() }
}

/// `TVMFFITypeKeyToIndex`.
///
/// # Safety
///
/// The C API: the key is readable, and `out` is writable.
#[inline(always)]
pub(crate) unsafe extern "C" fn key_to_index(key: *const TVMFFIByteArray, out: *mut i32) -> c_int {
    // SAFETY: the caller's contract.
    let key = unsafe { lent(key) };
    let Some(type_index) = types().table.find(key) else { return catch::raise(unknown_key(key)) };
    // SAFETY: the caller's contract.
    unsafe { out.write(type_index) };
    0
}

/// `TVMFFIGetTypeInfo`. An index that no type has ends the process.
#[inline(always)]
pub(crate) extern "C" fn get_info(type_index: i32) -> *const TVMFFITypeInfo {
    match known_entry(type_index) {
        Ok(entry) => entry.info(),
        Err(failure) => fatal("TVMFFIGetTypeInfo", failure),
    }
}

/// `TVMFFITypeGetOrAllocIndex`. What it refuses ends the process.
///
/// # Safety
///
/// The C API: the key is readable.
pub(crate) unsafe extern "C" fn get_or_alloc_index(
    key: *const TVMFFIByteArray,
    static_index: i32,
    depth: i32,
    child_slots: i32,
    can_overflow: i32,
    parent: i32,
) -> i32 {
    // SAFETY: the caller's contract.
    let key = unsafe { lent(key) };
    let request =
        table::Request { key, static_index, depth, child_slots, can_overflow: can_overflow != 0, parent };
    match types().table.get_or_allocate(&request) {
        Ok(type_index) => type_index,
        Err(failure) => fatal("TVMFFITypeGetOrAllocIndex", failure),
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
    catch::code(|| unsafe { register::field(known_entry(type_index)?, field) })
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
    catch::code(|| unsafe { register::method(known_entry(type_index)?, method) })
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
    catch::code(|| unsafe { register::metadata(known_entry(type_index)?, metadata) })
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
    let name = unsafe { lent(name) };
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
    column(unsafe { lent(name) }).map_or(null(), Column::shown)
}

#[cfg(test)]
mod tests;
