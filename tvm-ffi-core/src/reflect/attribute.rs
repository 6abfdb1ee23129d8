//! Attributes of types: functions of conventional names that the runtime looks up by type.

use core::ptr::NonNull;

use super::TypeInfo;
use crate::abi::TVMFFIByteArray;
use crate::any::{Any, AnyView};
use crate::error::Result;
use crate::function::Function;
use crate::runtime::table;

impl TypeInfo {
    /// The value of an attribute of the type, such as `__ffi_init__`. Attributes are not inherited.
    pub fn attribute(&self, name: &str) -> Option<Any> {
        // SAFETY: the name is readable.
        let column = unsafe { table::TVMFFIGetTypeAttrColumn(&TVMFFIByteArray::of(name.as_bytes())) };
        // SAFETY: the runtime gives NULL or a column, which is never freed; it is read at once.
        let column = unsafe { column.as_ref() }?;
        let row = usize::try_from(self.type_index().checked_sub(column.begin_index)?).ok()?;
        if row >= usize::try_from(column.size).unwrap_or(0) {
            return None;
        }
        // SAFETY: the column has that many values.
        let value = unsafe { column.data.add(row) };
        let value = NonNull::new(value.cast_mut())?;
        // SAFETY: values of attributes are kept for the rest of the process.
        let value = unsafe { AnyView::from_raw(value) }.to_any().ok()?;
        (!value.is_none()).then_some(value)
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
