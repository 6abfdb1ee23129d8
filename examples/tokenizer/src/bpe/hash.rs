//! A hash function for pairs of tokens, which are looked up for each byte of a text.

use std::hash::{BuildHasherDefault, Hasher};

/// Multiplies, and folds the upper half of the product into the lower one. The keys come from a vocabulary, not from the encoded
/// texts, so an attacker cannot choose keys that collide.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct PairHasher(u64);

/// Makes hash maps use [`PairHasher`].
pub(super) type BuildPairHasher = BuildHasherDefault<PairHasher>;

impl Hasher for PairHasher {
    fn write_u64(&mut self, value: u64) {
        let product = u128::from(self.0 ^ value) * 0x9e37_79b9_7f4a_7c15;
        self.0 = (product as u64) ^ ((product >> 64) as u64);
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
