//! A byte-pair tokenizer as objects that Python, C++, and Rust share.
//!
//! - [`bpe`] is the tokenizer, in plain Rust;
//! - [`Trie`], [`Vocabulary`], and [`Tokenizer`] are what is seen of it from outside: thin, since conversions, errors, and metadata come
//!   from the annotations.
//!
//! See the README of this folder for what Python calls, and for the speed.

pub mod bpe;
mod tokenizer;
mod trie;
mod vocabulary;

pub use tokenizer::Tokenizer;
pub use trie::Trie;
pub use vocabulary::{InvalidText, Vocabulary};
