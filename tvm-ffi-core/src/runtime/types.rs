//! Asking the runtime for a type by its key.

use super::{runtime, table};
use crate::error::check;
use crate::string::byte_array;

/// The patch version of the runtimes that can be asked without an error being made.
const HAS_QUERY: u32 = 14;

/// The index of the type that is registered for `key`, if there is one.
pub(crate) fn type_index(key: &str) -> Option<i32> {
    const QUERY_ONLY: i32 = -2;
    let key = byte_array(key.as_bytes());
    let mut index = -1;
    if runtime().ok()?.version().patch >= HAS_QUERY {
        // SAFETY: the key is readable; a query registers nothing, and looks at nothing but the key.
        index = unsafe { table::TVMFFITypeGetOrAllocIndex(&key, -1, 0, 0, 0, QUERY_ONLY) };
    } else {
        // To older ones the query is a parent that does not exist, for which they end the process.
        // SAFETY: the key is readable, and the index is writable.
        check(unsafe { table::TVMFFITypeKeyToIndex(&key, &mut index) }).ok()?;
    }
    (index >= 0).then_some(index)
}
