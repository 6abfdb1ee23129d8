//! Cubins: ELF files with machine code and attributes of kernels.
//!
//! NVIDIA does not document the format. This parser reads what nvcc, ptxas, and NVRTC of CUDA 11 to 13 write. Anything else is an error, or is ignored if nothing
//! depends on it.

use super::bytes::{is_at, is_text_at, slice, text_at, u16_at, u32_at, u64_at};
use super::{Architecture, BadImage};

const HEADER: usize = 64;
const SECTION_HEADER: usize = 64;
const SEGMENT_HEADER: u64 = 56;
const SYMBOL: usize = 24;

pub(super) const MACHINE_CUDA: u16 = 190;
const SECTION_SYMBOLS: u32 = 2;
const SECTION_NOTES: u32 = 7;
const SECTION_NO_BITS: u32 = 8;
const SECTION_INFO: u32 = 0x7000_0000;
const SYMBOL_IS_FUNCTION: u8 = 2;
/// `STO_CUDA_ENTRY`: the symbol is a kernel, rather than a function that kernels call.
const SYMBOL_IS_ENTRY: u8 = 0x10;

/// A cubin whose tables are in bounds.
#[derive(Clone, Copy)]
pub(super) struct Cubin<'a> {
    bytes: &'a [u8],
    sections: &'a [[u8; SECTION_HEADER]],
    section_names: &'a [u8],
    symbols: &'a [[u8; SYMBOL]],
    pub(super) symbol_names: &'a [u8],
    /// The distance from each kernel's attribute section to its code section, in sections, if both kinds are in the same order.
    distance: usize,
    /// The architecture in the header, which may lack the suffix.
    pub(super) flags: Architecture,
}

/// A section header.
#[derive(Clone, Copy)]
pub(super) struct Section<'a>(&'a [u8; SECTION_HEADER]);

/// A number in a header, read without a call.
macro_rules! number {
    ($bytes:expr, $type:ty, $at:literal, $($index:literal)*) => {
        $(($bytes[$at + $index] as $type) << (8 * $index))|*
    };
}

impl Section<'_> {
    const fn name(self) -> u32 {
        number!(self.0, u32, 0, 0 1 2 3)
    }

    const fn kind(self) -> u32 {
        number!(self.0, u32, 4, 0 1 2 3)
    }

    const fn offset(self) -> u64 {
        number!(self.0, u64, 24, 0 1 2 3 4 5 6 7)
    }

    const fn size(self) -> u64 {
        number!(self.0, u64, 32, 0 1 2 3 4 5 6 7)
    }

    const fn link(self) -> u32 {
        number!(self.0, u32, 40, 0 1 2 3)
    }

    /// The section that this section belongs to.
    pub(super) const fn info(self) -> u32 {
        number!(self.0, u32, 44, 0 1 2 3)
    }
}

/// The symbol of a kernel.
#[derive(Clone, Copy)]
pub(super) struct ElfSymbol {
    /// The offset of its name.
    pub(super) name: u32,
    /// The section with its code.
    pub(super) section: u16,
}

/// The properties of a kernel in a cubin.
#[derive(Clone, Copy, Default)]
pub(super) struct KernelProperties<'a> {
    /// Its attributes, if it has any.
    pub(super) info: Option<&'a [u8]>,
    /// Its static shared memory in bytes, including the reserved part.
    pub(super) shared: u64,
}

impl ElfSymbol {
    /// Whether its section number refers to a section, and is not one of the reserved numbers.
    pub(super) const fn has_code(self) -> bool {
        self.section != 0 && self.section < 0xff00
    }
}

impl<'a> Cubin<'a> {
    pub(super) const fn parse(bytes: &'a [u8]) -> Result<Self, BadImage> {
        if !is_at(bytes, 0, b"\x7fELF") || bytes.len() < HEADER {
            return Err(BadImage::Other(super::kind(bytes)));
        }
        // 64 bits, little-endian.
        if !is_at(bytes, 4, &[2, 1]) {
            return Err(BadImage::Broken("it is not a 64-bit ELF file"));
        }
        let (Some(machine), Some(flags)) = (u16_at(bytes, 18), u32_at(bytes, 48)) else {
            return Err(HEADER_ENDS);
        };
        if machine != MACHINE_CUDA {
            return Err(BadImage::Other(super::FileKind::Host));
        }
        let sections = match section_table(bytes) {
            Ok(sections) => sections,
            Err(bad) => return Err(bad),
        };
        if !are_segments_inside(bytes) {
            return Err(BadImage::Broken("its segments are outside of the file"));
        }
        let flags = architecture_of(flags, bytes[8]);
        let mut cubin =
            Self { bytes, sections, section_names: &[], symbols: &[], symbol_names: &[], distance: 0, flags };
        // Section names are only needed for sections of shared memory.
        if let Some(index) = u16_at(bytes, 62)
            && let Some(section) = cubin.section(index as usize)
            && let Some(names) = cubin.content(section)
        {
            cubin.section_names = names;
        }
        cubin.distance = cubin.first_distance();
        cubin.with_symbols()
    }

