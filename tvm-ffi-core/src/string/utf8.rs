//! Validation of text: whether bytes are UTF-8.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(test)]
mod tests;

use super::NON_ASCII;

/// Bytes as text, if they are UTF-8.
pub(super) fn utf8(bytes: &[u8]) -> Option<&str> {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2.
        let is_utf8 = unsafe { avx2::is_utf8(bytes) };
        // SAFETY: the bytes were validated.
        return is_utf8.then(|| unsafe { core::str::from_utf8_unchecked(bytes) });
    }
    core::str::from_utf8(bytes).ok()
}

/// Whether all bytes are ASCII.
///
/// Two chunks, which may overlap, cover up to 64 bytes; blocks of 64 bytes, of which the last two may overlap, cover more. The compiler makes
/// vector instructions of this. The test of the standard library takes up to six times as many instructions.
#[inline(always)]
pub(super) fn is_ascii(bytes: &[u8]) -> bool {
    match bytes.len() {
        16..=32 => ends_are_ascii::<16>(bytes),
        33..=64 => ends_are_ascii::<32>(bytes),
        65.. => blocks_are_ascii(bytes),
        8..=15 => words_are_ascii(bytes, u64::from_ne_bytes),
        4..=7 => words_are_ascii(bytes, |word| u32::from_ne_bytes(word).into()),
        1..=3 => (bytes[0] | bytes[bytes.len() / 2] | bytes[bytes.len() - 1]).is_ascii(),
        0 => true,
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
