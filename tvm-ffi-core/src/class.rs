//! Building blocks for the expansions of `#[tvm_ffi::object]` and `#[tvm_ffi::methods]`, and the registration of classes.

mod access;
mod construct;
mod constructed;
mod describe;
mod expansion;
mod field;
mod hook;
mod manifest;
mod method;
mod pickle;
mod prepare;
mod python;
mod raise;
mod receiver;
mod register;
mod state;
mod tensor_search;

pub use construct::{FieldValues, from_fields};
pub use constructed::{Constructed, assert_constructed};
pub use describe::{FromFields, describe_field};
pub use expansion::*;
pub use field::{Field, FieldValue};
pub use hook::{compare_by_partial_ord, copy_by_clone, eq_by_partial_eq, hash_by_hash, repr_by_debug};
pub use method::{MethodsOf, NoMethods, OneBlockOfMethods};
pub use prepare::is_python_keyword;
pub use python::{class_of_object, classes_in_order};
pub use receiver::{ChangesByMethods, ChangesByReference, ClassOf, NoClass, NotReturned};
pub use tensor_search::python::python_objects_in;
pub use tensor_search::{any_of, no_tensors};

use core::sync::atomic::{AtomicI32, AtomicPtr};

use std::sync::OnceLock;

use tensor_search::field_search;

use crate::description::{Block, Class, ClassRecord, FieldRecord, Hooks};
use crate::object::{ObjectType, payload_drop};

impl Class {
    /// A class that is not registered yet.
    ///
    /// # Safety
    ///
    /// `T::class` returns this class, `parent` that of its parent, and `record` is about `T`: its size, the functions that the runtime calls,
    /// and the offsets of its fields.
    pub const unsafe fn new<T: ObjectType>(
        parent: Option<fn() -> &'static Class>,
        record: &'static ClassRecord,
    ) -> Self {
        Self {
            index: AtomicI32::new(Self::UNREGISTERED),
            block: Block::of::<T>(),
            drop_payload: payload_drop::<T>(),
            parent,
            record,
            search_fields: field_search::<T>(),
            search_python: tensor_search::python::field_search::<T>(),
            constructor: OnceLock::new(),
            python: AtomicPtr::new(core::ptr::null_mut()),
        }
    }

    /// The same for function objects, which every runtime knows.
    ///
    /// # Safety
    ///
    /// As for [`new`](Self::new), and a `T` begins with a [`TVMFFIFunctionCell`](crate::abi::TVMFFIFunctionCell), whose function gets a `T`'s object.
    pub const unsafe fn of_functions<T: ObjectType>(record: &'static ClassRecord) -> Self {
        // SAFETY: the caller's contract.
        let mut class = unsafe { Self::new::<T>(None, record) };
        class.index = AtomicI32::new(crate::abi::TypeIndex::FUNCTION);
        class
    }

    /// Whether a function at an address is one of the class that other code calls.
    pub(crate) fn is_entry(&'static self, address: usize) -> bool {
        let record = self.record;
        let Hooks { repr, eq, hash, compare, copy } = record.hooks;
        let calls = [repr, eq, hash, compare, copy, record.from_fields.map(|entry| entry.call)];
        let of_field =
            |field: &FieldRecord| field.getter as usize == address || field.setter as usize == address;
        calls.into_iter().flatten().any(|call| call as usize == address)
            || access::is_shared(address)
            || record.fields.iter().any(of_field)
            || record.methods.iter().any(|method| method.export.is_entry(address))
    }
}

#[cfg(test)]
mod tests;
