//! The constants of tables and of hashes, compared with those in the headers of the wheel: C++ reads and changes tables that are made here.

use std::path::Path;

use tvm_ffi_abi::{TypeIndex, key, map};

use crate::support::Tools;

/// The text of a header between two texts.
fn between(header: &str, begin: &str, end: &str) -> String {
    let rest = header.split_once(begin).unwrap_or_else(|| panic!("the header has `{begin}`")).1;
    // Comments have numbers too.
    let lines = rest.split_once(end).expect("the part ends").0.lines();
    lines.map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

fn numbers(text: &str) -> Vec<u64> {
    let digits = |text: &str| text.trim_end_matches(|c: char| c.is_ascii_alphabetic()).parse().ok();
    text.split(|c: char| !c.is_ascii_alphanumeric()).filter_map(digits).collect()
}

/// The number after a text.
fn number(header: &str, after: &str) -> u64 {
    numbers(&between(header, after, ";"))[0]
}

fn read(tools: &Tools, header: &str) -> String {
    let path = Path::new(&tools.include).join("tvm/ffi").join(header);
    std::fs::read_to_string(path).expect("the wheel has its headers")
}

#[test]
fn jumps_are_those_of_the_header() {
    let Some(tools) = Tools::find() else { return };
    let header = read(tools, "container/map_base.h");
    let expected = numbers(&between(&header, "kNextProbeLocation[kNumJumpDists] {", "};"));
    assert_eq!(number(&header, "kNumJumpDists ="), u64::from(map::JUMPS));
    let found: Vec<u64> = (0..map::JUMPS).map(map::distance).collect();
    assert_eq!(found, expected);
}

#[test]
fn slots_are_those_of_the_header() {
    let Some(tools) = Tools::find() else { return };
    let header = read(tools, "container/map_base.h");
    let coefficient = number(&header, "uint64_t coeff =");
    for slots in [8_u64, 16, 1024, 1 << 40] {
        let shift = map::shift(slots);
        for hash in [0, 1, 2, 77, 1 << 33, u64::MAX] {
            let expected = hash.wrapping_mul(coefficient) >> shift;
            assert_eq!(map::home(hash, shift), expected, "{hash} in {slots}");
            assert!(expected < slots);
        }
    }
    assert_eq!(number(&header, "kBlockCap ="), map::BLOCK as u64);
}

#[test]
fn hashes_are_those_of_the_header() {
    let Some(tools) = Tools::find() else { return };
    let header = read(tools, "base_detail.h");
    let (multiplier, modulus) = (number(&header, "kMultiplier ="), number(&header, "kMod ="));
    let hash = |bytes: &[u8]| {
        let words = bytes.chunks(8).map(|chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(word)
        });
        words.fold(0_u64, |hash, word| hash.wrapping_mul(multiplier).wrapping_add(word) % modulus)
    };
    let text: Vec<u8> = (0..200).map(|i| (i * 37 + 11) as u8).collect();
    for length in 0..text.len() {
        assert_eq!(key::hash_bytes(&text[..length]), hash(&text[..length]), "{length} bytes");
    }
    assert!(header.contains("key ^ (uint64_t(value) + 0x9e3779b9 + (key << 6) + (key >> 2))"));
    let combined = 65 ^ (7_u64 + 0x9e37_79b9 + (65 << 6) + (65 >> 2));
    assert_eq!(key::combine(TypeIndex::STR, 7), combined);
}
