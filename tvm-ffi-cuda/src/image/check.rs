//! Comparison of a kernel's declaration with its image. A mismatch is a compile error.

use super::Text;
use super::attributes::{self, Property};
use super::elf::{Cubin, ElfSymbol};
use super::index::{Image, ImageKernel, Index};
use super::{Architecture, BadImage, FileKind, names, ptx};
use crate::signature::{Options, Parameter};

/// The form of an image, as its statement declares it.
#[derive(Clone, Copy)]
pub enum Format {
    /// A cubin, with the architecture that it is declared for, if any.
    Cubin {
        /// 90 in `sm_90a`.
        arch: Option<u32>,
        /// `a` or `f` in `sm_90a` or `sm_100f`.
        suffix: Option<char>,
    },
    /// A fatbin.
    Fatbin,
    /// PTX.
    Ptx,
}

/// Checks that a kernel's declaration matches an image. Compressed images in a fatbin cannot be checked.
///
/// # Panics
///
/// If it does not match, with a message that has both. In a `const` this is a compile error.
#[track_caller]
pub const fn check_image(
    index: &Index<'_>,
    format: Format,
    file: &str,
    symbol: &str,
    parameters: &[Parameter],
    options: &Options,
) {
    let declared = Declared { file, symbol, parameters, options };
    let result = match format {
        Format::Cubin { arch, suffix } => declared.cubin(index, arch, suffix),
        Format::Fatbin => declared.check(index, FileKind::Fatbin),
        Format::Ptx => declared.check(index, FileKind::Ptx),
    };
    if let Err(text) = result {
        panic!("{}", text.as_str());
    }
}

/// A declaration of a kernel.
#[derive(Clone, Copy)]
pub(super) struct Declared<'a> {
    pub(super) file: &'a str,
    pub(super) symbol: &'a str,
    pub(super) parameters: &'a [Parameter],
    pub(super) options: &'a Options,
}

/// How an image describes a kernel, compared with its declaration.
#[derive(Clone, Copy)]
struct Compiled {
    architecture: Architecture,
    /// The number of parameters; `None` if the image does not say.
    count: Option<usize>,
    /// The first parameter whose size differs from the declared one, and its size.
    wrong: Option<(usize, u32)>,
    cluster: Option<[u32; 3]>,
    /// The kernel's static shared memory, in bytes.
    shared: u64,
}

macro_rules! attempt {
    ($result:expr) => {
        match $result {
            Ok(value) => value,
            Err(error) => return Err(error),
        }
    };
}

