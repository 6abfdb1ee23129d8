//! The mistakes that two successive bytes of UTF-8 can have.
//!
//! The method is that of J. Keiser and D. Lemire, "Validating UTF-8 In Less Than One Instruction Per Byte" (2021). Each kind of mistake in two
//! successive bytes has a bit. Three tables, one for each of the three nibbles that decide, have the mistakes that are possible with this nibble.
//! A pair of bytes has the mistakes that all three tables name.
//!
//! The third byte after a lead byte of three or four bytes, and the fourth, have to continue the character: exactly there two continuations,
//! whose bit is the highest, are right. A saturating subtraction of [`THIRD`] from the byte two before, or of [`FOURTH`] from the byte three
//! before, sets that bit if it is such a lead byte.

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
pub(super) const BY_FIRST_HIGH: [u8; 16] = {
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
pub(super) const BY_FIRST_LOW: [u8; 16] = {
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
pub(super) const BY_SECOND_HIGH: [u8; 16] = {
    const CONTINUATION: u8 = TOO_LONG | OVERLONG_2 | TWO_CONTINUATIONS;
    let mut table = [TOO_SHORT; 16];
    table[0x8] = CONTINUATION | OVERLONG_3 | OVERLONG_4 | TOO_LARGE_1000;
    table[0x9] = CONTINUATION | OVERLONG_3 | TOO_LARGE;
    table[0xA] = CONTINUATION | SURROGATE | TOO_LARGE;
    table[0xB] = CONTINUATION | SURROGATE | TOO_LARGE;
    table
};

/// The least lead byte of three bytes, less the highest bit.
pub(super) const THIRD: u8 = 0xE0 - 0x80;
/// The least lead byte of four bytes, less the highest bit.
pub(super) const FOURTH: u8 = 0xF0 - 0x80;