    /// Adds the symbol table.
    const fn with_symbols(mut self) -> Result<Self, BadImage> {
        let Some(section) = self.first_of(SECTION_SYMBOLS, 0) else {
            return Err(BadImage::Broken("it has no table of symbols"));
        };
        let Some(section) = self.section(section) else { return Err(NO_SECTIONS) };
        let Some(names) = self.section(section.link() as usize) else { return Err(NO_NAMES) };
        let (Some(names), Some(symbols)) = (self.content(names), self.content(section)) else {
            return Err(NO_NAMES);
        };
        (self.symbols, _) = symbols.as_chunks();
        self.symbol_names = names;
        Ok(self)
    }

    /// The distance from the first kernel's attribute section to its code section.
    const fn first_distance(&self) -> usize {
        let mut index = 0;
        while let Some(found) = self.first_of(SECTION_INFO, index) {
            index = found + 1;
            let code = Section(&self.sections[found]).info() as usize;
            // Attributes of the whole file belong to no section.
            if code > found {
                return code - found;
            }
        }
        0
    }

    /// The first section of a kind at or after an index.
    const fn first_of(&self, kind: u32, mut index: usize) -> Option<usize> {
        let (sections, count, low) = (self.sections, self.sections.len(), kind as u8);
        while index < count {
            // Comparing one byte rules out almost all other sections, without a call.
            if sections[index][4] == low && Section(&sections[index]).kind() == kind {
                return Some(index);
            }
            index += 1;
        }
        None
    }

    /// The architecture, with the suffix if the file stores it.
    pub(super) const fn architecture(&self) -> Architecture {
        let mut architecture = self.flags;
        let mut index = 0;
        while architecture.suffix.is_none()
            && let Some(note) = self.first_of(SECTION_NOTES, index)
        {
            index = note + 1;
            if let Some(section) = self.section(note)
                && let Some(note) = self.content(section)
            {
                architecture.suffix = suffix_in(note);
            }
        }
        architecture
    }

    /// The section with an index.
    pub(super) const fn section(&self, index: usize) -> Option<Section<'a>> {
        if index < self.sections.len() { Some(Section(&self.sections[index])) } else { None }
    }

    /// The bytes of a section, if they are in bounds.
    pub(super) const fn content(&self, section: Section<'_>) -> Option<&'a [u8]> {
        slice(self.bytes, section.offset(), section.size())
    }

    /// The next kernel's symbol, and the index to continue with. Start with 0.
    pub(super) const fn next_kernel(&self, mut index: usize) -> Option<(ElfSymbol, usize)> {
        let (symbols, count) = (self.symbols, self.symbols.len());
        while index < count {
            let symbol = &symbols[index];
            index += 1;
            if symbol[4] & 0xf == SYMBOL_IS_FUNCTION && symbol[5] & SYMBOL_IS_ENTRY != 0 {
                let (name, section) = (number!(symbol, u32, 0, 0 1 2 3), number!(symbol, u16, 6, 0 1));
                return Some((ElfSymbol { name, section }, index));
            }
        }
        None
    }

    /// The name of a kernel. It is empty if it is missing or not terminated.
    pub(super) const fn name(&self, symbol: ElfSymbol) -> &'a [u8] {
        match text_at(self.symbol_names, symbol.name as usize) {
            Some(name) => name,
            None => &[],
        }
    }

    /// The kernel with a name.
    pub(super) const fn find(&self, name: &[u8]) -> Option<ElfSymbol> {
        let mut index = 0;
        while let Some((symbol, next)) = self.next_kernel(index) {
            index = next;
            if is_text_at(self.symbol_names, symbol.name as usize, name) {
                return Some(symbol);
            }
        }
        None
    }

    /// The attributes of a kernel, if it has some.
    pub(super) const fn info(&self, symbol: ElfSymbol) -> Option<&'a [u8]> {
        let code = symbol.section as usize;
        if symbol.has_code()
            && code >= self.distance
            && let Some(section) = self.section(code - self.distance)
            && section.info() as usize == code
            && section.kind() == SECTION_INFO
        {
            return self.content(section);
        }
        // The sections are in another order.
        self.properties(symbol).info
    }

    /// Whether a section without bytes is a kernel's shared memory.
    const fn is_shared_memory(&self, section: Section<'_>) -> bool {
        is_at(self.section_names, section.name() as usize, b".nv.shared.")
    }

    /// The properties of a kernel.
    pub(super) const fn properties(&self, symbol: ElfSymbol) -> KernelProperties<'a> {
        let mut properties = KernelProperties { info: None, shared: 0 };
        if !symbol.has_code() {
            return properties;
        }
        let (sections, count, low) = (self.sections, self.sections.len(), symbol.section as u8);
        let mut index = 0;
        // In a `const` each call takes about a microsecond, and a cubin may have thousands of sections. Comparing one byte rules out almost all of them.
        while index < count {
            if sections[index][44] == low {
                let section = Section(&sections[index]);
                let is_of_kernel = section.info() == symbol.section as u32;
                match section.kind() {
                    SECTION_INFO if is_of_kernel => properties.info = self.content(section),
                    SECTION_NO_BITS if is_of_kernel && self.is_shared_memory(section) => {
                        properties.shared = section.size();
                    }
                    _ => {}
                }
            }
            index += 1;
        }
        properties
    }
}

