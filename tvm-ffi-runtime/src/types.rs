//! Types: their table by key and by index, and the columns of their attributes.
//!
//! Those who register take locks. Those who read entries and columns take none: nothing that is published is moved or freed, since C++ keeps
//! the addresses.

use core::ffi::c_int;
use std::sync::OnceLock;

use tvm_ffi_abi::{TVMFFIAny, TVMFFIByteArray};

use crate::catch::{self, Failure, Result, fail, fatal};
use crate::lent;

mod columns;
mod entry;
mod own;
mod table;

pub(crate) use columns::{Column, Columns};
pub(crate) use entry::{TypeEntry, keep};
use table::Table;

/// Everything that is known of types. It is never dropped.
pub(crate) struct Types {
    table: Table,
    pub(crate) columns: Columns,
    /// The columns that hashing and comparing of values read.
    any_hash: &'static Column,
    any_equal: &'static Column,
}

/// What is known of types. What the runtime's own types have is there once [`reflection`](crate::reflection) was used.
#[inline(always)]
pub(crate) fn types() -> &'static Types {
    static TYPES: OnceLock<Types> = OnceLock::new();
    TYPES.get_or_init(own::types)
}

impl Types {
    /// The entry of a type.
    ///
    /// # Errors
    ///
    /// An `InternalError` if there is no such type.
    #[inline]
    pub(crate) fn entry(&self, type_index: i32) -> Result<&'static TypeEntry> {
        self.table.entry(type_index).ok_or_else(|| {
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
    #[inline(always)]
    pub(crate) fn index_of(&self, key: &[u8]) -> Result<i32> {
        self.table.find(key).ok_or_else(|| unknown_key(key))
    }

    /// The keys of all types, in the order of their indices.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &'static [u8]> {
        self.table.entries().map(TypeEntry::key)
    }
}

#[cold]
#[inline(never)]
fn unknown_key(key: &[u8]) -> Failure {
    let key = String::from_utf8_lossy(key);
    fail!(InternalError, "Check failed: (it != type_key2index_.end()) is false: Cannot find type `{key}`")
}

/// The key of a type, for messages.
pub(crate) fn type_name(type_index: i32) -> String {
    match types().table.entry(type_index) {
        Some(entry) => entry.key_text(),
        None => format!("type {type_index}"),
    }
}

/// The failure of a value that has another type than the one that is expected.
#[cold]
pub(crate) fn cannot_convert(type_index: i32, expected: &str) -> Failure {
    let got = type_name(type_index);
    fail!(TypeError, "Cannot convert from type `{got}` to `{expected}`")
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

/// Whether a type hashes or compares its objects as keys. Inlined, it makes calls with other keys slower.
#[inline(never)]
pub(crate) fn has_key_hook(type_index: i32) -> bool {
    let types = types();
    [types.any_hash, types.any_equal].iter().any(|column| column.get(type_index).is_some())
}

/// `TVMFFITypeKeyToIndex`.
///
/// # Safety
///
/// The C API: the key is readable, and `out` is writable.
#[inline(always)]
pub(crate) unsafe extern "C" fn key_to_index(key: *const TVMFFIByteArray, out: *mut i32) -> c_int {
    // SAFETY: the caller's contract.
    let key = unsafe { lent::bytes(key) };
    let Some(type_index) = types().table.find(key) else { return catch::raise(unknown_key(key)) };
    // SAFETY: the caller's contract.
    unsafe { out.write(type_index) };
    0
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
    let key = unsafe { lent::bytes(key) };
    let request =
        table::Request { key, static_index, depth, child_slots, can_overflow: can_overflow != 0, parent };
    match types().table.get_or_allocate(&request) {
        Ok(type_index) => type_index,
        Err(failure) => fatal("TVMFFITypeGetOrAllocIndex", failure),
    }
}

#[cfg(test)]
mod tests;
