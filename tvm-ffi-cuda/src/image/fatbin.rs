//! Fatbins: several images in one file, which may be compressed.

use super::bytes::{from, slice, u16_at, u32_at, u64_at};
use super::elf::Cubin;
use super::{Architecture, BadImage, FileKind, ptx};

const MAGIC: u32 = 0xba55_ed50;
const HEADER: usize = 16;
const ENTRY_HEADER: usize = 64;
const KIND_PTX: u16 = 1;
const KIND_CUBIN: u16 = 2;
/// The flags of a compressed entry: LZ4 or Zstandard.
const COMPRESSED: u64 = 0x2000 | 0x8000;
/// The flag of an architecture with the suffix `a`.
const SPECIFIC: u64 = 0x10_0000;

/// An image in a fatbin.
#[derive(Clone, Copy)]
pub(super) struct FatbinImage<'a> {
    /// [`Kind::Cubin`], [`Kind::Ptx`], or [`Kind::Unknown`].
    pub(super) kind: FileKind,
    pub(super) architecture: Architecture,
    /// The image, unless it is compressed.
    pub(super) image: Option<&'a [u8]>,
}

pub(super) const fn is_fatbin(bytes: &[u8]) -> bool {
    matches!(u32_at(bytes, 0), Some(MAGIC))
}

/// The entries of a fatbin, to be read one by one with [`next`].
pub(super) const fn entries(bytes: &[u8]) -> Result<&[u8], BadImage> {
    if !is_fatbin(bytes) {
        return Err(BadImage::Other(super::kind(bytes)));
    }
    let (Some(header), Some(len)) = (u16_at(bytes, 6), u64_at(bytes, 8)) else {
        return Err(BadImage::Broken("it ends inside of its header"));
    };
    if (header as usize) < HEADER {
        return Err(BadImage::Broken("its header is too short"));
    }
    match slice(bytes, header as u64, len) {
        Some(entries) => Ok(entries),
        None => Err(BadImage::Broken("it ends before all of its images")),
    }
}

/// The next entry, and the index to continue with. Start with 0.
pub(super) const fn next(entries: &[u8], at: usize) -> Result<Option<(FatbinImage<'_>, usize)>, BadImage> {
    const BROKEN: BadImage = BadImage::Broken("one of its images is outside of the file");
    let Some(entry) = from(entries, at) else { return Ok(None) };
    if entry.is_empty() {
        return Ok(None);
    }
    let (Some(kind), Some(header), Some(len)) = (u16_at(entry, 0), u32_at(entry, 4), u64_at(entry, 8)) else {
        return Err(BROKEN);
    };
    let (Some(number), Some(flags)) = (u32_at(entry, 28), u64_at(entry, 40)) else { return Err(BROKEN) };
    if (header as usize) < ENTRY_HEADER {
        return Err(BROKEN);
    }
    let Some(image) = slice(entry, header as u64, len) else { return Err(BROKEN) };
    let kind = match kind {
        KIND_PTX => FileKind::Ptx,
        KIND_CUBIN => FileKind::Cubin,
        _ => FileKind::Unknown,
    };
    let mut architecture = Architecture::new(number);
    architecture.is_virtual = matches!(kind, FileKind::Ptx);
    if flags & SPECIFIC != 0 {
        architecture.suffix = Some('a');
    }
    let image = if flags & COMPRESSED == 0 { Some(image) } else { None };
    let entry = FatbinImage { kind, architecture, image };
    Ok(Some((entry.with_own_architecture(), at + header as usize + len as usize)))
}

impl FatbinImage<'_> {
    /// Replaces the architecture by the one in the image itself, which has the suffix.
    const fn with_own_architecture(mut self) -> Self {
        match (self.kind, self.image) {
            (FileKind::Cubin, Some(image)) => {
                if let Ok(cubin) = Cubin::parse(image) {
                    self.architecture = cubin.architecture();
                }
            }
            (FileKind::Ptx, Some(image)) => {
                if let Some(found) = ptx::target(image) {
                    self.architecture = found;
                }
            }
            _ => {}
        }
        self
    }
}
