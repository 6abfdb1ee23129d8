//! Owned text.

use core::fmt;
use core::ops::Deref;
use core::ptr::NonNull;

use super::{heap_content, new_string, small_content};
use crate::abi::TypeIndex;
use crate::any::{Any, AnyView};

/// An owned string of the ABI: immutable, shared when cloned, and handed to the caller without a copy.
///
/// Returning one saves the copy that a returned `String` costs:
///
/// ```
/// # use tvm_ffi_core::Str;
/// fn greeting(name: &str) -> Str {
///     Str::concat(&["hello, ", name])
/// }
/// assert_eq!(&*greeting("world"), "hello, world");
/// ```
#[derive(Clone)]
pub struct Str(Any);

impl Str {
    /// A string that joins `parts`, with one allocation, or none up to seven bytes.
    #[inline]
    pub fn concat(parts: &[&str]) -> Self {
        Self(new_string(parts))
    }

    /// A value that is known to be a string, and known to be UTF-8.
    pub(crate) fn from_checked(value: Any) -> Self {
        debug_assert!(matches!(value.type_index(), TypeIndex::SMALL_STR | TypeIndex::STR));
        Self(value)
    }

    /// The value.
    pub(crate) fn as_any(&self) -> &Any {
        &self.0
    }

    /// The value.
    #[inline]
    pub(crate) fn into_inner(self) -> Any {
        self.0
    }
}

impl Deref for Str {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        // SAFETY: AnyView validity: the value is a string, and lives as long as the view.
        let view = unsafe { AnyView::from_raw(NonNull::from(self.0.as_raw())) };
        let bytes = heap_content(view, TypeIndex::STR).or_else(|| small_content(view)).unwrap_or_default();
        // SAFETY: every constructor takes text, or bytes that were checked; strings are immutable.
        unsafe { core::str::from_utf8_unchecked(bytes) }
    }
}

impl AsRef<str> for Str {
    fn as_ref(&self) -> &str {
        self
    }
}

impl From<&str> for Str {
    fn from(text: &str) -> Self {
        Self::concat(&[text])
    }
}

impl From<String> for Str {
    fn from(text: String) -> Self {
        Self::concat(&[&text])
    }
}

impl PartialEq for Str {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Str {}

impl PartialEq<str> for Str {
    fn eq(&self, other: &str) -> bool {
        **self == *other
    }
}

impl PartialEq<&str> for Str {
    fn eq(&self, other: &&str) -> bool {
        **self == **other
    }
}

impl PartialOrd for Str {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Str {
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        (**self).cmp(&**other)
    }
}

impl core::hash::Hash for Str {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl fmt::Debug for Str {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

impl fmt::Display for Str {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&**self, f)
    }
}
