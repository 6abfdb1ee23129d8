//! PTX: a parser for kernels and their parameters.

use super::Architecture;
use super::attributes::{Found, Property};
use super::bytes::{are_equal, first, from, is_at};

/// A kernel.
#[derive(Clone, Copy)]
pub(super) struct EntryPoint<'a> {
    pub(super) name: &'a [u8],
    /// The positions of the `.entry` directive and of what follows the name.
    pub(super) start: usize,
    pub(super) after: usize,
}

/// Whether a text is PTX: it starts with `.version`.
pub(super) const fn is_ptx(text: &[u8]) -> bool {
    is_at(text, skip_blank(text, 0), b".version")
}

/// The target of a module: `.target sm_90a`.
pub(super) const fn target(text: &[u8]) -> Option<Architecture> {
    // It has to be the second directive, and little comes before it.
    let mut at = skip_blank(text, 0);
    let mut words = 0;
    while words < 8 && at < text.len() {
        let word = word_at(text, at);
        at = skip_blank(text, at + if word.is_empty() { 1 } else { word.len() });
        if are_equal(word, b".target") {
            return match Architecture::parse(word_at(text, at)) {
                Some(target) => Some(Architecture { is_virtual: true, ..target }),
                None => None,
            };
        }
        words += 1;
    }
    None
}

/// The target of a module, or architecture 0 if there is none.
pub(super) const fn target_or_none(text: &[u8]) -> Architecture {
    match target(text) {
        Some(target) => target,
        None => Architecture { is_virtual: true, ..Architecture::new(0) },
    }
}

/// The next kernel at or after a position, and the position to continue with.
pub(super) const fn next_entry(text: &[u8], mut at: usize) -> Option<(EntryPoint<'_>, usize)> {
    while let Some(start) = find_entry(text, at) {
        at = start + DIRECTIVE.len();
        let name_at = skip_blank(text, at);
        let name = word_at(text, name_at);
        if name_at > at && !name.is_empty() && !is_in_line_comment(text, start) {
            at = name_at + name.len();
            return Some((EntryPoint { name, start, after: at }, at));
        }
    }
    None
}

/// The kernel with a name.
pub(super) const fn find<'a>(text: &'a [u8], name: &[u8]) -> Option<EntryPoint<'a>> {
    let mut at = 0;
    while let Some((entry, next)) = next_entry(text, at) {
        if are_equal(entry.name, name) {
            return Some(entry);
        }
        at = next;
    }
    None
}

/// Whether a kernel is in a block comment, which the search does not check.
pub(super) const fn is_commented_out(text: &[u8], entry: &EntryPoint<'_>) -> bool {
    let mut at = entry.start;
    while at > 0 {
        at -= 1;
        match text[at] {
            b'*' if is_at(text, at, b"*/") => return false,
            b'/' if is_at(text, at, b"/*") => return true,
            _ => {}
        }
    }
    false
}

/// The next property of a kernel, and the position to continue with. Start with `entry.after`; `index` is the number of parameters so far.
pub(super) const fn next(text: &[u8], mut at: usize, index: usize) -> Option<(Property, usize)> {
    loop {
        at = skip_blank(text, at);
        if at >= text.len() || text[at] == b'{' || text[at] == b';' {
            return None;
        }
        let word = word_at(text, at);
        if word.is_empty() {
            // A parenthesis or a comma.
            at += 1;
            continue;
        }
        at += word.len();
        if are_equal(word, b".param") {
            return parameter(text, at, index);
        }
        let (numbers, after) = numbers_at(text, at);
        if are_equal(word, b".reqnctapercluster") {
            return Some((Property::Cluster(numbers), after));
        } else if are_equal(word, b".entry") || are_equal(word, b".func") {
            return None;
        }
    }
}

/// Parses a parameter after its `.param`: `.align 8 .b8 name[16]`.
const fn parameter(text: &[u8], mut at: usize, index: usize) -> Option<(Property, usize)> {
    let (mut size, mut count) = (0u32, 1u32);
    loop {
        at = skip_blank(text, at);
        if at >= text.len() {
            return None;
        }
        if matches!(text[at], b',' | b')') {
            let found = Found { index, size: size.saturating_mul(count) };
            // The position is before the delimiter, which the caller skips.
            return Some((Property::Parameter(found), at));
        }
        let word = word_at(text, at);
        if are_equal(word, b".align") {
            at = skip_blank(text, at + word.len());
            at += word_at(text, at).len();
        } else if text[at] == b'[' {
            at = skip_blank(text, at + 1);
            let word = word_at(text, at);
            count = count.saturating_mul(number(word));
            at += word.len();
        } else if word.is_empty() {
            at += 1;
        } else {
            if word[0] == b'.' && size == 0 {
                size = size_of_type(word);
            }
            at += word.len();
        }
    }
}

