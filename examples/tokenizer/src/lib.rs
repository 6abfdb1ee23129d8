//! A byte-pair tokenizer as objects that Python, C++, and Rust share.
//!
//! - [`bpe`] is the tokenizer, in plain Rust;
//! - [`Trie`], [`Vocabulary`], and [`Tokenizer`] are its classes for Python: they are short, because the macros add conversions, errors, and
//!   metadata.
//!
//! The README of this folder has the functions for Python and the speed.

pub mod bpe;
mod tokenizer;
mod trie;
mod vocabulary;

pub use tokenizer::Tokenizer;
pub use trie::Trie;
pub use vocabulary::{InvalidText, Vocabulary};

// Makes the library a Python module, which has the classes.
tvm_ffi::python_module!(tokenizer);
