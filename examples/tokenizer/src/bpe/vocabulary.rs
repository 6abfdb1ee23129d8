//! A vocabulary, and its builder.

use std::fmt;

use super::merges::Merges;
use super::prefixes::PrefixTree;
use super::tokens::{TokenId, Tokens};

/// The longest allowed token, in bytes. A few dozen merges can make a token that is larger than memory.
const LONGEST: usize = 4096;
/// The tokens that every vocabulary starts with: one for each byte.
const BYTES: TokenId = 256;

/// All tokens and merges.
#[derive(Debug, Clone)]
pub struct Vocabulary {
    /// The bytes of all tokens.
    pub tokens: Tokens,
    /// All tokens by their bytes.
    pub tree: PrefixTree,
    /// The pairs of tokens to merge.
    pub merges: Merges,
    /// The special tokens, by their bytes.
    pub special: PrefixTree,
}

/// Builds a vocabulary. The first 256 tokens are the bytes; each call adds one.
#[derive(Debug)]
pub struct Builder(Vocabulary);

/// A mistake in a vocabulary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake(pub(super) String);

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Mistake {}

macro_rules! mistake {
    ($($text:tt)*) => { Err(Mistake(format!($($text)*))) };
}
pub(super) use mistake;

impl Default for Builder {
    fn default() -> Self {
        let empty = PrefixTree::default;
        let (tokens, merges) = (Tokens::default(), Merges::default());
        let mut builder = Self(Vocabulary { tokens, tree: empty(), merges, special: empty() });
        for byte in 0..=u8::MAX {
            // INVARIANT: the bytes differ.
            let _ = builder.push(&[byte]);
        }
        builder
    }
}

impl Builder {
    /// Adds the token that a pair of tokens becomes.
    pub fn merge(&mut self, left: i64, right: i64) -> Result<TokenId, Mistake> {
        let (left, right) = (self.part(left)?, self.part(right)?);
        if let Some(token) = self.0.merges.get(left, right) {
            return mistake!("tokens {left} and {right} already become token {token}");
        }
        let bytes = [left, right].map(|part| self.0.tokens.get(part).unwrap_or_default()).concat();
        let token = self.push(&bytes)?;
        self.0.merges.insert(left, right, token);
        Ok(token)
    }

    /// Adds a special token for a text, such as the end of a document.
    pub fn special(&mut self, text: &str) -> Result<TokenId, Mistake> {
        if text.is_empty() {
            return mistake!("a special token has at least one character");
        }
        let token = self.push(text.as_bytes())?;
        // INVARIANT: it is not among the tokens, so it is not among the special ones.
        let _ = self.0.special.insert(text.as_bytes(), token);
        Ok(token)
    }

    /// The finished vocabulary.
    pub fn finish(self) -> Vocabulary {
        self.0
    }

    /// A token that can be merged with another one.
    fn part(&self, number: i64) -> Result<TokenId, Mistake> {
        let tokens = &self.0.tokens;
        let Some((token, bytes)) =
            TokenId::try_from(number).ok().and_then(|token| Some((token, tokens.get(token)?)))
        else {
            return mistake!("there is no token {number} yet: expected 0 to {}", tokens.len() - 1);
        };
        match self.0.special.get(bytes) {
            Some(_) => mistake!("token {number} is special, and cannot be merged"),
            None => Ok(token),
        }
    }

    fn push(&mut self, bytes: &[u8]) -> Result<TokenId, Mistake> {
        let Vocabulary { tokens, tree, .. } = &mut self.0;
        if bytes.len() > LONGEST {
            return mistake!("a token of {} bytes, expected at most {LONGEST}", bytes.len());
        }
        let token = match TokenId::try_from(tokens.len()) {
            Ok(token) if token < TokenId::MAX => token,
            _ => return mistake!("expected at most {} tokens", TokenId::MAX),
        };
        if let Err(other) = tree.insert(bytes, token) {
            let kind = if other < BYTES { "a byte, and" } else { "already" };
            return mistake!("{:?} is {kind} token {other}", String::from_utf8_lossy(bytes));
        }
        tokens.push(bytes);
        Ok(token)
    }
}
