//! The contents of images, compared with their source.

use super::*;
use crate::image::attributes::{self, Property};
use crate::image::index::Image;
use crate::image::{Architecture, BadImage, FileKind, architecture, architectures, kernel_names, list, ptx};

/// A kernel of an image, as the checks read it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct KernelInfo {
    pub(crate) name: String,
    pub(crate) architecture: Architecture,
    /// The sizes of its parameters.
    pub(crate) sizes: Vec<u32>,
    /// Their offsets. PTX does not give them.
    pub(crate) offsets: Vec<u32>,
    pub(crate) cluster: Option<[u32; 3]>,
}

/// The kernels of an image.
pub(crate) fn kernels(bytes: &[u8]) -> Result<Vec<KernelInfo>, BadImage> {
    let mut kernels = Vec::new();
    for image in list::images(bytes)? {
        let mut at = 0;
        match image {
            Image::Cubin(cubin) => {
                while let Some((symbol, next)) = cubin.next_kernel(at) {
                    let mut place = 0;
                    let mut offsets = Vec::new();
                    let info = cubin.info(symbol).expect("nvcc writes the parameters");
                    let read = |_: usize| {
                        let (attribute, next) = attributes::next(info, place)?;
                        place = next;
                        let property = attribute.property();
                        if let Property::Parameter(_) = property {
                            offsets.push(attribute.number(4) >> 16);
                        }
                        Some(property)
                    };
                    let kernel = KernelInfo::read(cubin.name(symbol), cubin.architecture(), read);
                    offsets.sort_unstable();
                    kernels.push(KernelInfo { offsets, ..kernel });
                    at = next;
                }
            }
            Image::Ptx(text, target) => {
                while let Some((entry, next)) = ptx::next_entry(text, at) {
                    let mut place = entry.after;
                    let read = |count| {
                        let (property, next) = ptx::next(text, place, count)?;
                        place = next;
                        Some(property)
                    };
                    kernels.push(KernelInfo::read(entry.name, target, read));
                    at = next;
                }
            }
        }
    }
    Ok(kernels)
}

impl KernelInfo {
    /// Collects what `read` returns, given the number of parameters so far.
    fn read(
        name: &[u8],
        architecture: Architecture,
        mut read: impl FnMut(usize) -> Option<Property>,
    ) -> Self {
        let name = String::from_utf8_lossy(name).into_owned();
        let (mut parameters, mut cluster) = (Vec::new(), None);
        while let Some(property) = read(parameters.len()) {
            match property {
                Property::Parameter(found) => parameters.push((found.index, found.size)),
                Property::Cluster(blocks) => cluster = Some(blocks),
                Property::Other => {}
            }
        }
        // A cubin lists them from the last to the first.
        parameters.sort_unstable();
        assert!(parameters.iter().map(|(index, _)| *index).eq(0..parameters.len()), "{name}: {parameters:?}");
        let sizes = parameters.into_iter().map(|(_, size)| size).collect();
        Self { name, architecture, sizes, offsets: Vec::new(), cluster }
    }
}

/// A kernel of the source: its name, and the sizes of its parameters.
type Expected = (&'static str, &'static [u32]);

const EXPECTED: &[Expected] = &[
    ("_Z5scaleIfLi4EEvPT_PKS0_3Odd", &[8, 8, 16]),
    ("_ZN5outer7structsEPi5Three5Larges7Aligned", &[8, 3, 1000, 2, 64]),
    ("calls", &[8, 1]),
    ("nothing", &[]),
    ("tensor_map", &[4, 128, 8]),
    ("vadd", &[8, 8, 8, 8]),
];

/// Compares the kernels of one image with the source.
pub(super) fn compare(kernels: &[KernelInfo], expected: Architecture) {
    for (name, sizes) in EXPECTED {
        let kernel = kernels.iter().find(|kernel| kernel.name == *name);
        let kernel = kernel.unwrap_or_else(|| panic!("{expected}: no `{name}` in {kernels:#?}"));
        assert_eq!(kernel.architecture, expected);
        assert_eq!(kernel.sizes, *sizes, "{expected}: {name}");
        assert_eq!(kernel.cluster, None);
    }
    let cluster = kernels.iter().find(|kernel| kernel.name == "cluster");
    assert_eq!(cluster.is_some(), expected.number >= 90);
    assert!(cluster.is_none_or(|kernel| kernel.cluster == Some([2, 1, 1])));
    assert_eq!(kernels.len(), EXPECTED.len() + usize::from(cluster.is_some()));
}

