//! The test agrees with the standard library's.

use super::is_ascii;

#[test]
fn one_byte_is_found_at_every_length_place_and_alignment() {
    #[repr(align(64))]
    struct Aligned([u8; 364]);
    let mut memory = Aligned([b'a'; 364]);
    // Under Miri, lengths around one and two vectors, and another byte at every fifth place.
    let (lengths, step) = if cfg!(miri) { (vec![0, 1, 15, 33, 65], 5) } else { ((0..=300).collect(), 1) };
    for length in lengths {
        for place in (0..length).step_by(step) {
            let start = (length + 7 * place) % 64;
            assert!(is_ascii(&memory.0[start..start + length]), "{length} {place}");
            for byte in [0x80, 0xC3, 0xFF] {
                memory.0[start + place] = byte;
                assert!(!is_ascii(&memory.0[start..start + length]), "{length} {place}");
            }
            memory.0[start + place] = b'a';
        }
    }
    assert!(is_ascii(&[]));
}
