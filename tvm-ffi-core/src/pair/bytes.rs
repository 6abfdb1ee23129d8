//! Text as bytes, for `const` evaluation.

/// Whether two texts are equal.
pub(super) const fn are_equal(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && starts_with(a, b)
}

pub(super) const fn starts_with(text: &[u8], prefix: &[u8]) -> bool {
    if prefix.len() > text.len() {
        return false;
    }
    let mut at = 0;
    while at < prefix.len() {
        if text[at] != prefix[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// The bytes from `start` up to `end`.
pub(super) const fn between(text: &[u8], start: usize, end: usize) -> &[u8] {
    text.split_at(end).0.split_at(start).1
}

/// The end of the part that begins at `start`: a separator outside of braces, or the end of the text.
pub(super) const fn end_of_part(text: &[u8], start: usize, separator: u8) -> usize {
    let (mut at, mut depth) = (start, 0);
    while at < text.len() {
        match text[at] {
            byte if byte == separator && depth == 0 => return at,
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        at += 1;
    }
    at
}

/// Whether the text is a part of a list.
pub(super) const fn is_listed(list: &[u8], wanted: &[u8]) -> bool {
    let mut at = 0;
    while at < list.len() {
        let end = end_of_part(list, at, b',');
        if are_equal(trimmed(between(list, at, end)), wanted) {
            return true;
        }
        at = end + 1;
    }
    false
}

pub(super) const fn trimmed(text: &[u8]) -> &[u8] {
    text.trim_ascii()
}

/// How many constant expressions, in braces, a text has.
pub(super) const fn count_constants(text: &[u8]) -> usize {
    let (mut at, mut depth, mut count) = (0, 0, 0);
    while at < text.len() {
        match text[at] {
            b'{' => {
                count += (depth == 0) as usize;
                depth += 1;
            }
            b'}' => depth -= 1,
            _ => {}
        }
        at += 1;
    }
    count
}
