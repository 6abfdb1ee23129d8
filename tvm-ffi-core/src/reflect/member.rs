//! What fields and methods have in common.

use crate::any::Any;
use crate::container::Map;
use crate::function::Function;

/// Defines the type of a member: the type that declares it, and a copy of the entry of the runtime.
macro_rules! member {
    ($(#[$meta:meta])* $name:ident, $raw:ident) => {
        $(#[$meta])*
        #[derive(Clone, Copy)]
        pub struct $name {
            owner: $crate::reflect::TypeInfo,
            name: &'static str,
            raw: $raw,
        }

        // SAFETY: a copy of an entry of the runtime's, in which all pointers are to what is never freed.
        unsafe impl Send for $name {}
        // SAFETY: as above.
        unsafe impl Sync for $name {}

        impl $name {
            /// # Safety
            ///
            /// `raw` is in the runtime's entry for `owner`.
            pub(super) unsafe fn new(owner: $crate::reflect::TypeInfo, raw: &$raw) -> Self {
                // SAFETY: the runtime keeps texts of members for the rest of the process.
                Self { owner, name: unsafe { $crate::reflect::text(&raw.name) }.unwrap_or("?"), raw: *raw }
            }

            /// The name.
            pub fn name(&self) -> &'static str {
                self.name
            }

            /// The type that declares it: the type itself, or an ancestor.
            pub fn owner(&self) -> $crate::reflect::TypeInfo {
                self.owner
            }

            /// The documentation.
            pub fn doc(&self) -> Option<&'static str> {
                // SAFETY: as in `new`.
                unsafe { $crate::reflect::text(&self.raw.doc) }.filter(|doc| !doc.is_empty())
            }

            /// The metadata, a JSON object, or empty.
            pub fn metadata(&self) -> &'static str {
                // SAFETY: as in `new`.
                unsafe { $crate::reflect::text(&self.raw.metadata) }.unwrap_or_default()
            }

            /// The type schema, a JSON object in the runtime's own form: `{"type":"int"}`.
            pub fn schema(&self) -> Option<String> {
                $crate::reflect::member::type_schema(self.metadata())
            }
        }

        impl core::fmt::Display for $name {
            /// `my_package.MyType.member`
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                write!(f, "{}.{}", self.owner.key(), self.name)
            }
        }

        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self)
            }
        }
    };
}
pub(super) use member;

/// The type schema in metadata, which holds it as text.
pub(super) fn type_schema(metadata: &str) -> Option<String> {
    if metadata.is_empty() {
        return None;
    }
    let parsed = Function::get_global("ffi.json.Parse").ok()?.call((metadata,)).ok()?;
    let entries: Map<String, Any> = parsed.cast().ok()?;
    entries.get("type_schema").ok()??.cast().ok()
}
