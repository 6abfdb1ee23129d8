//! Classes: what expansions of `#[tvm_ffi::object]` and `#[tvm_ffi::methods]` are made of, and their registration.

mod describe;
mod field;
mod method;
mod register;

pub use describe::{
    ClassDescription, FINAL, FieldDescription, FieldMetadata, FieldValues, FromFields, Hooks, MUTABLE,
};
pub use field::{Field, FieldValue};
pub use method::{HasMethods, Method, MethodKind, MethodsOf, NoMethods};

use core::sync::atomic::AtomicI32;

use crate::abi::TVMFFIObjectDeleter;

/// A class of this library: one static for each object type.
pub struct Class {
    /// The type index, once the class is registered; [`UNREGISTERED`](Self::UNREGISTERED) before.
    pub(crate) index: AtomicI32,
    /// The deleter of its objects.
    pub(crate) deleter: TVMFFIObjectDeleter,
    /// The class that it extends.
    pub(crate) parent: Option<fn() -> &'static Class>,
    /// Shows what it says about itself.
    pub(crate) describe: fn(&mut dyn FnMut(&ClassDescription<'_>)),
}

impl Class {
    pub(crate) const UNREGISTERED: i32 = -1;

    /// A class that is not registered yet.
    pub const fn new(
        deleter: TVMFFIObjectDeleter,
        parent: Option<fn() -> &'static Class>,
        describe: fn(&mut dyn FnMut(&ClassDescription<'_>)),
    ) -> Self {
        Self { index: AtomicI32::new(Self::UNREGISTERED), deleter, parent, describe }
    }
}

/// An entry in the list of this library's classes.
pub struct RegisteredClass(pub &'static Class);

inventory::collect!(RegisteredClass);
