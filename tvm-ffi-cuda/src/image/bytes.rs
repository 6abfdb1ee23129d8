//! Bounds-checked reads that can run in a `const`. A read out of bounds returns `None`.
//!
//! In a `const` each call takes about a microsecond, and functions of the standard library consist of many. So bytes are read by index.

/// The bytes at an offset, with offset and length as a file stores them.
pub(super) const fn slice(bytes: &[u8], at: u64, len: u64) -> Option<&[u8]> {
    if at > bytes.len() as u64 || len > bytes.len() as u64 {
        return None;
    }
    match bytes.split_at_checked(at as usize) {
        Some((_, rest)) => first(rest, len as usize),
        None => None,
    }
}

/// The first `len` bytes.
pub(super) const fn first(bytes: &[u8], len: usize) -> Option<&[u8]> {
    match bytes.split_at_checked(len) {
        Some((first, _)) => Some(first),
        None => None,
    }
}

/// The bytes from an index to the end.
pub(super) const fn from(bytes: &[u8], at: usize) -> Option<&[u8]> {
    match bytes.split_at_checked(at) {
        Some((_, rest)) => Some(rest),
        None => None,
    }
}

/// Whether a range is in bounds.
const fn is_inside(bytes: &[u8], at: usize, len: usize) -> bool {
    at <= bytes.len() && len <= bytes.len() - at
}

macro_rules! numbers {
    ($($name:ident: $type:ty = $($index:literal)*;)*) => {$(
        /// The little-endian number at an index, which need not be aligned.
        pub(super) const fn $name(bytes: &[u8], at: usize) -> Option<$type> {
            if !is_inside(bytes, at, size_of::<$type>()) {
                return None;
            }
            Some($((bytes[at + $index] as $type) << (8 * $index))|*)
        }
    )*};
}

numbers! {
    u16_at: u16 = 0 1;
    u32_at: u32 = 0 1 2 3;
    u64_at: u64 = 0 1 2 3 4 5 6 7;
}

/// Whether the given bytes are at an index.
pub(super) const fn is_at(bytes: &[u8], at: usize, wanted: &[u8]) -> bool {
    if !is_inside(bytes, at, wanted.len()) {
        return false;
    }
    // Compare from the end, since names often have a common prefix.
    let mut left = wanted.len();
    while left > 0 {
        left -= 1;
        if bytes[at + left] != wanted[left] {
            return false;
        }
    }
    true
}

/// Whether two texts are equal.
pub(super) const fn are_equal(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && is_at(a, 0, b)
}

/// Whether the NUL-terminated text at an index is the given one.
pub(super) const fn is_text_at(bytes: &[u8], at: usize, wanted: &[u8]) -> bool {
    // Check the terminator first: names often share a prefix but rarely have the same length.
    let len = wanted.len();
    is_inside(bytes, at, len) && at + len < bytes.len() && bytes[at + len] == 0 && is_at(bytes, at, wanted)
}

/// The text at an index, up to its NUL.
pub(super) const fn text_at(bytes: &[u8], at: usize) -> Option<&[u8]> {
    let Some(rest) = from(bytes, at) else { return None };
    let mut len = 0;
    while len < rest.len() {
        if rest[len] == 0 {
            return first(rest, len);
        }
        len += 1;
    }
    None
}

/// Whether some bytes contain others.
pub(super) const fn contains(bytes: &[u8], wanted: &[u8]) -> bool {
    let mut at = 0;
    let [first, ..] = wanted else { return true };
    while at + wanted.len() <= bytes.len() {
        if bytes[at] == *first && is_at(bytes, at, wanted) {
            return true;
        }
        at += 1;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_stay_in_bounds() {
        let bytes = [1, 2, 3, 4, 5];
        assert_eq!(u32_at(&bytes, 1), Some(0x0504_0302));
        assert_eq!(u32_at(&bytes, 2), None);
        assert_eq!(u64_at(&bytes, usize::MAX), None);
        assert_eq!(slice(&bytes, 3, 2), Some(&bytes[3..]));
        assert_eq!(slice(&bytes, 3, 3), None);
        assert_eq!(slice(&bytes, u64::MAX, u64::MAX), None);
    }

    #[test]
    fn texts_end_with_nul() {
        let bytes = b"vadd\0vadd_long_name\0open";
        assert!(is_text_at(bytes, 0, b"vadd"));
        assert!(!is_text_at(bytes, 5, b"vadd"));
        assert!(is_text_at(bytes, 5, b"vadd_long_name"));
        assert!(!is_text_at(bytes, 20, b"open"));
        assert!(!is_text_at(bytes, usize::MAX, b"open"));
        assert_eq!(text_at(bytes, 5), Some(&b"vadd_long_name"[..]));
        assert_eq!(text_at(bytes, 20), None);
    }

    #[test]
    fn contained_bytes_are_found() {
        assert!(contains(b"_Z4vaddPf", b"vadd"));
        assert!(contains(b"vadd", b"vadd"));
        assert!(!contains(b"vad", b"vadd"));
        assert!(contains(b"", b""));
    }
}
