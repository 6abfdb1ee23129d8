//! Reflection: types of any language in the registry of the runtime, and access to their fields and methods by name.
//!
//! ```
//! # fn main() -> tvm_ffi_core::Result<()> {
//! use tvm_ffi_core::{Any, ErrorKind, reflect::TypeInfo};
//!
//! let error = tvm_ffi_core::Error::new(ErrorKind::ValueError, "too large");
//! let object = Any::new(error).try_into_object().expect("an error is an object");
//! let about = TypeInfo::of_object(&object)?;
//! assert_eq!(about.key(), "ffi.Error");
//! assert_eq!(about.parent().expect("every type but one has a parent").key(), "ffi.Object");
//! assert!(about.field("colour").is_none());
//! # Ok(()) }
//! ```
//!
//! # Threads
//!
//! The C++ runtime's table of types has no lock, and lists of fields and methods move when a library registers more of them. Types are
//! registered while libraries are loaded. So this module copies members at once. On that runtime a program must not load a library on one thread while
//! another thread looks types up, as for the registry of global functions.
//!
//! Objects of other languages have no lock either. [`FieldInfo::get`] and [`FieldInfo::set`] exclude each other, so safe Rust
//! in this library does not race; other libraries and Python do not take that lock.

mod attribute;
mod field;
mod lock;
mod member;
mod method;
mod object;
mod print;

use core::sync::atomic::{AtomicI32, AtomicPtr, Ordering};

pub(crate) use attribute::constructor;
pub use field::FieldInfo;
pub use method::MethodInfo;
pub(crate) use object::{call_on, no_field, no_method};

use crate::abi::TVMFFITypeMetadata;
use crate::error::Result;
use crate::object::ObjectType;
use crate::object_ref::ObjectRef;
use crate::runtime::find;
pub use crate::type_info::TypeInfo;
use crate::type_info::text;

/// Defines the lookups of one kind of member, in three forms. The last two names are those of the list in the runtime's entry.
macro_rules! members {
    ($(
        $(#[$own_doc:meta])* $own:ident,
        $(#[$all_doc:meta])* $all:ident,
        $(#[$one_doc:meta])* $one:ident: $member:ident, $first:ident, $count:ident;
    )*) => {$(
        $(#[$own_doc])*
        pub fn $own(&self) -> Vec<$member> {
            let entry = self.entry.as_ptr();
            // SAFETY: entries are never freed.
            let first = unsafe { &raw const (*entry).$first };
            // SAFETY: as above.
            let count = unsafe { &raw const (*entry).$count };
            // SAFETY: the places are those of a list of the runtime.
            let members = unsafe { elements(first, count) };
            // SAFETY: the runtime keeps the members there, and does not change them.
            let members = unsafe { &*members };
            // SAFETY: each is a member of the type.
            members.iter().map(|member| unsafe { $member::new(*self, member) }).collect()
        }

        $(#[$all_doc])*
        pub fn $all(&self) -> Vec<$member> {
            self.lineage().iter().flat_map(Self::$own).collect()
        }

        $(#[$one_doc])*
        pub fn $one(&self, name: &str) -> Option<$member> {
            let of_type = |at: &Self| at.$own().into_iter().find(|member| member.name() == name);
            self.lineage().iter().rev().find_map(of_type)
        }
    )*};
}

impl TypeInfo {
    /// The type of an object type in Rust, which is registered if it is not yet.
    ///
    /// # Errors
    ///
    /// A `RuntimeError` if there is no runtime, or the type key is taken.
    #[track_caller]
    pub fn of<T: ObjectType>() -> Result<Self> {
        find()?;
        let type_index = T::class().type_index()?;
        match Self::of_index(type_index) {
            Some(found) => Ok(found),
            None => Self::by_key(T::TYPE_KEY),
        }
    }

    /// The type with a key, if it is registered.
    ///
    /// # Errors
    ///
    /// A `RuntimeError` if there is no runtime.
    #[track_caller]
    pub fn find(key: &str) -> Result<Option<Self>> {
        find()?;
        Ok(crate::type_info::type_index(key).and_then(Self::of_index))
    }

    /// The type with a key.
    ///
    /// # Errors
    ///
    /// A `RuntimeError` that names the key if it is not registered, or if there is no runtime.
    #[track_caller]
    pub fn by_key(key: &str) -> Result<Self> {
        match Self::find(key)? {
            Some(found) => Ok(found),
            None => crate::bail!("there is no type `{key}`: no library of this process has registered it"),
        }
    }

    /// The type of an object.
    ///
    /// # Errors
    ///
    /// A `RuntimeError` if there is no runtime.
    #[track_caller]
    pub fn of_object(object: &ObjectRef) -> Result<Self> {
        find()?;
        match Self::of_index(object.type_index()) {
            Some(found) => Ok(found),
            None => crate::bail!("there is no type of index {}", object.type_index()),
        }
    }

    /// The documentation.
    pub fn doc(&self) -> Option<&'static str> {
        // SAFETY: entries are never freed.
        let metadata = unsafe { &raw mut (*self.entry.as_ptr()).metadata };
        // SAFETY: as above; the field is aligned.
        let metadata = unsafe { AtomicPtr::from_ptr(metadata.cast::<*mut TVMFFITypeMetadata>()) };
        // SAFETY: NULL, or metadata that is never freed.
        let metadata = unsafe { metadata.load(Ordering::Acquire).as_ref() }?;
        // SAFETY: the text is never freed.
        unsafe { text(&metadata.doc) }.filter(|doc| !doc.is_empty())
    }

    members! {
        /// The fields that the type adds to those of its parent.
        own_fields,
        /// All fields, those of the ancestors first.
        fields,
        /// The field with a name.
        field: FieldInfo, fields, num_fields;
        /// The methods that the type adds to those of its parent, or that override one of them.
        own_methods,
        /// All methods, those of the ancestors first; a name occurs more than once if a type overrides a method of an ancestor.
        methods,
        /// The method with a name, of the type or of its nearest ancestor with one.
        method: MethodInfo, methods, num_methods;
    }
}

/// A list of the runtime as it is now. The runtime in Rust adds to lists while others read them: the number is read first, since the elements
/// that are found afterwards are at least as many.
///
/// # Safety
///
/// The places are those of a list of the runtime.
unsafe fn elements<T>(first: *const *const T, count: *const i32) -> *const [T] {
    // SAFETY: the caller's contract; the field is aligned.
    let count = unsafe { AtomicI32::from_ptr(count.cast_mut()) }.load(Ordering::Acquire);
    // SAFETY: as above.
    let first = unsafe { AtomicPtr::from_ptr(first.cast_mut().cast::<*mut T>()) }.load(Ordering::Acquire);
    match usize::try_from(count) {
        Ok(count) if !first.is_null() => core::ptr::slice_from_raw_parts(first, count),
        _ => core::ptr::from_ref(&[]),
    }
}

#[cfg(test)]
mod tests;
