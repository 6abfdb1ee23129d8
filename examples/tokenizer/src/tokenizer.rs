//! The tokenizer, as an object.

use std::thread;

use tvm_ffi::prelude::*;

use crate::bpe::{Builder, Encoder, Merges, Mistake, parse};
use crate::trie::Trie;
use crate::vocabulary::Vocabulary;

/// A byte-pair tokenizer. It never changes, so any number of threads may use it.
#[tvm_ffi::object("tokenizer.Tokenizer", extends = Vocabulary, final)]
pub struct Tokenizer {
    #[base]
    vocabulary: Vocabulary,
    /// The special tokens, such as the end of a document.
    #[field]
    special: Ref<Trie>,
    merges: Merges,
}

impl Tokenizer {
    fn from_parts(parts: crate::bpe::Vocabulary) -> Self {
        let crate::bpe::Vocabulary { tokens, tree, merges, special } = parts;
        Self { vocabulary: Vocabulary::new(tokens, tree), special: Ref::new(Trie { tree: special }), merges }
    }

    fn encoder(&self, special: bool) -> Encoder<'_> {
        Encoder { merges: &self.merges, special: special.then(|| &self.special.tree) }
    }
}

#[tvm_ffi::methods]
impl Tokenizer {
    /// The bytes are tokens 0 to 255; then come the merges, and then the special tokens.
    #[init]
    fn new(
        /// Pairs of tokens that become a token, in the order in which they are merged.
        merges: Vec<(i64, i64)>,
        /// The texts of special tokens.
        #[default(Vec::new())]
        special: Vec<String>,
    ) -> Result<Self> {
        let mut builder = Builder::default();
        for (index, (left, right)) in merges.into_iter().enumerate() {
            builder.merge(left, right).map_err(|mistake| wrong("merges", index, &mistake))?;
        }
        for (index, text) in special.iter().enumerate() {
            builder.special(text).map_err(|mistake| wrong("special", index, &mistake))?;
        }
        Ok(Self::from_parts(builder.finish()))
    }

    /// Reads a vocabulary in the format that the README describes.
    #[staticmethod]
    fn from_bytes(content: &[u8]) -> Result<Self> {
        match parse(content) {
            Ok(parts) => Ok(Self::from_parts(parts)),
            Err(mistake) => bail!(ValueError, "the vocabulary, {mistake}"),
        }
    }

    /// The tokens of a text.
    fn encode(
        &self,
        text: &str,
        /// Whether the text may contain special tokens. If not, their texts are encoded like other text.
        #[default(false)]
        special: bool,
    ) -> Result<Tensor> {
        tensor(self.encoder(special).encode(text))
    }

    /// The tokens of each text.
    fn encode_batch(
        &self,
        texts: Vec<&str>,
        /// See `encode`.
        #[default(false)]
        special: bool,
        /// The number of threads; 0 for one per processor.
        #[default(0)]
        threads: usize,
    ) -> Result<Vec<Tensor>> {
        let threads = match threads {
            0 => thread::available_parallelism().map_or(1, usize::from),
            some => some,
        };
        self.encoder(special).encode_batch(&texts, threads).into_iter().map(tensor).collect()
    }
}

fn wrong(list: &str, index: usize, mistake: &Mistake) -> Error {
    Error::new(ErrorKind::ValueError, format!("{list}[{index}]: {mistake}"))
}

fn tensor(tokens: Vec<i64>) -> Result<Tensor> {
    let count = i64::try_from(tokens.len())?;
    Tensor::from_vec(tokens, &[count])
}
