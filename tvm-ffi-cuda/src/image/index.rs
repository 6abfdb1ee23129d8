//! [`Index`]: a hash table of the kernels in a file, built once for all declarations.

use super::bytes::{is_at, is_text_at};
use super::elf::{Cubin, ElfSymbol};
use super::{Architecture, BadImage, FileKind, fatbin, kind, ptx};

/// The maximum number of images in a fatbin that are indexed.
const MAX_IMAGES: usize = 16;
/// A power of two, so that a mask replaces the remainder.
const SLOTS: usize = 4096;
/// With more kernels the table would be too full. Then there is no index, and each search reads the file.
const MAX_KERNELS: usize = SLOTS / 4 * 3;

/// A file and an index of its kernels. One `const` builds it for the checks of all kernels that are declared with the file.
pub struct Index<'a> {
    pub(super) kind: FileKind,
    pub(super) bad: Option<BadImage>,
    /// Whether some images are not indexed, because they are compressed or there are too many.
    pub(super) has_more: bool,
    images: [Option<Image<'a>>; MAX_IMAGES],
    count: usize,
    /// The number of kernels in all images.
    kernels: usize,
    hashes: [u32; SLOTS],
    /// The image in the upper half, and the kernel's index in the image plus one in the lower half; 0 for an empty slot.
    places: [u64; SLOTS],
}

/// An image with kernels.
#[derive(Clone, Copy)]
pub(super) enum Image<'a> {
    Cubin(Cubin<'a>),
    /// With its architecture.
    Ptx(&'a [u8], Architecture),
}

/// A kernel of an image.
#[derive(Clone, Copy)]
pub(super) enum ImageKernel<'a> {
    Cubin(Cubin<'a>, ElfSymbol),
    Ptx(&'a [u8], Architecture, ptx::EntryPoint<'a>),
}

/// The position of a search.
#[derive(Clone, Copy)]
pub(super) struct Search<'n> {
    name: &'n [u8],
    hash: u32,
    /// The next slot. Without an index, the next image.
    next: usize,
}

impl<'a> Index<'a> {
    /// Builds the index of a file, which may be any bytes.
    pub const fn new(bytes: &'a [u8]) -> Self {
        let mut index = Self {
            kind: kind(bytes),
            bad: None,
            has_more: false,
            images: [None; MAX_IMAGES],
            count: 0,
            kernels: 0,
            hashes: [0; SLOTS],
            places: [0; SLOTS],
        };
        match index.kind {
            FileKind::Cubin => index.add_cubin(bytes),
            FileKind::Ptx => index.add(Image::ptx(bytes)),
            FileKind::Fatbin => index.add_all(bytes),
            other => index.bad = Some(BadImage::Other(other)),
        }
        index
    }

    /// The first of the images that can be read.
    pub(super) const fn first(&self) -> Option<Image<'a>> {
        self.images[0]
    }

    const fn add_all(&mut self, bytes: &'a [u8]) {
        let entries = match fatbin::entries(bytes) {
            Ok(entries) => entries,
            Err(bad) => {
                self.bad = Some(bad);
                return;
            }
        };
        let mut at = 0;
        loop {
            match fatbin::next(entries, at) {
                Ok(Some((entry, next))) => {
                    match (entry.kind, entry.image) {
                        (FileKind::Cubin, Some(image)) => self.add_cubin(image),
                        (FileKind::Ptx, Some(image)) => self.add(Image::ptx(image)),
                        _ => self.has_more = true,
                    }
                    at = next;
                }
                Ok(None) => break,
                Err(bad) => {
                    self.bad = Some(bad);
                    break;
                }
            }
        }
        if self.count == 0 && !self.has_more && self.bad.is_none() {
            self.bad = Some(BadImage::Broken("it has no images"));
        }
    }

    const fn add_cubin(&mut self, bytes: &'a [u8]) {
        match Cubin::parse(bytes) {
            Ok(cubin) => self.add(Image::Cubin(cubin)),
            Err(bad) => self.bad = Some(bad),
        }
    }

    const fn add(&mut self, image: Image<'a>) {
        if self.count == MAX_IMAGES {
            self.has_more = true;
            return;
        }
        self.images[self.count] = Some(image);
        let mut at = 0;
        while self.kernels <= MAX_KERNELS
            && let Some((hash, place, next)) = image.next_hashed(at)
        {
            self.kernels += 1;
            at = next;
            let mut slot = hash as usize % SLOTS;
            while self.places[slot] != 0 {
                slot = (slot + 1) % SLOTS;
            }
            self.hashes[slot] = hash;
            self.places[slot] = (self.count as u64) << 32 | (place as u64 + 1) & 0xffff_ffff;
        }
        self.count += 1;
    }

    /// Starts a search for the kernels with a name. Each image may have one.
    pub(super) const fn search<'n>(&self, name: &'n [u8]) -> Search<'n> {
        let hash = hash_at(name, 0);
        let next = if self.is_whole() { hash as usize % SLOTS } else { 0 };
        Search { name, hash, next }
    }

    /// Whether all kernels are in the table.
    const fn is_whole(&self) -> bool {
        self.kernels <= MAX_KERNELS
    }

    /// The next kernel of a search, and the position to continue with.
    pub(super) const fn next<'n>(&self, mut search: Search<'n>) -> Option<(ImageKernel<'a>, Search<'n>)> {
        if !self.is_whole() {
            return self.next_of_many(search);
        }
        while self.places[search.next] != 0 {
            let (hash, place) = (self.hashes[search.next], self.places[search.next]);
            search.next = (search.next + 1) % SLOTS;
            if hash == search.hash
                && let Some(image) = self.images[(place >> 32) as usize]
                && let Some(found) = image.at(((place & 0xffff_ffff) as usize).wrapping_sub(1), search.name)
            {
                return Some((found, search));
            }
        }
        None
    }

    /// The next kernel of a search if there are too many kernels for the table.
    const fn next_of_many<'n>(&self, mut search: Search<'n>) -> Option<(ImageKernel<'a>, Search<'n>)> {
        while search.next < self.count {
            let image = self.images[search.next];
            search.next += 1;
            let found = match image {
                Some(image) => image.find(search.name),
                None => None,
            };
            if let Some(found) = found {
                return Some((found, search));
            }
        }
        None
    }
}

