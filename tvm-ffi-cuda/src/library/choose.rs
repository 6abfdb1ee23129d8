//! Choosing the image for a device.

use tvm_ffi_core::{Result, bail};

use super::Image;
use crate::image::{self, Architecture};

/// A compute capability: `(9, 0)`.
type Capability = (u32, u32);

/// How well an image fits a device; the greatest is the best. Machine code for one architecture comes first, then a fatbin, from which the driver chooses, then PTX,
/// which the driver compiles, then source, which needs NVRTC. An image that cannot be read is passed to the driver if there is no other.
///
/// [`Architecture::runs_on`] decides whether an architecture fits a device. For families (suffix `f`) it follows the table in the section "Family-Specific Feature
/// Set" of the CUDA C++ Programming Guide: `100f` runs on 10.0 and 10.3, `103f` on 10.3, `120f` on 12.0 and 12.1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Unknown,
    #[cfg(feature = "nvrtc")]
    Source,
    Ptx(Preference),
    Fatbin,
    Cubin(Preference),
}

/// The preference between two architectures that fit: first the larger number, then the more specific suffix, since such code may use more features of the device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Preference {
    number: u32,
    is_family: bool,
    is_exact: bool,
}

impl Preference {
    fn of(architecture: Architecture) -> Self {
        let Architecture { number, suffix, .. } = architecture;
        Self { number, is_family: suffix.is_some(), is_exact: suffix == Some('a') }
    }
}

fn fit(image: &Image, device: Capability) -> Option<Fit> {
    let fits = |how: fn(Preference) -> Fit| match architecture(image) {
        Some(architecture) if architecture.runs_on(device) => Some(how(Preference::of(architecture))),
        Some(_) => None,
        None => Some(Fit::Unknown),
    };
    match *image {
        Image::Cubin { .. } => fits(Fit::Cubin),
        Image::Ptx(_) => fits(Fit::Ptx),
        Image::Fatbin(bytes) => match image::architectures(bytes) {
            Ok(all) => all.iter().any(|architecture| architecture.runs_on(device)).then_some(Fit::Fatbin),
            Err(_) => Some(Fit::Unknown),
        },
        #[cfg(feature = "nvrtc")]
        Image::Source(_) => Some(Fit::Source),
    }
}

/// The architecture of an image that has only one: the declared one, since older cubins do not store the suffix, or else the one in the image.
fn architecture(image: &Image) -> Option<Architecture> {
    match *image {
        Image::Cubin { arch: Some(number), suffix, .. } => {
            Some(Architecture { suffix, ..Architecture::new(number) })
        }
        Image::Cubin { bytes, .. } | Image::Ptx(bytes) => image::architecture(bytes),
        _ => None,
    }
}

/// The index of the best image for a device. Of several equally good ones it is the first.
///
/// # Errors
///
/// A `RuntimeError` that names the device's compute capability and all images, and says what to do.
#[track_caller]
pub(super) fn choose(images: &[Image], kernel: &str, device: u32, capability: Capability) -> Result<usize> {
    if let Some(index) = best(images, capability) {
        return Ok(index);
    }
    let (embedded, (major, minor)) = (embedded(images), capability);
    bail!(
        "no image of kernel `{kernel}` is for cuda:{device}, which has compute capability {major}.{minor}; embedded: {embedded}; compile it for sm_{major}{minor} \
         as well, or embed PTX for compute_{major}{minor} or lower"
    )
}

fn best(images: &[Image], capability: Capability) -> Option<usize> {
    let mut best: Option<(Fit, usize)> = None;
    for (index, image) in images.iter().enumerate() {
        let Some(fit) = fit(image, capability) else { continue };
        if best.is_none_or(|(other, _)| fit > other) {
            best = Some((fit, index));
        }
    }
    best.map(|(_, index)| index)
}

/// The architectures of all images, for messages: `sm_80, sm_90a, compute_80`.
pub(super) fn embedded(images: &[Image]) -> String {
    let all: Vec<_> = images.iter().map(contents).collect();
    if all.is_empty() { "nothing".into() } else { all.join(", ") }
}

