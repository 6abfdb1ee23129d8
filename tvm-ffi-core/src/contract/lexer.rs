//! Lexer: splits contract text at top-level separators.

use std::borrow::Cow;

/// The bytes at which something begins or ends.
const SIGNS: [bool; 256] = {
    let (mut signs, all, mut index) = ([false; 256], b"\"'()[]{},;", 0);
    while index < all.len() {
        signs[all[index] as usize] = true;
        index += 1;
    }
    signs
};

/// Where a sign first stands outside of all brackets, literals, and braces.
fn find_outside(text: &str, wanted: u8) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (0, 0usize);
    while let Some(byte) = bytes.get(at) {
        if !SIGNS[usize::from(*byte)] {
            at += 1;
            continue;
        }
        if *byte == wanted && depth == 0 {
            return Some(at);
        }
        at = match *byte {
            b'"' => end_of_literal(bytes, at, b'"'),
            b'\'' if is_character(bytes, at) => end_of_literal(bytes, at, b'\''),
            _ => at + 1,
        };
        match *byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// Where a literal of text that begins at `start` ends.
fn end_of_literal(bytes: &[u8], start: usize, quote: u8) -> usize {
    let mut at = start + 1;
    while let Some(byte) = bytes.get(at) {
        match *byte {
            b'\\' => at += 1,
            byte if byte == quote => return at + 1,
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

/// Whether a quote begins the literal of a character, rather than a lifetime.
fn is_character(bytes: &[u8], at: usize) -> bool {
    match bytes.get(at + 1) {
        Some(b'\\') => true,
        Some(_) => bytes.iter().skip(at + 2).take(4).any(|byte| *byte == b'\''),
        None => false,
    }
}

/// The parts of a text between separators, without the blanks around them. An empty text has none.
pub(super) fn pieces(text: &str, separator: u8) -> Pieces<'_> {
    Pieces { rest: if text.trim_ascii().is_empty() { None } else { Some(text) }, separator }
}

/// See [`pieces`].
pub(super) struct Pieces<'t> {
    rest: Option<&'t str>,
    separator: u8,
}

impl<'t> Iterator for Pieces<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        let text = self.rest?;
        let end = find_outside(text, self.separator).unwrap_or(text.len());
        self.rest = text.get(end + 1..);
        text.get(..end).map(str::trim_ascii)
    }
}

/// The name of an item, and what is in its parentheses.
pub(super) fn item(text: &str) -> (&str, &str) {
    let Some(end) = text.bytes().position(|byte| byte == b'(') else { return (text, "") };
    let (name, arguments) = (&text[..end], &text[end + 1..]);
    (name, arguments.strip_suffix(')').unwrap_or(arguments))
}

/// Names in a list.
pub(super) fn names(text: &str) -> Vec<&str> {
    let mut names = Vec::new();
    for name in pieces(text, b',') {
        if !name.is_empty() {
            names.push(name);
        }
    }
    names
}

/// The tokens inside a brace that the text begins with, and what is behind it.
pub(super) fn brace(text: &str) -> Option<(&str, &str)> {
    let inner = text.strip_prefix('{')?;
    let end = find_outside(inner, b'}')?;
    Some((inner.get(..end)?.trim_ascii(), inner.get(end + 1..)?))
}

/// How many braces there are outside of others.
pub(super) fn count_braces(text: &str) -> usize {
    let mut rest = text;
    let mut count = 0;
    while let Some(start) = rest.bytes().position(|byte| byte == b'{') {
        count += 1;
        rest = brace(&rest[start..]).map_or("", |(_, rest)| rest);
    }
    count
}

/// A text for readers: constant expressions stand without their braces, in parentheses where they are more than a name.
pub(super) fn without_braces(text: &str) -> Cow<'_, str> {
    match brace(text) {
        Some((constant, "")) => return constant.into(),
        None if !text.as_bytes().contains(&b'{') => return text.into(),
        _ => {}
    }
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, _)) = rest.split_once('{') {
        let Some((constant, behind)) = brace(&rest[before.len()..]) else { break };
        let (open, close) = if constant.contains(' ') { ("(", ")") } else { ("", "") };
        out.extend([before, open, constant, close]);
        rest = behind;
    }
    (out + rest).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str, separator: u8) -> Vec<&str> {
        pieces(text, separator).collect()
    }

    #[test]
    fn separators_inside_of_anything_do_not_separate() {
        assert_eq!(all("", b','), Vec::<&str>::new());
        assert_eq!(all("  ", b','), Vec::<&str>::new());
        assert_eq!(all("a", b','), ["a"]);
        assert_eq!(all("a, 2 * b,_", b','), ["a", "2 * b", "_"]);
        assert_eq!(all("f(a, b), {[1, 2][0]}, (n % 2)", b','), ["f(a, b)", "{[1, 2][0]}", "(n % 2)"]);
        assert_eq!(
            all(r#"{",".len()}, {b','}, {"\",{"}, {'\''}"#, b','),
            [r#"{",".len()}"#, "{b','}", r#"{"\",{"}"#, r"{'\''}"]
        );
        assert_eq!(all("{size::<&'static str>()}, n", b','), ["{size::<&'static str>()}", "n"]);
        assert_eq!(all("shape(n, d);out", b';'), ["shape(n, d)", "out"]);
        assert_eq!(all(",", b','), ["", ""]);
    }

    #[test]
    fn items_have_names_and_arguments() {
        assert_eq!(item("out"), ("out", ""));
        assert_eq!(item("shape(n, (d))"), ("shape", "n, (d)"));
        assert_eq!(item("shape(n"), ("shape", "n"));
        assert_eq!(names("cpu, cuda"), ["cpu", "cuda"]);
        assert!(names("").is_empty());
    }

    #[test]
    fn braces_are_found_and_left_out() {
        assert_eq!(brace("{A} + 1"), Some(("A", " + 1")));
        assert_eq!(brace("{ { 1 } + 2 }"), Some(("{ 1 } + 2", "")));
        assert_eq!(brace("{\"}\".len()}"), Some(("\"}\".len()", "")));
        assert_eq!(brace("{A"), None);
        assert_eq!(brace("A"), None);
        assert_eq!(count_braces("n, {A}, 2 * {B + {1}}, {"), 3);
        assert_eq!(without_braces("2 * n"), "2 * n");
        assert_eq!(without_braces("{A + 1}"), "A + 1");
        assert_eq!(without_braces("{A} * n + {B + 1}"), "A * n + (B + 1)");
        assert_eq!(without_braces("n + {"), "n + {");
    }

    #[test]
    fn any_text_is_taken() {
        let characters = ['{', '}', '(', ')', '"', '\'', '\\', ',', 'é', ' '];
        for number in 0..10_000u32 {
            let text: String =
                (0..4).map(|place| characters[(number / 10u32.pow(place) % 10) as usize]).collect();
            // Nothing is lost but blanks and separators.
            let letters = |text: &str| text.chars().filter(|c| !matches!(c, ' ' | ',')).count();
            assert_eq!(pieces(&text, b',').map(letters).sum::<usize>(), letters(&text), "{text:?}");
            let _ = (brace(&text), count_braces(&text), without_braces(&text), item(&text));
            if cfg!(miri) && number > 100 {
                break;
            }
        }
    }
}
