//! Mutated images: the parsers return an error or what is left of the image, and never panic.
//!
//! `TVM_FFI_IMAGE_CASES` is the number of cases.

use super::*;
use crate::image::check::Declared;
use crate::image::{Index, architectures, kernel_names, kind};
use crate::signature::Options;

const IMAGES: [&[u8]; 7] = [SM75, SM90A, SM90A_OLD, SM100, PTX, FATBIN, COMPRESSED];

/// Reads bytes with every parser.
fn read(bytes: &[u8]) {
    let _ = architectures(bytes);
    let names = kernel_names(bytes).unwrap_or_default().into_iter();
    let index = Index::new(bytes);
    let options = Options { max_smem: 100_000, cluster: Some([2, 1, 1]), ..Options::DEFAULT };
    for symbol in names.take(3).chain(["vadd".to_owned(), String::new()]) {
        let parameters = [parameter("f32", 4), parameter("f64", 8)];
        let declared = Declared { file: "k", symbol: &symbol, parameters: &parameters, options: &options };
        let _ = declared.cubin(&index, Some(90), None).map_err(|text| text.as_str().len());
        let _ = declared.check(&index, kind(bytes)).map_err(|text| text.as_str().len());
    }
}

/// Random numbers that follow from a seed (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    fn bytes(&mut self, len: usize) -> Vec<u8> {
        (0..len).map(|_| self.next() as u8).collect()
    }
}

/// Up to eight bytes to write into an image.
fn patch(random: &mut Random) -> Vec<u8> {
    const LIKELY_TO_OVERFLOW: [u64; 10] =
        [0, 1, 0xff, 0xffff, 0xffff_ffff, 1 << 31, 1 << 32, 1 << 63, u64::MAX, u64::MAX - 63];
    const PARTS_OF_PTX: [&str; 13] =
        ["/*", "*/", "//", ".entry", ".param", "(", ")", "{", "[", "99999999999", ",", ".b8", "\n"];
    let len = 1 + random.below(8);
    match random.below(3) {
        0 => random.bytes(len),
        1 => random.pick(&LIKELY_TO_OVERFLOW).to_le_bytes()[..len].to_vec(),
        _ => random.pick(&PARTS_OF_PTX).as_bytes().to_vec(),
    }
}

fn write(bytes: &mut [u8], at: usize, new: &[u8]) {
    for (old, new) in bytes[at..].iter_mut().zip(new) {
        *old = *new;
    }
}

/// Changes some bytes: writes others anywhere or where the tables are, copies some, or cuts the file off.
fn edit(bytes: &mut Vec<u8>, random: &mut Random) {
    let len = bytes.len();
    if len == 0 {
        return;
    }
    match random.below(10) {
        0..4 => write(bytes, random.below(len), &patch(random)),
        4..8 => {
            // The tables are in the header of the file or near its end.
            let tables = (len / 4).max(1);
            let at = random.below(tables + 64.min(len));
            let at = if at < tables { len - 1 - at } else { at - tables };
            write(bytes, at, &patch(random));
        }
        8 => {
            let (from, to, count) = (random.below(len), random.below(len), 1 + random.below(299));
            let copied = bytes[from..(from + count).min(len)].to_vec();
            write(bytes, to, &copied);
        }
        _ => bytes.truncate(random.below(len)),
    }
}

/// A generator for each case.
fn cases() -> impl Iterator<Item = Random> {
    let cases = match std::env::var("TVM_FFI_IMAGE_CASES") {
        Ok(text) => text.parse().expect("TVM_FFI_IMAGE_CASES is a number"),
        Err(_) => 2000,
    };
    (0..cases).map(Random)
}

#[test]
fn changed_images_are_read_without_a_panic() {
    for mut random in cases() {
        let mut bytes = random.pick(&IMAGES).to_vec();
        for _ in 0..1 + random.below(11) {
            edit(&mut bytes, &mut random);
        }
        read(&bytes);
    }
}

#[test]
fn random_bytes_are_read_without_a_panic() {
    const STARTS: [&[u8]; 5] = [
        b"",
        b"\x7fELF\x02\x01\x01A\x08",
        b"\x7fELF\x02\x01\x01\x33\x07",
        b"\x50\xed\x55\xba\x01\x00\x10\x00",
        b".version 8.0\n.target sm_90\n.entry k(",
    ];
    for mut random in cases() {
        let start = random.pick(&STARTS);
        let len = random.below(400);
        read(&[start, &random.bytes(len)].concat());
    }
}

#[test]
fn images_can_end_anywhere() {
    for image in IMAGES {
        for len in 0..image.len() {
            read(&image[..len]);
        }
    }
}

#[test]
fn a_cubin_that_ends_early_is_an_error() {
    for image in [SM75, SM90A, SM90A_OLD, SM100] {
        // The table of segments is at the end of the file.
        assert!((0..image.len()).all(|len| kernels(&image[..len]).is_err()));
    }
}
