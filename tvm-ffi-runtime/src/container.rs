//! Arrays, lists, maps, and dicts, in the layouts that the headers of C++ read and change in place.

mod array;
mod convert;
mod device;
mod list;
mod lock;
mod map;
mod memory;
mod sequence;
mod table;
#[cfg(test)]
mod tests;

use crate::builtin::Builtin;

pub(crate) use array::array;
pub(crate) use convert::converted;
pub(crate) use lock::{lock_container, unlock_container};
pub(crate) use map::{map, map_get, map_set, missing};

pub(crate) const ARRAY_BUILTINS: &[Builtin] = array::BUILTINS;
pub(crate) const LIST_BUILTINS: &[Builtin] = list::BUILTINS;
pub(crate) const MAP_BUILTINS: &[Builtin] = map::BUILTINS;
pub(crate) const DEVICE_BUILTINS: &[Builtin] = device::BUILTINS;
