//! Reading bytes that may be anything: what does not lie inside is `None`. All of it can run in a `const`.

/// So many bytes from a place on, with both numbers as a file gives them.
pub(super) const fn slice(bytes: &[u8], at: u64, len: u64) -> Option<&[u8]> {
    if at > bytes.len() as u64 || len > bytes.len() as u64 {
        return None;
    }
    match bytes.split_at_checked(at as usize) {
        Some((_, rest)) => first(rest, len as usize),
        None => None,
    }
}

/// The first so many bytes.
pub(super) const fn first(bytes: &[u8], len: usize) -> Option<&[u8]> {
    match bytes.split_at_checked(len) {
        Some((first, _)) => Some(first),
        None => None,
    }
}

/// The bytes from a place on.
pub(super) const fn from(bytes: &[u8], at: usize) -> Option<&[u8]> {
    match bytes.split_at_checked(at) {
        Some((_, rest)) => Some(rest),
        None => None,
    }
}

const fn array<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    match from(bytes, at) {
        Some(rest) => match rest.first_chunk() {
            Some(chunk) => Some(*chunk),
            None => None,
        },
        None => None,
    }
}

macro_rules! numbers {
    ($($name:ident: $type:ty;)*) => {$(
        /// A number at a place, which need not be aligned.
        pub(super) const fn $name(bytes: &[u8], at: usize) -> Option<$type> {
            match array(bytes, at) {
                Some(chunk) => Some(<$type>::from_le_bytes(chunk)),
                None => None,
            }
        }
    )*};
}

numbers! {
    u16_at: u16;
    u32_at: u32;
    u64_at: u64;
}

/// Whether the bytes at a place are these. Eight are compared at a time, since a `const` counts every step of a loop.
pub(super) const fn is_at(bytes: &[u8], at: usize, wanted: &[u8]) -> bool {
    let Some(rest) = from(bytes, at) else { return false };
    if rest.len() < wanted.len() {
        return false;
    }
    let mut done = 0;
    while done + 8 <= wanted.len() {
        match (u64_at(rest, done), u64_at(wanted, done)) {
            (Some(found), Some(wanted)) if found == wanted => done += 8,
            _ => return false,
        }
    }
    while done < wanted.len() {
        if rest[done] != wanted[done] {
            return false;
        }
        done += 1;
    }
    true
}

/// Whether two texts are the same.
pub(super) const fn are_equal(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && is_at(a, 0, b)
}

/// Whether the text at a place is this one, with NUL behind it.
pub(super) const fn is_text_at(bytes: &[u8], at: usize, wanted: &[u8]) -> bool {
    // The end is compared first: names have much in common, but seldom their length.
    match at.checked_add(wanted.len()) {
        Some(end) => end < bytes.len() && bytes[end] == 0 && is_at(bytes, at, wanted),
        None => false,
    }
}

/// The text at a place, up to NUL.
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

/// Whether some bytes are among others.
pub(super) const fn contains(bytes: &[u8], wanted: &[u8]) -> bool {
    let mut at = 0;
    while at + wanted.len() <= bytes.len() {
        if is_at(bytes, at, wanted) {
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
    fn nothing_is_read_outside() {
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
    fn what_is_contained_is_found() {
        assert!(contains(b"_Z4vaddPf", b"vadd"));
        assert!(contains(b"vadd", b"vadd"));
        assert!(!contains(b"vad", b"vadd"));
        assert!(contains(b"", b""));
    }
}
