//! Classes: what expansions of `#[tvm_ffi::object]` and `#[tvm_ffi::methods]` are made of, and their registration.

mod access;
mod ancestors;
mod construct;
mod constructed;
mod describe;
mod duties;
mod expansion;
mod field;
mod hook;
mod manifest;
mod method;
mod pickle;
mod prepare;
mod raise;
mod receiver;
mod register;
mod schema;
mod state;
mod texts;

pub use ancestors::{Ancestors, DeclaresField, DeclaresMethod, NoAncestors, SharesNames};
pub use construct::{FieldValues, construct_from_fields};
pub use constructed::{Constructed, assert_constructed};
pub use describe::{ClassDescription, FINAL, FieldDescription, FieldMetadata, FromFields, Hooks, MUTABLE};
pub(crate) use duties::{is_entry, not_registered, objects_json, register_pending};
pub use expansion::*;
pub use field::{Field, FieldValue};
pub use hook::{hook_compare, hook_copy, hook_eq, hook_hash, hook_repr};
pub use method::{HasMethods, Method, MethodKind, MethodsOf, NoMethods};
pub use receiver::{
    ChangesByMethods, ChangesByReference, ClassOf, NoClass, NoReceiver, NotReturned, Receiver,
};
pub use register::register_on_load;
pub(crate) use texts::{key, look};

use core::ptr::NonNull;
use core::sync::atomic::{AtomicI32, AtomicPtr, Ordering};

use self::duties::Duties;
use crate::abi::{TVMFFIObject, TVMFFIObjectDeleter};
use crate::error::Result;
use crate::object::TensorSearch;

/// A class of this library: one static for each object type.
pub struct Class {
    /// The type index, once the class is registered; [`UNREGISTERED`](Self::UNREGISTERED) before.
    pub(crate) index: AtomicI32,
    /// The deleter of its objects.
    pub(crate) deleter: TVMFFIObjectDeleter,
    /// The class that it extends.
    pub(crate) parent: Option<fn() -> &'static Class>,
    /// Shows what it says about itself.
    pub(crate) describe: Describe,
    /// The deleter of a descendant's objects, of which one was met where this class was asked for; NULL before.
    pub(crate) heir: AtomicPtr<()>,
    /// Searches the fields of an object for tensors; `None` if no field can contain one.
    pub(crate) search_fields: Option<SearchFields>,
    duties: &'static Duties,
}

/// Shows what a class says about itself to whoever asks.
pub type Describe = fn(&mut dyn FnMut(&ClassDescription<'_>));

/// [`search_fields`](crate::object::search_fields) of a type.
pub type SearchFields = unsafe fn(NonNull<TVMFFIObject>, &mut TensorSearch) -> bool;

impl Class {
    pub(crate) const UNREGISTERED: i32 = -1;

    /// A class that is not registered yet.
    ///
    /// # Safety
    ///
    /// It is what [`ObjectType::class`](crate::ObjectType::class) of one type gives, and what `describe` shows is of that type: sizes,
    /// the functions that the runtime calls, and the offsets of its fields.
    pub const unsafe fn new(
        deleter: TVMFFIObjectDeleter,
        parent: Option<fn() -> &'static Class>,
        describe: Describe,
    ) -> Self {
        let (index, heir) = (AtomicI32::new(Self::UNREGISTERED), AtomicPtr::new(core::ptr::null_mut()));
        Self { index, deleter, parent, describe, heir, search_fields: None, duties: Duties::ALL }
    }

    /// The class of a type with fields that may contain tensors.
    #[must_use]
    pub const fn searching(self, search_fields: SearchFields) -> Self {
        Self { search_fields: Some(search_fields), ..self }
    }

    /// The type index. The class is registered if it is not yet.
    ///
    /// # Errors
    ///
    /// Why it cannot be registered.
    #[inline(always)]
    pub fn type_index(&'static self) -> Result<i32> {
        let index = self.index.load(Ordering::Acquire);
        if index >= 0 { Ok(index) } else { self.register() }
    }
}

/// An entry in the list of this library's classes.
pub struct RegisteredClass(pub &'static Class);

inventory::collect!(RegisteredClass);

/// Whether an address is that of a function through which a class is called from outside.
fn is_entry_of(class: &'static Class, address: usize) -> bool {
    look(class, |about| {
        let Hooks { repr, eq, hash, compare, copy } = about.hooks;
        let calls = [repr, eq, hash, compare, copy, about.from_fields];
        let of_field =
            |field: &FieldDescription| field.getter as usize == address || field.setter as usize == address;
        calls.into_iter().flatten().any(|call| call as usize == address)
            || about.fields.iter().any(of_field)
            || about.methods.iter().any(|method| crate::description::is_entry(method.export, address))
    })
}

#[cfg(test)]
mod tests;
