//! Validation agrees with the standard library, and reads no byte outside the text.

use super::{is_ascii, utf8};

fn check(bytes: &[u8]) {
    assert_eq!(is_ascii(bytes), bytes.is_ascii(), "{bytes:x?}");
    assert_eq!(utf8(bytes), core::str::from_utf8(bytes).ok(), "{bytes:x?}");
}

/// Bytes at the ends of the ranges that the encoding distinguishes.
const BYTES: [u8; 22] = [
    0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE,
    0xEF, 0xF0, 0xF1, 0xF4, 0xF5,
];

#[test]
fn every_sequence_of_four_bytes_is_found_at_any_place() {
    let kinds = if cfg!(miri) { 3 } else { BYTES.len() };
    let mut place = 0;
    for index in 0..kinds.pow(4) {
        let mut bytes = [b'a'; 70];
        place = (place + 1) % 67;
        for (byte, step) in bytes[place..].iter_mut().zip([1, kinds, kinds.pow(2), kinds.pow(3)]) {
            *byte = BYTES[BYTES.len() - kinds + index / step % kinds];
        }
        check(&bytes);
        check(&bytes[..place + 3]);
    }
}

#[test]
fn one_wrong_byte_is_found_at_every_length_place_and_alignment() {
    #[repr(align(64))]
    struct Aligned([u8; 364]);
    let mut memory = Aligned([b'a'; 364]);
    // Under Miri, lengths around one and two vectors, and a wrong byte at every fifth place.
    let (lengths, step) = if cfg!(miri) { (vec![0, 1, 15, 33, 65], 5) } else { ((0..=300).collect(), 1) };
    for length in lengths {
        for place in (0..length).step_by(step) {
            let start = (length + 7 * place) % 64;
            check(&memory.0[start..start + length]);
            for wrong in [0x80, 0xC3, 0xFF] {
                memory.0[start + place] = wrong;
                check(&memory.0[start..start + length]);
            }
            memory.0[start + place] = b'a';
        }
    }
}

/// Numbers that look random (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ mixed >> 31) as usize % end
    }

    fn text(&mut self) -> String {
        const CHARACTERS: [char; 10] =
            ['a', '\0', 'é', '\u{80}', '\u{7FF}', '中', '\u{D7FF}', '\u{E000}', '😀', '\u{10FFFF}'];
        let kinds = 1 + self.below(CHARACTERS.len());
        (0..self.below(60)).map(|_| CHARACTERS[self.below(kinds)]).collect()
    }
}

#[test]
fn random_texts_and_damaged_ones_are_judged_as_by_std() {
    let mut random = Random(1);
    for _ in 0..if cfg!(miri) { 100 } else { 50_000 } {
        let mut bytes = random.text().into_bytes();
        check(&bytes);
        if !bytes.is_empty() {
            let place = random.below(bytes.len());
            check(&bytes[place..]);
            check(&bytes[..place]);
            bytes[place] = random.below(256) as u8;
            check(&bytes);
        }
    }
}

#[test]
#[cfg(all(unix, not(miri)))]
fn no_byte_outside_the_text_is_read() {
    // SAFETY: a new mapping replaces no other.
    let start = unsafe {
        libc::mmap(
            core::ptr::null_mut(),
            3 * PAGE,
            libc::PROT_NONE,
            libc::MAP_PRIVATE | libc::MAP_ANON,
            -1,
            0,
        )
    };
    assert_ne!(start, libc::MAP_FAILED);
    const PAGE: usize = 1 << 16;
    // SAFETY: the mapping has three pages.
    let readable = unsafe { start.add(PAGE) };
    // SAFETY: these bytes are part of the mapping.
    assert_eq!(unsafe { libc::mprotect(readable, PAGE, libc::PROT_READ | libc::PROT_WRITE) }, 0);
    // SAFETY: the page is readable, writable, zero, and used by this test only.
    let page = unsafe { core::slice::from_raw_parts_mut(readable.cast::<u8>(), PAGE) };
    for byte in [b'a', 0xFF] {
        page.fill(byte);
        for length in 0..=300 {
            check(&page[..length]);
            check(&page[PAGE - length..]);
        }
    }
    // SAFETY: the mapping is not used again.
    assert_eq!(unsafe { libc::munmap(start, 3 * PAGE) }, 0);
}
