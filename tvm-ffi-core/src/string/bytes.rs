//! Owned bytes.

use core::fmt;
use core::ops::Deref;

use super::{heap_content, new_bytes, small_content};
use crate::abi::TypeIndex;
use crate::any::Any;

/// Owned immutable bytes, shared when cloned.
///
/// ```
/// # use tvm_ffi_core::Bytes;
/// let bytes = Bytes::from(b"abc".as_slice());
/// assert_eq!(&*bytes, b"abc");
/// ```
#[derive(Clone)]
pub struct Bytes(Any);

impl Bytes {
    /// The bytes of a value that is known to be bytes.
    pub(crate) fn from_checked(value: Any) -> Option<Self> {
        match value.type_index() {
            TypeIndex::SMALL_BYTES | TypeIndex::BYTES => Some(Self(value)),
            _ => None,
        }
    }

    /// The value.
    pub(crate) fn as_any(&self) -> &Any {
        &self.0
    }

    /// The value.
    pub(crate) fn into_inner(self) -> Any {
        self.0
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        let view = self.0.as_view();
        match view.type_index() {
            TypeIndex::SMALL_BYTES => small_content(view),
            _ => heap_content(view, TypeIndex::BYTES),
        }
        .unwrap_or_default()
    }
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl From<&[u8]> for Bytes {
    fn from(content: &[u8]) -> Self {
        Self(new_bytes(content))
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(content: Vec<u8>) -> Self {
        Self::from(content.as_slice())
    }
}

impl PartialEq for Bytes {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Bytes {}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}
