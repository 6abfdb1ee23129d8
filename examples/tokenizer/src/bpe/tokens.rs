//! The bytes of each token.

/// The number of a token.
pub type TokenId = u32;

/// The bytes of each token, one after the other.
#[derive(Debug, Clone, Default, tvm_ffi::SearchTensors)]
pub struct Tokens {
    bytes: Vec<u8>,
    /// The end of each token in `bytes`.
    ends: Vec<usize>,
}

impl Tokens {
    /// Adds a token, which gets the next number.
    pub fn push(&mut self, token: &[u8]) {
        self.bytes.extend_from_slice(token);
        self.ends.push(self.bytes.len());
    }

    /// The bytes of a token; `None` if the number is too large.
    pub fn get(&self, id: TokenId) -> Option<&[u8]> {
        let id = usize::try_from(id).ok()?;
        let end = *self.ends.get(id)?;
        let start = id.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.bytes.get(start..end)
    }

    /// The number of tokens.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no tokens.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The bytes of all tokens, by number.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        let starts = core::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| &self.bytes[start..*end])
    }
}
