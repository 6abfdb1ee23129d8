//! Whether text is ASCII, which most text is. The rest is validated by the standard library.

#[cfg(test)]
mod tests;

use super::NON_ASCII;

/// Whether all bytes are ASCII.
///
/// Two chunks, which may overlap, cover up to 64 bytes; blocks of 64 bytes, of which the last two may overlap, cover more. The compiler makes
/// vector instructions of this. The test of the standard library takes up to six times as many instructions.
#[inline(always)]
pub fn is_ascii(bytes: &[u8]) -> bool {
    // Not a `match`, of which the compiler makes a test of both ends of each range. Short texts are the most frequent.
    let length = bytes.len();
    if length < 16 {
        if length >= 8 {
            words_are_ascii(bytes, u64::from_ne_bytes)
        } else if length >= 4 {
            words_are_ascii(bytes, |word| u32::from_ne_bytes(word).into())
        } else {
            bytes.is_empty() || (bytes[0] | bytes[length / 2] | bytes[length - 1]).is_ascii()
        }
    } else if length <= 32 {
        ends_are_ascii::<16>(bytes)
    } else if length <= 64 {
        ends_are_ascii::<32>(bytes)
    } else {
        blocks_are_ascii(bytes)
    }
}

/// As [`ends_are_ascii`], for parts that fit a register.
#[inline(always)]
fn words_are_ascii<const N: usize>(bytes: &[u8], word: impl Fn([u8; N]) -> u64) -> bool {
    match (bytes.first_chunk::<N>(), bytes.last_chunk::<N>()) {
        (Some(first), Some(last)) => (word(*first) | word(*last)) & NON_ASCII == 0,
        _ => false,
    }
}

/// Whether the first `N` and the last `N` bytes are ASCII. There are at least `N` bytes.
#[inline(always)]
fn ends_are_ascii<const N: usize>(bytes: &[u8]) -> bool {
    match (bytes.first_chunk::<N>(), bytes.last_chunk::<N>()) {
        (Some(first), Some(last)) => {
            !core::iter::zip(first, last).fold(false, |found, (a, b)| found | !(a | b).is_ascii())
        }
        _ => false,
    }
}

/// Whether all bytes are ASCII. There are at least 64 bytes.
#[inline(always)]
fn blocks_are_ascii(bytes: &[u8]) -> bool {
    for block in bytes.as_chunks().0 {
        if !block_is_ascii(block) {
            return false;
        }
    }
    bytes.last_chunk().is_some_and(block_is_ascii)
}

/// Whether a block is ASCII. Other than `block.is_ascii()`, this has no branch for each part of the block.
#[inline(always)]
fn block_is_ascii(block: &[u8; 64]) -> bool {
    !block.iter().fold(false, |found, byte| found | !byte.is_ascii())
}
