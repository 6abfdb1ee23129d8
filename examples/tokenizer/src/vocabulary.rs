//! A vocabulary, as an object.

use tvm_ffi::prelude::*;

use crate::bpe::{PrefixTree, TokenId, Tokens};
use crate::trie::Trie;

/// The tokens, by number and by their bytes.
#[tvm_ffi::object("tokenizer.Vocabulary")]
pub struct Vocabulary {
    tokens: Tokens,
    /// The tokens by their bytes.
    #[field]
    trie: Ref<Trie>,
}

/// How bytes that are not UTF-8 are decoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, tvm_ffi::StrEnum)]
pub enum InvalidText {
    /// Each is replaced by U+FFFD.
    Replace,
    /// They are an error.
    Strict,
}

impl Vocabulary {
    pub(crate) fn new(tokens: Tokens, tree: PrefixTree) -> Self {
        Self { tokens, trie: Ref::new(Trie { tree }) }
    }

    fn bytes_of(&self, token: i64) -> Result<&[u8]> {
        match TokenId::try_from(token).ok().and_then(|token| self.tokens.get(token)) {
            Some(bytes) => Ok(bytes),
            None => bail!(IndexError, "there is no token {token}: expected 0 to {}", self.tokens.len() - 1),
        }
    }

    fn join(&self, tokens: &CpuView<'_, i64, 1, Strided>) -> Result<Vec<u8>> {
        let mut joined = Vec::with_capacity(4 * tokens.dim(0));
        for (index, token) in tokens.iter().enumerate() {
            joined.extend_from_slice(self.bytes_of(*token).context(format_args!("tokens[{index}]"))?);
        }
        Ok(joined)
    }
}

#[tvm_ffi::methods]
impl Vocabulary {
    /// The bytes of a token.
    fn token(&self, token: i64) -> Result<&[u8]> {
        self.bytes_of(token)
    }

    /// The text of tokens.
    fn decode(
        &self,
        tokens: CpuView<'_, i64, 1, Strided>,
        /// How bytes that are not UTF-8 are decoded, for example if a text was cut inside a character.
        #[default(InvalidText::Replace)]
        errors: InvalidText,
    ) -> Result<String> {
        let bytes = self.join(&tokens)?;
        match errors {
            InvalidText::Strict => Ok(String::from_utf8(bytes)?),
            InvalidText::Replace => Ok(String::from_utf8_lossy(&bytes).into_owned()),
        }
    }

    /// The bytes of tokens.
    fn decode_bytes(&self, tokens: CpuView<'_, i64, 1, Strided>) -> Result<Bytes> {
        Ok(Bytes::from(self.join(&tokens)?))
    }

    /// The number of tokens.
    fn __len__(&self) -> usize {
        self.tokens.len()
    }
}
