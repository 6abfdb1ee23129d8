//! Maps for tests.

use super::map::map;
use crate::any::Any;
use crate::container::layout::Entry;
use crate::object_ref::ObjectRef;

/// A map in the known layout. `None` if its keys are of a kind that only the real runtime hashes.
pub(crate) fn map_of(type_index: i32, entries: Vec<(Any, Any)>) -> Option<ObjectRef> {
    map(type_index, entries.into_iter().map(|(key, value)| Entry { key, value }).collect()).ok()
}
