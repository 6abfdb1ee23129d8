//! Validation of UTF-8 with AVX2, 32 bytes at a time.

use core::arch::x86_64::{
    __m128i, __m256i, _mm_loadu_si128, _mm256_alignr_epi8, _mm256_and_si256, _mm256_broadcastsi128_si256,
    _mm256_loadu_si256, _mm256_or_si256, _mm256_permute2x128_si256, _mm256_set1_epi8, _mm256_setzero_si256,
    _mm256_shuffle_epi8, _mm256_srli_epi16, _mm256_subs_epu8, _mm256_testz_si256, _mm256_xor_si256,
};

use super::tables::{BY_FIRST_HIGH, BY_FIRST_LOW, BY_SECOND_HIGH, FOURTH, THIRD};

/// Whether bytes are UTF-8.
#[target_feature(enable = "avx2")]
pub(super) fn is_utf8(bytes: &[u8]) -> bool {
    let (blocks, rest) = bytes.as_chunks::<32>();
    let (mut before, mut mistakes) = (_mm256_setzero_si256(), _mm256_setzero_si256());
    for block in blocks {
        let block = load(block);
        mistakes = _mm256_or_si256(mistakes, mistakes_in(block, before));
        before = block;
    }
    // There is at least one zero, so a character that the end cuts off is followed by ASCII, which is a mistake.
    let mut last = [0; 32];
    last[..rest.len()].copy_from_slice(rest);
    mistakes = _mm256_or_si256(mistakes, mistakes_in(load(&last), before));
    _mm256_testz_si256(mistakes, mistakes) != 0
}

/// A vector that is not zero if a block has a mistake. `before` is the block that precedes it.
#[target_feature(enable = "avx2")]
fn mistakes_in(block: __m256i, before: __m256i) -> __m256i {
    let halves = _mm256_permute2x128_si256::<0x21>(before, block);
    let first = _mm256_alignr_epi8::<15>(block, halves);
    let two_before = _mm256_alignr_epi8::<14>(block, halves);
    let three_before = _mm256_alignr_epi8::<13>(block, halves);
    let low_nibble = _mm256_and_si256(first, _mm256_set1_epi8(0x0F));
    let pairs = _mm256_and_si256(
        _mm256_and_si256(look_up(&BY_FIRST_HIGH, high_nibbles(first)), look_up(&BY_FIRST_LOW, low_nibble)),
        look_up(&BY_SECOND_HIGH, high_nibbles(block)),
    );
    let third = _mm256_subs_epu8(two_before, _mm256_set1_epi8(THIRD.cast_signed()));
    let fourth = _mm256_subs_epu8(three_before, _mm256_set1_epi8(FOURTH.cast_signed()));
    let continues = _mm256_and_si256(_mm256_or_si256(third, fourth), _mm256_set1_epi8(i8::MIN));
    _mm256_xor_si256(pairs, continues)
}

#[target_feature(enable = "avx2")]
fn high_nibbles(bytes: __m256i) -> __m256i {
    _mm256_and_si256(_mm256_srli_epi16::<4>(bytes), _mm256_set1_epi8(0x0F))
}

/// The entries of a table at the indices in a vector.
#[target_feature(enable = "avx2")]
fn look_up(table: &[u8; 16], nibbles: __m256i) -> __m256i {
    // SAFETY: sixteen bytes are readable, at any alignment.
    let table = unsafe { _mm_loadu_si128(table.as_ptr().cast::<__m128i>()) };
    _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(table), nibbles)
}

#[target_feature(enable = "avx2")]
fn load(block: &[u8; 32]) -> __m256i {
    // SAFETY: 32 bytes are readable, at any alignment.
    unsafe { _mm256_loadu_si256(block.as_ptr().cast::<__m256i>()) }
}