impl Declared<'_> {
    pub(super) const fn cubin(
        &self,
        index: &Index<'_>,
        arch: Option<u32>,
        suffix: Option<char>,
    ) -> Result<(), Text> {
        if let (Some(number), Some(Image::Cubin(cubin))) = (arch, index.first()) {
            let declared = Architecture { suffix, ..Architecture::new(number) };
            attempt!(self.architecture(declared, cubin.architecture()));
        }
        self.check(index, FileKind::Cubin)
    }

    /// Compares the declaration with all images of a file of this kind.
    pub(super) const fn check(&self, index: &Index<'_>, kind: FileKind) -> Result<(), Text> {
        if index.kind as u8 != kind as u8 {
            return Err(self.bad(kind, BadImage::Other(index.kind)));
        }
        if let Some(bad) = index.bad {
            return Err(self.bad(kind, bad));
        }
        let mut search = index.search(self.symbol.as_bytes());
        let mut is_there = false;
        while let Some((place, next)) = index.next(search) {
            (search, is_there) = (next, true);
            let compiled = match place {
                ImageKernel::Cubin(cubin, symbol) => self.in_cubin(&cubin, symbol),
                ImageKernel::Ptx(text, target, entry) => self.in_ptx(text, target, &entry),
            };
            attempt!(self.agrees(&compiled));
        }
        match index.first() {
            Some(image) if !is_there && !index.has_more => Err(self.missing(image)),
            _ => Ok(()),
        }
    }

    /// How a cubin describes the kernel.
    const fn in_cubin(&self, cubin: &Cubin<'_>, symbol: ElfSymbol) -> Compiled {
        // The suffix is left out: finding it takes a search.
        let mut compiled = Compiled::new(cubin.flags);
        if self.options.max_smem > Options::DEFAULT.max_smem {
            // From this architecture on, the number includes the kilobyte that the driver reserves.
            let reserved = if cubin.flags.number >= 90 { 1024 } else { 0 };
            compiled.shared = cubin.properties(symbol).shared.saturating_sub(reserved);
        }
        let Some(info) = cubin.info(symbol) else { return compiled };
        compiled.count = Some(0);
        let mut at = 0;
        while let Some((attribute, next)) = attributes::next(info, at) {
            compiled = self.with(compiled, attribute.property());
            at = next;
        }
        compiled
    }

    /// How PTX describes the kernel.
    const fn in_ptx(&self, text: &[u8], target: Architecture, entry: &ptx::EntryPoint<'_>) -> Compiled {
        let mut compiled = Compiled::new(target);
        let (mut count, mut at) = (0, entry.after);
        while let Some((property, next)) = ptx::next(text, at, count) {
            compiled = self.with(compiled, property);
            if let Property::Parameter(_) = property {
                count += 1;
            }
            at = next;
        }
        compiled.count = Some(count);
        let disagrees = count != self.parameters.len() || compiled.wrong.is_some();
        if disagrees && ptx::is_commented_out(text, entry) {
            // This match says nothing about the kernel, which is defined elsewhere in the text.
            return Compiled::new(target);
        }
        compiled
    }

    const fn with(&self, mut compiled: Compiled, property: Property) -> Compiled {
        match property {
            Property::Parameter(found) => {
                if let Some(count) = compiled.count {
                    compiled.count = Some(count + 1);
                }
                let is_first = match compiled.wrong {
                    Some((index, _)) => found.index < index,
                    None => true,
                };
                if is_first
                    && found.index < self.parameters.len()
                    && self.parameters[found.index].size != found.size as usize
                {
                    compiled.wrong = Some((found.index, found.size));
                }
            }
            Property::Cluster(blocks) => compiled.cluster = Some(blocks),
            Property::Other => {}
        }
        compiled
    }

    const fn agrees(&self, compiled: &Compiled) -> Result<(), Text> {
        attempt!(self.parameters(compiled));
        attempt!(self.cluster(compiled));
        self.shared_memory(compiled)
    }

    const fn parameters(&self, compiled: &Compiled) -> Result<(), Text> {
        let Some(count) = compiled.count else { return Ok(()) };
        let declared = self.parameters.len();
        if count != declared {
            let text = self.kernel().str(" takes ").count(count as u64, "parameter").str(" in ");
            let text = text.name(self.file.as_bytes()).str(", and ").number(declared as u64);
            return Err(text.str(if declared == 1 { " is declared" } else { " are declared" }));
        }
        let Some((index, size)) = compiled.wrong else { return Ok(()) };
        let parameter = &self.parameters[index];
        let text = self.kernel().str(": parameter #").number(index as u64).str(" is declared as ");
        let text = text.name(parameter.name.as_bytes()).str(", which has ");
        let text = text.count(parameter.size as u64, "byte").str(", and has ").number(size as u64);
        Err(text.str(" in ").name(self.file.as_bytes()))
    }

    const fn cluster(&self, compiled: &Compiled) -> Result<(), Text> {
        let Some(declared) = self.options.cluster else { return Ok(()) };
        let text = self.kernel().str(" is declared with clusters of ").triple(declared).str(" blocks, and ");
        let text = text.name(self.file.as_bytes()).str(" is compiled for ");
        if let Some(found) = compiled.cluster {
            let is_same = found[0] == declared[0] && found[1] == declared[1] && found[2] == declared[2];
            return if is_same { Ok(()) } else { Err(text.triple(found)) };
        }
        // Code for an older virtual architecture may be compiled for a newer GPU.
        if !compiled.architecture.is_virtual && compiled.architecture.number < 90 {
            let text = compiled.architecture.write(text);
            return Err(text.str("; GPUs have clusters from sm_90 on"));
        }
        Ok(())
    }

    const fn shared_memory(&self, compiled: &Compiled) -> Result<(), Text> {
        let most = match compiled.architecture {
            Architecture { is_virtual: true, .. } => return Ok(()),
            Architecture { number, .. } => shared_memory_of(number) * 1024,
        };
        // The default does not claim anything about the kernel.
        if self.options.max_smem <= Options::DEFAULT.max_smem || most == 0 {
            return Ok(());
        }
        let declared = self.options.max_smem as u64;
        if declared.saturating_add(compiled.shared) <= most {
            return Ok(());
        }
        let text = self.kernel().str(": `max_smem` is declared as ").count(declared, "byte");
        let text = text.str(", and a block has at most ").number(most).str(" on ");
        let text = compiled.architecture.write(text);
        if compiled.shared == 0 {
            return Err(text);
        }
        Err(text.str(", of which the kernel uses ").number(compiled.shared).str(" for static variables"))
    }

    const fn architecture(&self, declared: Architecture, found: Architecture) -> Result<(), Text> {
        let other_suffix = match (declared.suffix, found.suffix) {
            // Not every file stores the suffix.
            (_, None) => false,
            (None, Some(_)) => true,
            (Some(declared), Some(found)) => declared != found,
        };
        if declared.number == found.number && !other_suffix {
            return Ok(());
        }
        let text = Text::new().name(self.file.as_bytes()).str(" is declared for ");
        let text = declared.write(text).str(", and is compiled for ");
        Err(found.write(text))
    }

    /// The start of messages about a kernel.
    const fn kernel(&self) -> Text {
        Text::new().str("kernel ").name(self.symbol.as_bytes())
    }

    /// The message for a file of the wrong kind.
    const fn bad(&self, expected: FileKind, bad: BadImage) -> Text {
        let text = Text::new().name(self.file.as_bytes());
        let kind = match bad {
            BadImage::Broken(what) => {
                return text.str(" cannot be read as ").str(expected.name()).str(": ").str(what);
            }
            BadImage::Other(kind) => kind,
        };
        let text = text.str(" is ").str(kind.name()).str(", and ").str(expected.name()).str(" is declared");
        match (kind, kind.statement()) {
            (_, Some(statement)) => {
                text.str("\nhelp: write `").str(statement).str(" \"").str(self.file).str("\"`")
            }
            // It may be source.
            (FileKind::Unknown, None) => match expected.statement() {
                Some(option) => {
                    let text = text
                        .str("\nhelp: `nvcc -")
                        .str(option)
                        .str("` compiles CUDA C++ to one; to embed the source itself, ");
                    text.str("write `nvrtc \"").str(self.file).str("\"`")
                }
                None => text,
            },
            (_, None) => text,
        }
    }

    /// The message for a missing kernel.
    const fn missing(&self, image: Image<'_>) -> Text {
        let text = Text::new().str("no kernel ").name(self.symbol.as_bytes()).str(" in ");
        names::write(text.name(self.file.as_bytes()), self.symbol.as_bytes(), image)
    }
}

impl Compiled {
    const fn new(architecture: Architecture) -> Self {
        Self { architecture, count: None, wrong: None, cluster: None, shared: 0 }
    }
}

/// The maximum shared memory of a block, dynamic and static together, in kilobytes; 0 if unknown.
const fn shared_memory_of(architecture: u32) -> u64 {
    match architecture {
        70 | 72 => 96,
        75 => 64,
        80 | 87 => 163,
        86 | 89 | 120 | 121 => 99,
        90 | 100 | 101 | 103 | 110 => 227,
        _ => 0,
    }
}
