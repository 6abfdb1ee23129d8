//! Attributes of types: functions of conventional names that the runtime looks up by type.

use core::ptr::NonNull;
use core::sync::atomic::{AtomicI32, Ordering};

use super::{TypeInfo, elements};
use crate::abi::{TVMFFIAny, TVMFFIByteArray, TypeIndex};
use crate::any::{Any, AnyView};
use crate::error::Result;
use crate::function::Function;
use crate::runtime::table;

impl TypeInfo {
    /// The value of an attribute of the type, such as `__ffi_init__`. Attributes are not inherited.
    pub fn attribute(&self, name: &str) -> Option<Any> {
        // SAFETY: the name is readable.
        let column = unsafe { table::TVMFFIGetTypeAttrColumn(&TVMFFIByteArray::of(name.as_bytes())) };
        let column = NonNull::new(column.cast_mut())?.as_ptr();
        // SAFETY: columns are never freed, and their begin does not change.
        let begin = unsafe { (*column).begin_index };
        // SAFETY: columns are never freed.
        let data = unsafe { &raw const (*column).data };
        // SAFETY: as above.
        let size = unsafe { &raw const (*column).size };
        // SAFETY: the places are those of a list of the runtime.
        let values = unsafe { elements(data, size) };
        let row = usize::try_from(self.type_index().checked_sub(begin)?).ok()?;
        if row >= values.len() {
            return None;
        }
        // SAFETY: the column has that many values.
        let value = unsafe { values.cast::<TVMFFIAny>().add(row) };
        let value = NonNull::new(value.cast_mut())?;
        // SAFETY: values of attributes stay for the rest of the process.
        let type_index = unsafe { &raw mut (*value.as_ptr()).type_index };
        // SAFETY: as above. The runtime in Rust writes a value before its index.
        if unsafe { AtomicI32::from_ptr(type_index) }.load(Ordering::Acquire) == TypeIndex::NONE {
            return None;
        }
        // SAFETY: as above.
        unsafe { AnyView::from_raw(value) }.to_any().ok()
    }
}

/// The constructor of a type.
#[track_caller]
pub(crate) fn constructor(about: &TypeInfo) -> Result<Function> {
    match about.attribute("__ffi_init__") {
        Some(constructor) => constructor.cast(),
        None => crate::bail!(TypeError, "{} has no constructor", about.key()),
    }
}
