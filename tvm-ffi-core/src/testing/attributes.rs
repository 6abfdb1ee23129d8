//! Attributes of types: a column for each name, with a place for each type index.

use core::ffi::c_int;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::{bytes, error, object};
use crate::abi::{TVMFFIAny, TVMFFIByteArray, TVMFFITypeAttrColumn, TypeIndex};

/// One column. Its values move when it grows, as in the C library.
struct Column {
    shown: *mut TVMFFITypeAttrColumn,
    values: Vec<TVMFFIAny>,
}

struct Columns(BTreeMap<Vec<u8>, Column>);

// SAFETY: what columns point to is changed under the lock only.
unsafe impl Send for Columns {}

static COLUMNS: Mutex<Columns> = Mutex::new(Columns(BTreeMap::new()));

impl Column {
    fn new() -> Self {
        let shown = TVMFFITypeAttrColumn { data: core::ptr::null(), size: 0, begin_index: 0 };
        Self { shown: Box::into_raw(Box::new(shown)), values: Vec::new() }
    }

    /// The place of a type; `None` if it has a value already.
    fn place(&mut self, type_index: i32) -> Option<&mut TVMFFIAny> {
        let place = usize::try_from(type_index).ok()?;
        if place >= self.values.len() {
            self.values.resize(place + 1, TVMFFIAny::NONE);
        }
        // SAFETY: columns are never freed, and changed under the lock only.
        unsafe { (*self.shown).data = self.values.as_ptr() };
        // SAFETY: as above.
        unsafe { (*self.shown).size = self.values.len() as i32 };
        self.values.get_mut(place).filter(|value| value.type_index == TypeIndex::NONE)
    }
}

#[allow(non_snake_case, reason = "the C name")]
pub(super) unsafe extern "C" fn TVMFFITypeRegisterAttr(
    type_index: i32,
    name: *const TVMFFIByteArray,
    value: *const TVMFFIAny,
) -> c_int {
    // SAFETY: the caller gives readable bytes.
    let name = unsafe { bytes(name) };
    // SAFETY: the caller lends a value.
    let value = unsafe { *value };
    let mut columns = COLUMNS.lock().unwrap_or_else(PoisonError::into_inner);
    let column = columns.0.entry(name.to_vec()).or_insert_with(Column::new);
    if type_index == TypeIndex::NONE {
        // This asks for the column only.
        return 0;
    }
    let Some(place) = column.place(type_index) else {
        drop(columns);
        let name = String::from_utf8_lossy(name);
        let message = format!("TypeAttr `{name}` is already registered for type index {type_index}");
        error::raise("RuntimeError", &message);
        return -1;
    };
    *place = value;
    if crate::object_ref::is_object_index(value.type_index) {
        // SAFETY: the caller lends the value.
        unsafe { object::retain(value.payload.ptr()) };
    }
    0
}

/// NULL for an attribute that no type has.
#[allow(non_snake_case, reason = "the C name")]
pub(super) unsafe extern "C" fn TVMFFIGetTypeAttrColumn(
    name: *const TVMFFIByteArray,
) -> *const TVMFFITypeAttrColumn {
    // SAFETY: the caller gives readable bytes.
    let name = unsafe { bytes(name) };
    let columns = COLUMNS.lock().unwrap_or_else(PoisonError::into_inner);
    columns.0.get(name).map_or(core::ptr::null(), |column| column.shown)
}
