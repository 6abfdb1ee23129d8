//! The file format of an entry.
//!
//! A line with the name of the format; the key; the SHA-256 of the rest; the number of names, and each symbol with its name; the image. Lengths and the number of names
//! are 64-bit little-endian, and precede what they count.

use std::ffi::CString;

use sha2::{Digest, Sha256};

use super::super::Compiled;
use super::Key;

/// The first line, which changes with the format.
const MAGIC: &[u8] = b"tvm-ffi-cuda kernels 1\n";

/// Encodes an entry.
pub(super) fn bytes(compiled: &Compiled, key: &Key) -> Vec<u8> {
    let mut content = Vec::with_capacity(compiled.image.len() + 256);
    content.extend(length(compiled.names.len()));
    for (symbol, name) in &compiled.names {
        for part in [symbol.as_bytes(), name.as_bytes()] {
            content.extend(length(part.len()));
            content.extend(part);
        }
    }
    content.extend(length(compiled.image.len()));
    content.extend(&compiled.image);
    let checksum = Sha256::digest(&content);
    [MAGIC, &key.0, &checksum, &content].concat()
}

/// Decodes an entry. `None` unless the file is exactly what [`bytes`] returned for this key.
pub(super) fn parse(file: &[u8], key: &Key) -> Option<Compiled> {
    let rest = file.strip_prefix(MAGIC)?.strip_prefix(&key.0)?;
    let (checksum, mut content) = rest.split_at_checked(32)?;
    if Sha256::digest(content)[..] != *checksum {
        return None;
    }
    let mut names = Vec::new();
    for _ in 0..take_length(&mut content)? {
        let symbol = String::from_utf8(take(&mut content)?.to_vec()).ok()?;
        names.push((symbol, CString::new(take(&mut content)?).ok()?));
    }
    let image = take(&mut content)?.to_vec();
    content.is_empty().then_some(Compiled { image, names })
}

fn length(length: usize) -> [u8; 8] {
    // A `usize` has at most 64 bits.
    (length as u64).to_le_bytes()
}

fn take_length(bytes: &mut &[u8]) -> Option<u64> {
    let (length, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(u64::from_le_bytes(*length))
}

fn take<'a>(bytes: &mut &'a [u8]) -> Option<&'a [u8]> {
    let length = usize::try_from(take_length(bytes)?).ok()?;
    let (taken, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Compiled {
        let names = vec![
            ("vadd".to_owned(), c"vadd".to_owned()),
            ("n::k<float, 4>".to_owned(), c"_ZN1n1kIfLi4EEEvPT_".to_owned()),
        ];
        Compiled { image: vec![0x7f, b'E', b'L', b'F', 0, 1, 2], names }
    }

    #[test]
    fn entries_survive_a_round_trip() {
        let key = Key([7; 32]);
        assert_eq!(parse(&bytes(&example(), &key), &key), Some(example()));
        let empty = Compiled { image: Vec::new(), names: Vec::new() };
        assert_eq!(parse(&bytes(&empty, &key), &key), Some(empty));
    }

    #[test]
    fn another_key_is_refused() {
        assert_eq!(parse(&bytes(&example(), &Key([7; 32])), &Key([8; 32])), None);
    }

    #[test]
    fn every_change_and_every_truncation_is_noticed() {
        let key = Key([7; 32]);
        let whole = bytes(&example(), &key);
        for end in 0..whole.len() {
            assert_eq!(parse(&whole[..end], &key), None, "cut at {end}");
        }
        for index in 0..whole.len() {
            let mut changed = whole.clone();
            changed[index] ^= 1;
            assert_eq!(parse(&changed, &key), None, "changed at {index}");
        }
        let longer = [whole.as_slice(), b"x"].concat();
        assert_eq!(parse(&longer, &key), None);
    }

    #[test]
    fn wrong_lengths_are_refused() {
        let key = Key([7; 32]);
        for content in
            [&u64::MAX.to_le_bytes()[..], &[1, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255]]
        {
            let file = [MAGIC, &key.0, &Sha256::digest(content), content].concat();
            assert_eq!(parse(&file, &key), None);
        }
    }
}
