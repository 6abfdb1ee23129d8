//! Arrays, lists, maps, and dicts, in the layouts that the headers of C++ read and change in place.

mod array;
mod convert;
mod device;
mod list;
mod map;
mod memory;
mod sequence;
mod table;
#[cfg(test)]
mod tests;

use core::ptr::NonNull;

use tvm_ffi_abi::{TVMFFIAny, TVMFFIObject, TypeIndex};

use crate::builtin::Builtin;
use crate::value::Value;

pub(crate) use array::array;
#[cfg(test)]
pub(crate) use array::elements;
pub(crate) use convert::converted;
pub(crate) use map::{map, map_get, map_set};

pub(crate) const ARRAY_BUILTINS: &[Builtin] = array::BUILTINS;
pub(crate) const LIST_BUILTINS: &[Builtin] = list::BUILTINS;
pub(crate) const MAP_BUILTINS: &[Builtin] = map::BUILTINS;
pub(crate) const DEVICE_BUILTINS: &[Builtin] = device::BUILTINS;

/// The object in a view, if it has this type.
#[inline(always)]
fn lent_object(view: &TVMFFIAny, type_index: i32) -> Option<NonNull<TVMFFIObject>> {
    if view.type_index == type_index { NonNull::new(view.payload.ptr().cast()) } else { None }
}

/// Whether a view has a type that only views have.
#[inline(always)]
fn is_short_lived(view: &TVMFFIAny) -> bool {
    (TypeIndex::RAW_STR..=TypeIndex::OBJECT_RVALUE_REF).contains(&view.type_index)
}

/// A copy of an element.
///
/// # Safety
///
/// A container owns the element, or the caller lends a value that a container could own.
#[inline(always)]
unsafe fn copied(element: &TVMFFIAny) -> Value {
    match Value::of_object(element) {
        Some(object) => object,
        // SAFETY: the element is a plain value.
        None => unsafe { Value::from_owned(*element) },
    }
}
