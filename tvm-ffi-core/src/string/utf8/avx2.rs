//! Validation of UTF-8 with AVX2, 32 bytes at a time.
//!
//! The method is that of J. Keiser and D. Lemire, "Validating UTF-8 In Less Than One Instruction Per Byte" (2021). Each kind of mistake in two
//! successive bytes has a bit. Three tables, one for each of the three nibbles that decide, have the mistakes that are possible with this nibble.
//! A pair of bytes has the mistakes that all three tables name.

use core::arch::x86_64::{
    __m128i, __m256i, _mm_loadu_si128, _mm256_alignr_epi8, _mm256_and_si256, _mm256_broadcastsi128_si256,
    _mm256_loadu_si256, _mm256_or_si256, _mm256_permute2x128_si256, _mm256_set1_epi8, _mm256_setzero_si256,
    _mm256_shuffle_epi8, _mm256_srli_epi16, _mm256_subs_epu8, _mm256_testz_si256, _mm256_xor_si256,
};

/// A lead byte before a byte that does not continue a character.
const TOO_SHORT: u8 = 1 << 0;
/// ASCII before a byte that continues a character.
const TOO_LONG: u8 = 1 << 1;
/// Three bytes for a character that two bytes encode.
const OVERLONG_3: u8 = 1 << 2;
/// A character above U+10FFFF.
const TOO_LARGE: u8 = 1 << 3;
/// Half of a surrogate pair.
const SURROGATE: u8 = 1 << 4;
/// Two bytes for ASCII.
const OVERLONG_2: u8 = 1 << 5;
/// A character above U+13FFFF, in one of the ways that [`TOO_LARGE`] does not find.
const TOO_LARGE_1000: u8 = 1 << 6;
/// Four bytes for a character that three bytes encode. No pair is this and `TOO_LARGE_1000`.
const OVERLONG_4: u8 = 1 << 6;
/// Two bytes that continue a character. This is a mistake unless a lead byte of three or four bytes precedes them.
const TWO_CONTINUATIONS: u8 = 1 << 7;

/// The mistakes that do not depend on the low nibble of the first byte.
const ANY_LOW: u8 = TOO_SHORT | TOO_LONG | TWO_CONTINUATIONS;

/// The possible mistakes by the high nibble of the first byte.
const BY_FIRST_HIGH: [u8; 16] = {
    let mut table = [TOO_LONG; 16];
    let mut nibble = 0x8;
    while nibble < 0xC {
        table[nibble] = TWO_CONTINUATIONS;
        nibble += 1;
    }
    table[0xC] = TOO_SHORT | OVERLONG_2;
    table[0xD] = TOO_SHORT;
    table[0xE] = TOO_SHORT | OVERLONG_3 | SURROGATE;
    table[0xF] = TOO_SHORT | TOO_LARGE | TOO_LARGE_1000 | OVERLONG_4;
    table
};

/// The possible mistakes by the low nibble of the first byte.
const BY_FIRST_LOW: [u8; 16] = {
    let mut table = [ANY_LOW | TOO_LARGE | TOO_LARGE_1000; 16];
    table[0x0] = ANY_LOW | OVERLONG_2 | OVERLONG_3 | OVERLONG_4;
    table[0x1] = ANY_LOW | OVERLONG_2;
    table[0x2] = ANY_LOW;
    table[0x3] = ANY_LOW;
    table[0x4] = ANY_LOW | TOO_LARGE;
    table[0xD] |= SURROGATE;
    table
};

/// The possible mistakes by the high nibble of the second byte.
const BY_SECOND_HIGH: [u8; 16] = {
    const CONTINUATION: u8 = TOO_LONG | OVERLONG_2 | TWO_CONTINUATIONS;
    let mut table = [TOO_SHORT; 16];
    table[0x8] = CONTINUATION | OVERLONG_3 | OVERLONG_4 | TOO_LARGE_1000;
    table[0x9] = CONTINUATION | OVERLONG_3 | TOO_LARGE;
    table[0xA] = CONTINUATION | SURROGATE | TOO_LARGE;
    table[0xB] = CONTINUATION | SURROGATE | TOO_LARGE;
    table
};

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
    // The third byte after a lead byte of three or four bytes, and the fourth, have to continue the character: exactly there two
    // continuations, whose bit is the highest, are right.
    let third = _mm256_subs_epu8(two_before, _mm256_set1_epi8(0xE0_u8.wrapping_sub(0x80).cast_signed()));
    let fourth = _mm256_subs_epu8(three_before, _mm256_set1_epi8(0xF0_u8.wrapping_sub(0x80).cast_signed()));
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
