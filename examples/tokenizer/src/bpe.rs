//! Byte-pair encoding in plain Rust, without Python.

mod encoder;
mod format;
mod hash;
mod merges;
mod pieces;
mod prefixes;
mod tokens;
mod vocabulary;

#[cfg(test)]
mod tests;

pub use encoder::Encoder;
pub use format::parse;
pub use merges::Merges;
pub use prefixes::PrefixTree;
pub use tokens::{TokenId, Tokens};
pub use vocabulary::{Builder, Mistake, Vocabulary};