/// The size of a type, such as `.f32`, in bytes; 0 for anything else.
const fn size_of_type(word: &[u8]) -> u32 {
    if word.len() < 3 {
        return 0;
    }
    // Handles of textures, samplers, and surfaces.
    if are_equal(word, b".texref") || are_equal(word, b".samplerref") || are_equal(word, b".surfref") {
        return 8;
    }
    match (word[1], from(word, 2)) {
        (b'b' | b'u' | b's' | b'f', Some(bits)) => number(bits) / 8,
        _ => 0,
    }
}

/// Up to three numbers, separated by commas. Missing ones are 1.
const fn numbers_at(text: &[u8], mut at: usize) -> ([u32; 3], usize) {
    let mut numbers = [1; 3];
    let mut index = 0;
    while index < 3 {
        let start = skip_blank(text, at);
        let word = word_at(text, start);
        if word.is_empty() || !word[0].is_ascii_digit() {
            break;
        }
        numbers[index] = number(word);
        index += 1;
        at = start + word.len();
        let comma = skip_blank(text, at);
        if comma >= text.len() || text[comma] != b',' {
            break;
        }
        at = comma + 1;
    }
    (numbers, at)
}

/// The decimal number at the start of a word.
const fn number(word: &[u8]) -> u32 {
    let (mut value, mut at) = (0u32, 0);
    while at < word.len() && word[at].is_ascii_digit() {
        value = value.saturating_mul(10).saturating_add((word[at] - b'0') as u32);
        at += 1;
    }
    value
}

/// The word at a position: a directive, a name, or a number. It is empty if there is none.
const fn word_at(text: &[u8], at: usize) -> &[u8] {
    let (len, mut end) = (text.len(), at);
    if at < len && text[at] == b'.' {
        end += 1;
    }
    while end < len && IN_WORDS[text[end] as usize] {
        end += 1;
    }
    match from(text, at) {
        Some(rest) => match first(rest, end - at) {
            Some(word) => word,
            None => &[],
        },
        None => &[],
    }
}

/// The characters of names, directives, and numbers.
const IN_WORDS: [bool; 256] = {
    let (mut table, mut byte) = ([false; 256], 0u8);
    while byte < 128 {
        table[byte as usize] = byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'%');
        byte += 1;
    }
    table
};

/// The first position at or after `at` that is neither blank nor in a comment.
const fn skip_blank(text: &[u8], mut at: usize) -> usize {
    while at < text.len() {
        if matches!(text[at], b' ' | b'\t' | b'\n' | b'\r') {
            at += 1;
        } else if text[at] != b'/' {
            return at;
        } else if is_at(text, at, b"//") {
            while at < text.len() && text[at] != b'\n' {
                at += 1;
            }
        } else if is_at(text, at, b"/*") {
            at += 2;
            while at < text.len() && !is_at(text, at, b"*/") {
                at += 1;
            }
            // The comment may be unterminated.
            at = if text.len() - at < 2 { text.len() } else { at + 2 };
        } else {
            return at;
        }
    }
    text.len()
}

const DIRECTIVE: &[u8] = b".entry";

/// The next `.entry`. The search looks at one byte in six, which determines how far it can skip.
const fn find_entry(text: &[u8], mut at: usize) -> Option<usize> {
    while let Some(end) = at.checked_add(DIRECTIVE.len() - 1)
        && end < text.len()
    {
        at += match text[end] {
            b'y' if is_at(text, at, DIRECTIVE) => return Some(at),
            b'r' => 1,
            b't' => 2,
            b'n' => 3,
            b'e' => 4,
            b'.' => 5,
            _ => DIRECTIVE.len(),
        };
    }
    None
}

/// Whether a position is in a line comment.
const fn is_in_line_comment(text: &[u8], mut at: usize) -> bool {
    while at > 0 && text[at - 1] != b'\n' {
        at -= 1;
        if text[at] == b'/' && is_at(text, at, b"//") {
            return true;
        }
    }
    false
}
