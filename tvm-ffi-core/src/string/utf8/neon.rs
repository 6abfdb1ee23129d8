//! Validation of UTF-8 with NEON, 16 bytes at a time.

use core::arch::aarch64::{
    uint8x16_t, vandq_u8, vdupq_n_u8, veorq_u8, vextq_u8, vld1q_u8, vmaxvq_u8, vorrq_u8, vqsubq_u8,
    vqtbl1q_u8, vshrq_n_u8,
};

use super::tables::{BY_FIRST_HIGH, BY_FIRST_LOW, BY_SECOND_HIGH, FOURTH, THIRD};

/// Whether bytes are UTF-8.
#[target_feature(enable = "neon")]
pub(super) fn is_utf8(bytes: &[u8]) -> bool {
    let (blocks, rest) = bytes.as_chunks::<16>();
    let (mut before, mut mistakes) = (vdupq_n_u8(0), vdupq_n_u8(0));
    for block in blocks {
        let block = load(block);
        mistakes = vorrq_u8(mistakes, mistakes_in(block, before));
        before = block;
    }
    // There is at least one zero, so a character that the end cuts off is followed by ASCII, which is a mistake.
    let mut last = [0; 16];
    last[..rest.len()].copy_from_slice(rest);
    mistakes = vorrq_u8(mistakes, mistakes_in(load(&last), before));
    vmaxvq_u8(mistakes) == 0
}

/// A vector that is not zero if a block has a mistake. `before` is the block that precedes it.
#[target_feature(enable = "neon")]
fn mistakes_in(block: uint8x16_t, before: uint8x16_t) -> uint8x16_t {
    let first = vextq_u8::<15>(before, block);
    let two_before = vextq_u8::<14>(before, block);
    let three_before = vextq_u8::<13>(before, block);
    let low_nibbles = vandq_u8(first, vdupq_n_u8(0x0F));
    let by_first = vandq_u8(
        vqtbl1q_u8(load(&BY_FIRST_HIGH), vshrq_n_u8::<4>(first)),
        vqtbl1q_u8(load(&BY_FIRST_LOW), low_nibbles),
    );
    let pairs = vandq_u8(by_first, vqtbl1q_u8(load(&BY_SECOND_HIGH), vshrq_n_u8::<4>(block)));
    let third = vqsubq_u8(two_before, vdupq_n_u8(THIRD));
    let fourth = vqsubq_u8(three_before, vdupq_n_u8(FOURTH));
    let continues = vandq_u8(vorrq_u8(third, fourth), vdupq_n_u8(0x80));
    veorq_u8(pairs, continues)
}

#[target_feature(enable = "neon")]
fn load(block: &[u8; 16]) -> uint8x16_t {
    // SAFETY: sixteen bytes are readable, at any alignment.
    unsafe { vld1q_u8(block.as_ptr()) }
}
