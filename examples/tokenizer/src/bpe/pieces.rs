//! Splits text into pieces that are encoded separately: a word with the space before it, a number, some signs.

/// The class of a byte. A piece has bytes of one class.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Letters, and bytes that are not ASCII.
    Letter,
    Digit,
    Space,
    Sign,
}

fn class(byte: u8) -> Class {
    match byte {
        b'A'..=b'Z' | b'a'..=b'z' | 0x80.. => Class::Letter,
        b'0'..=b'9' => Class::Digit,
        b'\t'..=b'\r' | b' ' => Class::Space,
        _ => Class::Sign,
    }
}

/// Splits text into what the regular expression `" ?(letters+|digits+|signs+)|spaces+(?!not a space)|spaces+"` matches, from left to
/// right. Together the pieces are the text.
pub(super) fn pieces(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = text;
    core::iter::from_fn(move || {
        let (piece, after) = rest.split_at(first_piece(rest));
        rest = after;
        (!piece.is_empty()).then_some(piece)
    })
}

/// The length of the first piece.
fn first_piece(text: &[u8]) -> usize {
    let run = first_run(text);
    match (text.first(), text.get(run)) {
        // A single space before a word.
        (Some(b' '), Some(_)) if run == 1 => 1 + first_run(&text[1..]),
        // The last of several spaces belongs to the word.
        (Some(byte), Some(_)) if run > 1 && class(*byte) == Class::Space => run - 1,
        _ => run,
    }
}

/// The length of the first run of bytes of one class.
fn first_run(text: &[u8]) -> usize {
    let Some(first) = text.first().copied().map(class) else { return 0 };
    text.iter().position(|byte| class(*byte) != first).unwrap_or(text.len())
}
