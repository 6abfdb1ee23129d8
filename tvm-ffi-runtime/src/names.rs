//! Tables by name.

use core::hash::{BuildHasherDefault, Hasher};
use std::collections::HashMap;

/// A table by name. Its hash is quick, and not made for names that an attacker chooses.
pub(crate) type NameMap<V> = HashMap<Box<[u8]>, V, BuildHasherDefault<NameHasher>>;

/// An empty table.
pub(crate) const fn empty<V>() -> NameMap<V> {
    HashMap::with_hasher(BuildHasherDefault::new())
}

/// Hashes names, eight bytes at a time.
#[derive(Default)]
pub(crate) struct NameHasher(u64);

impl NameHasher {
    #[inline(always)]
    fn add(&mut self, word: u64) {
        // The multiplier is odd and has its bits spread: 2^64 divided by the golden ratio.
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for NameHasher {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        // The last word overlaps the one before, which takes fewer steps than the bytes that are left over.
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.add(u64::from_le_bytes(*word));
        }
        if !rest.is_empty() {
            self.add(last_word(bytes));
        }
    }

    #[inline]
    fn write_usize(&mut self, length: usize) {
        self.0 = length as u64;
    }

    #[inline]
    fn finish(&self) -> u64 {
        // The table takes its place from the low bits, which the multiplication mixes least.
        self.0 ^ self.0 >> 32
    }
}

/// The last eight bytes, or all bytes of a shorter name.
#[inline(always)]
fn last_word(bytes: &[u8]) -> u64 {
    if let Some(word) = bytes.last_chunk() {
        return u64::from_le_bytes(*word);
    }
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        return u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << 32;
    }
    match bytes {
        [] => 0,
        [first, .., last] => u64::from(*first) | u64::from(bytes[1]) << 8 | u64::from(*last) << 16,
        [only] => u64::from(*only),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_apart() {
        let mut map = empty();
        let names: Vec<Vec<u8>> = (0..40).map(|length| vec![b'a'; length]).collect();
        for name in &names {
            map.insert(name.clone().into_boxed_slice(), name.len());
        }
        for name in &names {
            assert_eq!(map.get(name.as_slice()), Some(&name.len()));
        }
        assert_eq!(map.get(&b"b"[..]), None);
    }
}
