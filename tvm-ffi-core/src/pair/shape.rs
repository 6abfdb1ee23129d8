//! The shapes of two tensors, compared up to the names of symbols.

use super::bytes::{are_equal, between, count_constants, end_of_part, trimmed};
use super::parameter::Parameter;

/// The symbols of a pair, or its variables of `dispatch`: which name of one function is which of the other.
pub(super) struct Names {
    pairs: [[&'static [u8]; 2]; Self::MOST],
    len: usize,
}

impl Names {
    /// Further names are not compared.
    const MOST: usize = 64;

    pub(super) const fn new() -> Self {
        Self { pairs: [[b""; 2]; Self::MOST], len: 0 }
    }

    /// Whether the two may be the same. The first use of either decides.
    pub(super) const fn are_same(&mut self, of_forward: &'static [u8], of_backward: &'static [u8]) -> bool {
        let mut at = 0;
        while at < self.len {
            let [forward, backward] = self.pairs[at];
            let is_known = [are_equal(forward, of_forward), are_equal(backward, of_backward)];
            if is_known[0] || is_known[1] {
                return is_known[0] && is_known[1];
            }
            at += 1;
        }
        if self.len < Self::MOST {
            self.pairs[self.len] = [of_forward, of_backward];
            self.len += 1;
        }
        true
    }
}

/// The shape of a parameter, and the constants of its function.
#[derive(Clone, Copy)]
pub(super) struct Shape<'a> {
    entries: &'static [u8],
    /// The number of constants before those of the shape.
    before: usize,
    constants: &'a [i64],
}

impl<'a> Shape<'a> {
    pub(super) const fn of(parameter: &Parameter, constants: &'a [i64]) -> Option<Self> {
        match parameter.shape {
            Some(entries) => Some(Self { entries, before: parameter.constants, constants }),
            None => None,
        }
    }

    /// The entry that begins at `start`, if there is one, and its end.
    const fn entry(&self, start: usize) -> Option<(Entry<'a>, usize)> {
        if start >= self.entries.len() {
            return None;
        }
        let end = end_of_part(self.entries, start, b',');
        let before = self.before + count_constants(self.entries.split_at(start).0);
        let text = trimmed(between(self.entries, start, end));
        Some((Entry { text, before, constants: self.constants }, end))
    }

    /// Whether the two shapes are the same.
    pub(super) const fn is_same(&self, other: &Self, symbols: &mut Names) -> bool {
        let (mut at, mut other_at) = (0, 0);
        loop {
            match (self.entry(at), other.entry(other_at)) {
                (None, None) => return true,
                (Some((entry, end)), Some((other, other_end))) => {
                    if !entry.is_same(&other, symbols) {
                        return false;
                    }
                    (at, other_at) = (end + 1, other_end + 1);
                }
                _ => return false,
            }
        }
    }
}

/// One entry.
struct Entry<'a> {
    text: &'static [u8],
    before: usize,
    constants: &'a [i64],
}

enum Token {
    End,
    Symbol(&'static [u8]),
    Number(i64),
    Sign(u8),
}

impl Entry<'_> {
    /// Whether two entries may be of one extent. What only one of them asks, such as a multiple of a number, is left to the call.
    const fn is_same(&self, other: &Self, symbols: &mut Names) -> bool {
        let is_any = are_equal(self.text, b"_") || are_equal(other.text, b"_");
        match [self.rest(), other.rest()] {
            [None, None] if is_any => return true,
            [None, None] => {}
            [Some(b""), Some(_)] | [Some(_), Some(b"")] => return true,
            [Some(name), Some(other)] => return symbols.are_same(name, other),
            _ => return false,
        }
        let (mut at, mut other_at) = (0, 0);
        loop {
            let (token, next) = self.token(at);
            let (other_token, other_next) = other.token(other_at);
            match (token, other_token) {
                (Token::End, Token::End) => return true,
                (Token::Symbol(name), Token::Symbol(other)) if symbols.are_same(name, other) => {}
                (Token::Number(number), Token::Number(other)) if number == other => {}
                (Token::Sign(sign), Token::Sign(other)) if sign == other => {}
                _ => return false,
            }
            (at, other_at) = (next, other_next);
        }
    }

    /// The name before `..`.
    const fn rest(&self) -> Option<&'static [u8]> {
        match self.text {
            [name @ .., b'.', b'.'] => Some(name),
            _ => None,
        }
    }

    /// The token at an offset, and where it ends.
    const fn token(&self, mut at: usize) -> (Token, usize) {
        let text = self.text;
        while at < text.len() && text[at] == b' ' {
            at += 1;
        }
        // Outside of parentheses, `%` asks for a multiple.
        if at >= text.len() || text[at] == b'%' && text[0] != b'(' && !has_parenthesis(text, at) {
            return (Token::End, at);
        }
        let start = at;
        match text[at] {
            b'0'..=b'9' => {
                let mut number = 0i64;
                while at < text.len() && text[at].is_ascii_digit() {
                    number = number.wrapping_mul(10).wrapping_add((text[at] - b'0') as i64);
                    at += 1;
                }
                (Token::Number(number), at)
            }
            b'{' => {
                let index = self.before + count_constants(text.split_at(start).0);
                let mut depth = 0;
                while at < text.len() {
                    depth += (text[at] == b'{') as i32 - (text[at] == b'}') as i32;
                    at += 1;
                    if depth == 0 {
                        break;
                    }
                }
                let number = if index < self.constants.len() { self.constants[index] } else { 0 };
                (Token::Number(number), at)
            }
            byte if is_of_name(byte) => {
                while at < text.len() && is_of_name(text[at]) {
                    at += 1;
                }
                (Token::Symbol(between(text, start, at)), at)
            }
            sign => (Token::Sign(sign), at + 1),
        }
    }
}

const fn has_parenthesis(text: &[u8], end: usize) -> bool {
    let mut at = 0;
    while at < end {
        if text[at] == b'(' {
            return true;
        }
        at += 1;
    }
    false
}

const fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}
