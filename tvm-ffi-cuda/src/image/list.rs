//! Listing the contents of an image, at run time.

use super::elf::Cubin;
use super::index::Image;
use super::{Architecture, BadImage, FileKind, fatbin, kind, ptx};

/// The names of the kernels in a cubin, a fatbin, or PTX, in the order of the file. Compressed images in a fatbin are left out.
///
/// # Errors
///
/// The reason why the image cannot be read.
pub(crate) fn kernel_names(bytes: &[u8]) -> Result<Vec<String>, BadImage> {
    let mut names = Vec::new();
    for image in images(bytes)? {
        let mut at = 0;
        while let Some((name, next)) = image.next_name(at) {
            names.push(String::from_utf8_lossy(name).into_owned());
            at = next;
        }
    }
    Ok(names)
}

/// The images in a file: all that are not compressed of a fatbin, and one of any other file.
///
/// # Errors
///
/// The reason why the file or one of its images cannot be read.
pub(super) fn images(bytes: &[u8]) -> Result<Vec<Image<'_>>, BadImage> {
    let cubin = |bytes| Cubin::parse(bytes).map(Image::Cubin);
    match kind(bytes) {
        FileKind::Fatbin => {
            let images = entries(bytes)?.into_iter().filter_map(|entry| match entry.kind {
                FileKind::Cubin => Some(cubin(entry.image?)),
                FileKind::Ptx => Some(Ok(Image::ptx(entry.image?))),
                _ => None,
            });
            images.collect()
        }
        FileKind::Ptx => Ok(vec![Image::ptx(bytes)]),
        _ => Ok(vec![cubin(bytes)?]),
    }
}

/// The architectures of an image. Only fatbins have more than one.
///
/// # Errors
///
/// The reason why the image cannot be read.
pub(crate) fn architectures(bytes: &[u8]) -> Result<Vec<Architecture>, BadImage> {
    match kind(bytes) {
        FileKind::Fatbin => Ok(entries(bytes)?.into_iter().map(|entry| entry.architecture).collect()),
        FileKind::Ptx => {
            ptx::target(bytes).map(|found| vec![found]).ok_or(BadImage::Broken("it has no `.target`"))
        }
        _ => Ok(vec![Cubin::parse(bytes)?.architecture()]),
    }
}

/// The architecture of a cubin or of PTX.
pub(crate) fn architecture(bytes: &[u8]) -> Option<Architecture> {
    architectures(bytes).ok().filter(|found| found.len() == 1)?.pop()
}

/// The entries of a fatbin.
fn entries(bytes: &[u8]) -> Result<Vec<fatbin::FatbinImage<'_>>, BadImage> {
    let (all, mut at) = (fatbin::entries(bytes)?, 0);
    let mut found = Vec::new();
    while let Some((entry, next)) = fatbin::next(all, at)? {
        found.push(entry);
        at = next;
    }
    Ok(found)
}