fn sm(number: u32, suffix: Option<char>) -> Architecture {
    Architecture { suffix, ..Architecture::new(number) }
}

fn compute(number: u32) -> Architecture {
    Architecture { is_virtual: true, ..Architecture::new(number) }
}

#[test]
fn kernels_are_those_that_were_compiled() {
    for (image, expected) in [
        (SM75, sm(75, None)),
        (SM90A, sm(90, Some('a'))),
        (SM90A_OLD, sm(90, Some('a'))),
        (SM100, sm(100, None)),
        (PTX, compute(80)),
    ] {
        compare(&kernels(image).expect("it is an image"), expected);
        assert_eq!(architecture(image), Some(expected));
    }
    let all = kernels(FATBIN).expect("it is an image");
    let (cubin, ptx): (Vec<_>, Vec<_>) = all.into_iter().partition(|kernel| !kernel.architecture.is_virtual);
    compare(&cubin, sm(80, None));
    compare(&ptx, compute(80));
}

#[test]
fn the_architectures_of_compressed_images_are_known() {
    assert_eq!(architectures(COMPRESSED), Ok(vec![compute(80), sm(90, Some('a'))]));
    assert_eq!(kernel_names(COMPRESSED), Ok(vec![]));
    assert_eq!(architectures(FATBIN), Ok(vec![sm(80, None), compute(80)]));
    assert_eq!(architecture(FATBIN), None);
}

#[test]
fn a_file_that_is_not_an_image_is_an_error() {
    assert_eq!(kernel_names(b"hello"), Err(BadImage::Other(FileKind::Unknown)));
    assert_eq!(architectures(b"").unwrap_err().to_string(), "it is empty");
    assert_eq!(kernel_names(&FATBIN[..500]).unwrap_err().to_string(), "it ends before all of its images");
}

#[test]
fn code_runs_on_its_own_architecture_and_newer_ones() {
    let runs = |architecture: Architecture| {
        [(7, 5), (8, 0), (8, 6), (9, 0), (10, 0), (10, 3), (12, 0)]
            .map(|capability| architecture.runs_on(capability))
    };
    assert_eq!(runs(sm(80, None)), [false, true, true, false, false, false, false]);
    assert_eq!(runs(sm(100, None)), [false, false, false, false, true, true, false]);
    assert_eq!(runs(sm(100, Some('a'))), [false, false, false, false, true, false, false]);
    assert_eq!(runs(sm(100, Some('f'))), [false, false, false, false, true, true, false]);
    assert_eq!(runs(compute(80)), [false, true, true, true, true, true, true]);
    assert_eq!(
        runs(Architecture { suffix: Some('a'), ..compute(90) }),
        [false, false, false, true, false, false, false]
    );
}

#[test]
fn ptx_is_read_between_comments_and_directives() {
    let text = br#"/* .version 1.0 */ .version 8.0 // .target sm_10
.target sm_90a, debug
.address_size 64
// .entry commented(.param .u64 x)
/* .entry old(.param .u64 x) */
.visible .entry
  real ( .param .u64 .ptr .global .align 16 a, .param .align 8 .b8 b [ 24 ] /* ) */, .param .f32 c,
         .param .b8 d) .reqntid 64, 2 .explicitcluster .reqnctapercluster 4 { ret; }
.visible .entry real_2 { ret; }
"#;
    let all = kernels(text).expect("it is PTX");
    let names: Vec<&str> = all.iter().map(|kernel| kernel.name.as_str()).collect();
    // The list of names, which is only for messages, ignores block comments.
    assert_eq!(names, ["old", "real", "real_2"]);
    assert_eq!((&*all[1].sizes, all[1].cluster), (&[8, 24, 4, 1][..], Some([4, 1, 1])));
    assert_eq!(all[2].sizes, [0u32; 0]);
    assert_eq!(all[0].architecture.to_string(), "compute_90a");
}