impl<'a> Image<'a> {
    pub(super) const fn ptx(text: &'a [u8]) -> Self {
        Self::Ptx(text, ptx::target_or_none(text))
    }

    /// The hash of the next kernel's name, its index, and the index to continue with.
    const fn next_hashed(&self, at: usize) -> Option<(u32, usize, usize)> {
        match self {
            Self::Cubin(cubin) => match cubin.next_kernel(at) {
                Some((symbol, next)) => {
                    let hash = hash_at(cubin.symbol_names, symbol.name as usize);
                    Some((hash, next - 1, next))
                }
                None => None,
            },
            Self::Ptx(text, _) => match ptx::next_entry(text, at) {
                Some((entry, next)) => {
                    let hash = hash_at(entry.name, 0);
                    Some((hash, entry.start, next))
                }
                None => None,
            },
        }
    }

    /// The kernel at an index, if it has this name.
    const fn at(&self, place: usize, name: &[u8]) -> Option<ImageKernel<'a>> {
        match self {
            Self::Cubin(cubin) => match cubin.next_kernel(place) {
                Some((symbol, _)) if is_text_at(cubin.symbol_names, symbol.name as usize, name) => {
                    Some(ImageKernel::Cubin(*cubin, symbol))
                }
                _ => None,
            },
            Self::Ptx(text, target) => match ptx::next_entry(text, place) {
                Some((entry, _)) if entry.name.len() == name.len() && is_at(entry.name, 0, name) => {
                    Some(ImageKernel::Ptx(text, *target, entry))
                }
                _ => None,
            },
        }
    }

    const fn find(&self, name: &[u8]) -> Option<ImageKernel<'a>> {
        match self {
            Self::Cubin(cubin) => match cubin.find(name) {
                Some(symbol) => Some(ImageKernel::Cubin(*cubin, symbol)),
                None => None,
            },
            Self::Ptx(text, target) => match ptx::find(text, name) {
                Some(entry) => Some(ImageKernel::Ptx(text, *target, entry)),
                None => None,
            },
        }
    }

    /// The next kernel's name, and the index to continue with. Start with 0.
    pub(super) const fn next_name(&self, at: usize) -> Option<(&'a [u8], usize)> {
        match self {
            Self::Cubin(cubin) => match cubin.next_kernel(at) {
                Some((symbol, next)) => Some((cubin.name(symbol), next)),
                None => None,
            },
            Self::Ptx(text, _) => match ptx::next_entry(text, at) {
                Some((entry, next)) => Some((entry.name, next)),
                None => None,
            },
        }
    }
}

/// The hash of the text at an index, up to its NUL or the end.
const fn hash_at(bytes: &[u8], mut at: usize) -> u32 {
    let (len, mut hash) = (bytes.len(), 0u64);
    while at < len && bytes[at] != 0 {
        hash = (hash * 31 + bytes[at] as u64) & 0xffff_ffff;
        at += 1;
    }
    hash as u32
}
