//! A trie of tokens, as an object.

use tvm_ffi::prelude::*;

use crate::bpe::PrefixTree;

/// Tokens by their bytes.
#[tvm_ffi::object("tokenizer.Trie", final)]
pub struct Trie {
    pub(crate) tree: PrefixTree,
}

#[tvm_ffi::methods]
impl Trie {
    /// The token of exactly these bytes, if there is one.
    fn get(&self, token: &[u8]) -> Option<u32> {
        self.tree.get(token)
    }

    /// The longest token that the bytes start with, and its length; `None` if there is none.
    fn longest_prefix(&self, bytes: &[u8]) -> Option<(u32, usize)> {
        self.tree.longest_prefix(bytes)
    }

    /// All tokens that start with these bytes, in the order of their bytes: the completions of a word.
    fn with_prefix(&self, prefix: &[u8]) -> Result<Tensor> {
        let tokens: Vec<i64> = self.tree.with_prefix(prefix).into_iter().map(i64::from).collect();
        let count = i64::try_from(tokens.len())?;
        Tensor::from_vec(tokens, &[count])
    }

    /// The number of tokens.
    fn __len__(&self) -> usize {
        self.tree.len()
    }

    fn __contains__(&self, token: &[u8]) -> bool {
        self.tree.get(token).is_some()
    }
}
