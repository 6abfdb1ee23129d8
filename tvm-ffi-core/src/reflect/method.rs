//! Methods.

use core::fmt;
use core::ptr::NonNull;

use super::{TypeInfo, text};
use crate::abi::{FieldFlag, TVMFFIMethodInfo};
use crate::any::{Any, AnyView};
use crate::container::Map;
use crate::error::Result;
use crate::function::Function;

/// A method in the registry of the runtime.
#[derive(Clone, Copy)]
pub struct MethodInfo {
    owner: TypeInfo,
    name: &'static str,
    raw: TVMFFIMethodInfo,
}

// SAFETY: a copy of an entry of the runtime's, in which all pointers are to what is never freed.
unsafe impl Send for MethodInfo {}
// SAFETY: as above.
unsafe impl Sync for MethodInfo {}

impl MethodInfo {
    /// # Safety
    ///
    /// `raw` is a method of the runtime's entry for `owner`.
    pub(super) unsafe fn new(owner: TypeInfo, raw: &TVMFFIMethodInfo) -> Self {
        // SAFETY: the runtime keeps texts of methods for the rest of the process.
        Self { owner, name: unsafe { text(&raw.name) }.unwrap_or("?"), raw: *raw }
    }

    /// The name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The type that declares the method: the type itself, or an ancestor.
    pub fn owner(&self) -> TypeInfo {
        self.owner
    }

    /// The documentation.
    pub fn doc(&self) -> Option<&'static str> {
        // SAFETY: as in `new`.
        unsafe { text(&self.raw.doc) }.filter(|doc| !doc.is_empty())
    }

    /// The metadata, a JSON object, or empty.
    pub fn metadata(&self) -> &'static str {
        // SAFETY: as in `new`.
        unsafe { text(&self.raw.metadata) }.unwrap_or_default()
    }

    /// The type schema, a JSON object in the runtime's own form. The object itself is the first parameter of a method that is not
    /// static.
    pub fn schema(&self) -> Option<String> {
        type_schema(self.metadata())
    }

    /// Whether the method is called without an object.
    pub fn is_static(&self) -> bool {
        self.raw.flags & FieldFlag::IS_STATIC_METHOD != 0
    }

    /// The method as a function, which takes the object first unless it is [static](Self::is_static).
    ///
    /// # Errors
    ///
    /// A `TypeError` if what is registered is not a function.
    #[track_caller]
    pub fn function(&self) -> Result<Function> {
        // SAFETY: the runtime keeps methods for the rest of the process.
        unsafe { AnyView::from_raw(NonNull::from(&self.raw.method)) }.cast()
    }
}

impl fmt::Display for MethodInfo {
    /// `my_package.MyType.method`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.owner.key(), self.name)
    }
}

impl fmt::Debug for MethodInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MethodInfo({self})")
    }
}

/// The type schema in metadata, which holds it as text.
pub(super) fn type_schema(metadata: &str) -> Option<String> {
    if metadata.is_empty() {
        return None;
    }
    let parsed = Function::get_global("ffi.json.Parse").ok()?.call((metadata,)).ok()?;
    let entries: Map<String, Any> = parsed.cast().ok()?;
    entries.get("type_schema").ok()??.cast().ok()
}
