//! Mutated images: the parsers return an error or what is left of the image, and never panic.
//!
//! `TVM_FFI_IMAGE_CASES` is the number of cases.

use proptest::collection::vec;
use proptest::prelude::*;

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

/// A change of some bytes.
#[derive(Debug, Clone)]
enum Edit {
    /// Writes other bytes at an index.
    Write(prop::sample::Index, Vec<u8>),
    /// Like `Write`, in the header of the file or near its end, where the tables are.
    WriteTables(prop::sample::Index, Vec<u8>),
    /// Copies a number of bytes from one index to another.
    Copy(prop::sample::Index, prop::sample::Index, usize),
    /// Cuts the file off.
    Cut(prop::sample::Index),
}

fn edit() -> impl Strategy<Value = Edit> {
    let numbers = prop_oneof![
        vec(any::<u8>(), 1..=8),
        // Numbers that are likely to overflow.
        prop::sample::select(vec![
            0u64,
            1,
            0xff,
            0xffff,
            0xffff_ffff,
            1 << 31,
            1 << 32,
            1 << 63,
            u64::MAX,
            u64::MAX - 63
        ])
        .prop_flat_map(|number| (1..=8usize).prop_map(move |len| number.to_le_bytes()[..len].to_vec())),
        // Parts of PTX.
        prop::sample::select(vec![
            "/*",
            "*/",
            "//",
            ".entry",
            ".param",
            "(",
            ")",
            "{",
            "[",
            "99999999999",
            ",",
            ".b8",
            "\n"
        ])
        .prop_map(|text| text.as_bytes().to_vec()),
    ];
    let place = any::<prop::sample::Index>;
    prop_oneof![
        4 => (place(), numbers.clone()).prop_map(|(at, bytes)| Edit::Write(at, bytes)),
        4 => (place(), numbers).prop_map(|(at, bytes)| Edit::WriteTables(at, bytes)),
        1 => (place(), place(), 1..300usize).prop_map(|(from, to, len)| Edit::Copy(from, to, len)),
        1 => place().prop_map(Edit::Cut),
    ]
}

fn write(bytes: &mut [u8], at: usize, new: &[u8]) {
    for (old, new) in bytes[at..].iter_mut().zip(new) {
        *old = *new;
    }
}

impl Edit {
    fn apply(&self, bytes: &mut Vec<u8>) {
        let len = bytes.len();
        if len == 0 {
            return;
        }
        match self {
            Self::Write(at, new) => write(bytes, at.index(len), new),
            Self::WriteTables(at, new) => {
                let tables = (len / 4).max(1).min(len);
                let at = at.index(tables + 64.min(len));
                let at = if at < tables { len - 1 - at } else { at - tables };
                write(bytes, at, new);
            }
            Self::Copy(from, to, count) => {
                let (from, to) = (from.index(len), to.index(len));
                let moved = bytes[from..(from + count).min(len)].to_vec();
                write(bytes, to, &moved);
            }
            Self::Cut(at) => bytes.truncate(at.index(len)),
        }
    }
}

fn cases() -> ProptestConfig {
    let cases = match std::env::var("TVM_FFI_IMAGE_CASES") {
        Ok(text) => text.parse().expect("TVM_FFI_IMAGE_CASES is a number"),
        Err(_) => 2000,
    };
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn changed_images_are_read_without_a_panic(
        image in 0..IMAGES.len(),
        edits in vec(edit(), 1..12),
    ) {
        let mut bytes = IMAGES[image].to_vec();
        for edit in edits {
            edit.apply(&mut bytes);
        }
        read(&bytes);
    }

    #[test]
    fn random_bytes_are_read_without_a_panic(
        start in prop::sample::select(vec![
            &b""[..], b"\x7fELF\x02\x01\x01A\x08", b"\x7fELF\x02\x01\x01\x33\x07", b"\x50\xed\x55\xba\x01\x00\x10\x00", b".version 8.0\n.target sm_90\n.entry k(",
        ]),
        rest in vec(any::<u8>(), 0..400),
    ) {
        read(&[start, &rest].concat());
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