/// The architectures of one image.
fn contents(image: &Image) -> String {
    match *image {
        Image::Cubin { .. } | Image::Ptx(_) => match architecture(image) {
            Some(architecture) => architecture.to_string(),
            None => "an image that does not say what it is for".into(),
        },
        Image::Fatbin(bytes) => match image::architectures(bytes) {
            Ok(all) => all.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
            Err(reason) => format!("a fatbin that cannot be read: {reason}"),
        },
        #[cfg(feature = "nvrtc")]
        Image::Source(source) => format!("`{}`", source.name),
    }
}

/// The name of an image in messages.
pub(super) fn describe(image: &Image) -> String {
    let kind = match image {
        Image::Cubin { .. } => "the cubin",
        Image::Fatbin(_) => "the fatbin",
        Image::Ptx(_) => "the PTX",
        #[cfg(feature = "nvrtc")]
        Image::Source(_) => "the code",
    };
    format!("{kind} for {}", contents(image))
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn cubin(arch: u32, suffix: Option<char>) -> Image {
        Image::Cubin { arch: Some(arch), suffix, bytes: b"" }
    }

    const PTX_80: Image = Image::Ptx(b".version 8.0\n.target sm_80\n.address_size 64\n\0");
    const PTX_90A: Image = Image::Ptx(b".version 8.0\n.target sm_90a\n.address_size 64\n\0");

    #[test]
    fn the_nearest_image_is_chosen() {
        const MANY: &[Image] = &[
            PTX_80,
            cubin(80, None),
            cubin(86, None),
            cubin(90, None),
            cubin(90, Some('a')),
            cubin(100, Some('f')),
            cubin(100, None),
            PTX_90A,
        ];
        for (capability, index) in [
            ((8, 0), Some(1)),
            ((8, 6), Some(2)),
            ((8, 9), Some(2)),
            ((9, 0), Some(4)),
            ((10, 0), Some(5)),
            ((10, 3), Some(5)),
            ((12, 0), Some(0)),
            ((7, 5), None),
        ] {
            assert_eq!(best(MANY, capability), index, "{capability:?}");
        }
    }

    #[test]
    fn machine_code_is_preferred_to_ptx_and_the_first_of_equals_is_taken() {
        assert_eq!(best(&[PTX_80, PTX_90A], (9, 0)), Some(1));
        assert_eq!(best(&[PTX_80, PTX_90A], (10, 0)), Some(0));
        assert_eq!(best(&[PTX_80, PTX_80], (8, 6)), Some(0));
        assert_eq!(best(&[PTX_90A, cubin(90, None)], (9, 0)), Some(1));
        assert_eq!(best(&[cubin(90, Some('a'))], (9, 1)), None);
        assert_eq!(best(&[], (9, 0)), None);
    }

    #[test]
    fn unreadable_images_are_left_to_the_driver() {
        const STRANGE: Image = Image::Cubin { arch: None, suffix: None, bytes: b"strange" };
        assert_eq!(best(&[STRANGE, PTX_80], (9, 0)), Some(1));
        assert_eq!(best(&[STRANGE, PTX_80], (7, 0)), Some(0));
        assert_eq!(best(&[Image::Fatbin(b"strange"), PTX_80], (7, 0)), Some(0));
    }

    #[test]
    fn images_are_listed() {
        assert_eq!(embedded(&[cubin(80, None), cubin(90, Some('a')), PTX_80]), "sm_80, sm_90a, compute_80");
        assert_eq!(embedded(&[]), "nothing");
        assert_eq!(describe(&cubin(90, Some('a'))), "the cubin for sm_90a");
        assert_eq!(describe(&PTX_80), "the PTX for compute_80");
        assert!(embedded(&[Image::Fatbin(b"strange")]).starts_with("a fatbin that cannot be read: it is"));
    }
}