const HEADER_ENDS: BadImage = BadImage::Broken("it ends inside of its header");
const NO_SECTIONS: BadImage = BadImage::Broken("its table of sections is outside of the file");
const NO_NAMES: BadImage = BadImage::Broken("its names of symbols are outside of the file");

/// The section headers.
const fn section_table(bytes: &[u8]) -> Result<&[[u8; SECTION_HEADER]], BadImage> {
    let (Some(offset), Some(size), Some(count)) = (u64_at(bytes, 40), u16_at(bytes, 58), u16_at(bytes, 60))
    else {
        return Err(HEADER_ENDS);
    };
    if size as usize != SECTION_HEADER {
        return Err(BadImage::Broken(
            "its headers of sections have another size than those of 64-bit ELF files",
        ));
    }
    let mut count = count as u64;
    if count == 0 && offset != 0 {
        // The number does not fit the field; it is in the size of section 0.
        match slice(bytes, offset, SECTION_HEADER as u64) {
            Some(header) => match u64_at(header, 32) {
                Some(found) => count = found,
                None => return Err(NO_SECTIONS),
            },
            None => return Err(NO_SECTIONS),
        }
    }
    let Some(len) = count.checked_mul(SECTION_HEADER as u64) else { return Err(NO_SECTIONS) };
    match slice(bytes, offset, len) {
        Some(table) => {
            let (table, _) = table.as_chunks();
            Ok(table)
        }
        None => Err(NO_SECTIONS),
    }
}

/// Whether the segment table and the segments are in bounds. The driver does not know the length of the file, and relies on them.
const fn are_segments_inside(bytes: &[u8]) -> bool {
    let (Some(offset), Some(size), Some(count)) = (u64_at(bytes, 32), u16_at(bytes, 54), u16_at(bytes, 56))
    else {
        return false;
    };
    let mut index = 0;
    while index < count {
        let at = offset.saturating_add(index as u64 * size as u64);
        let Some(header) = slice(bytes, at, SEGMENT_HEADER) else { return false };
        let (Some(start), Some(len)) = (u64_at(header, 8), u64_at(header, 32)) else { return false };
        if slice(bytes, start, len).is_none() {
            return false;
        }
        index += 1;
    }
    true
}

/// The architecture in the flags. Up to version 7 of NVIDIA's ABI the lowest byte has the number, and one bit the suffix `a`. From version 8 on the second byte has
/// the number, and the suffix is not stored.
const fn architecture_of(flags: u32, abi: u8) -> Architecture {
    const SPECIFIC: u32 = 0x800;
    if abi >= 8 {
        return Architecture::new(flags >> 8 & 0xff);
    }
    let suffix = if flags & SPECIFIC != 0 { Some('a') } else { None };
    Architecture { suffix, ..Architecture::new(flags & 0xff) }
}

/// The suffix of the architecture, from the note with the command line of ptxas.
const fn suffix_in(note: &[u8]) -> Option<char> {
    const OPTION: &[u8] = b"-arch sm_";
    let mut at = 0;
    while at + OPTION.len() < note.len() {
        if note[at] == b'-' && is_at(note, at, OPTION) {
            at += OPTION.len();
            while at < note.len() && note[at].is_ascii_digit() {
                at += 1;
            }
            return if at < note.len() && note[at].is_ascii_lowercase() {
                Some(note[at] as char)
            } else {
                None
            };
        }
        at += 1;
    }
    None
}
