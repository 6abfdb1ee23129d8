//! Names of types that are registered with the runtime.

use crate::abi::TypeIndex;
use crate::object::is_object_index;
use crate::runtime::table;
use crate::string::byte_slice;

/// The type key of an object's type index.
///
/// Only for indices of live objects: the runtime ends the process when asked about one that it does not know. Those that
/// it never gives out are not asked about.
pub(crate) fn type_key(type_index: i32) -> &'static str {
    let is_reserved = (TypeIndex::STATIC_OBJECT_END..TypeIndex::DYN_OBJECT_BEGIN).contains(&type_index);
    if !is_object_index(type_index) || is_reserved || crate::runtime::runtime().is_err() {
        return "an object";
    }
    // SAFETY: the index is that of a live object, so it is registered.
    let info = unsafe { table::TVMFFIGetTypeInfo(type_index) };
    // SAFETY: the runtime gives NULL or an entry that is never freed.
    let Some(info) = (unsafe { info.as_ref() }) else { return "an object" };
    // SAFETY: the key is never freed.
    core::str::from_utf8(unsafe { byte_slice(&info.type_key) }).unwrap_or("an object")
}
