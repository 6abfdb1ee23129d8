//! Parsers for image files, which need no driver and also run at compile time.
//!
//! - [`check_image`] compares a declaration with an image, in a `const`.
//! - [`kernel_names`] and [`architectures`] list the contents of an image, for choosing an image and for messages.
//!
//! The input may be any bytes. The parsers never read out of bounds, and only the checks panic, to report a mismatch.

mod attributes;
mod bytes;
#[allow(clippy::result_large_err, reason = "a text that a `const` makes cannot be on the heap")]
mod check;
mod elf;
mod fatbin;
mod index;
mod list;
mod names;
mod ptx;
#[cfg(test)]
#[allow(clippy::result_large_err, reason = "as above")]
mod tests;

use core::fmt;

pub use check::{Format, check_image};
pub use index::Index;
pub(crate) use list::{architecture, architectures, kernel_names};
#[cfg(test)]
pub(crate) use tests::kernels;
pub(crate) use tvm_ffi_core::__private::ConstText as Text;

/// The kind of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FileKind {
    /// An empty file.
    Empty,
    Cubin,
    Fatbin,
    Ptx,
    /// A program or a library for the host.
    Host,
    /// LLVM bitcode.
    Bitcode,
    Unknown,
}

/// The kind of a file, by its first bytes.
pub(crate) const fn kind(file: &[u8]) -> FileKind {
    if file.is_empty() {
        FileKind::Empty
    } else if bytes::is_at(file, 0, b"\x7fELF") {
        match bytes::u16_at(file, 18) {
            Some(elf::MACHINE_CUDA) | None => FileKind::Cubin,
            Some(_) => FileKind::Host,
        }
    } else if fatbin::is_fatbin(file) {
        FileKind::Fatbin
    } else if bytes::is_at(file, 0, b"BC\xc0\xde") {
        FileKind::Bitcode
    } else if ptx::is_ptx(file) {
        FileKind::Ptx
    } else {
        FileKind::Unknown
    }
}

impl FileKind {
    /// The name of the kind, with an article.
    const fn name(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Cubin => "a cubin",
            Self::Fatbin => "a fatbin",
            Self::Ptx => "PTX",
            Self::Host => "a program or library for the host",
            Self::Bitcode => "LLVM bitcode",
            Self::Unknown => "not an image of kernels",
        }
    }

    /// The statement that declares an image of this kind, which is also the compiler's option for it.
    const fn statement(self) -> Option<&'static str> {
        match self {
            Self::Cubin => Some("cubin"),
            Self::Fatbin => Some("fatbin"),
            Self::Ptx => Some("ptx"),
            Self::Empty | Self::Host | Self::Bitcode | Self::Unknown => None,
        }
    }
}

/// An architecture: `sm_90a`, or `compute_90a` for PTX.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Architecture {
    /// The compute capability, as `major * 10 + minor`.
    pub(crate) number: u32,
    /// The suffix `a` or `f`, if there is one and the file stores it. Cubins do so only since the ptxas of CUDA 13.
    pub(crate) suffix: Option<char>,
    /// Whether it is a virtual architecture, whose code the driver compiles.
    pub(crate) is_virtual: bool,
}

impl Architecture {
    pub(crate) const fn new(number: u32) -> Self {
        Self { number, suffix: None, is_virtual: false }
    }

    /// Parses a name: `sm_90a`, `compute_90`. `None` if it is not the name of an architecture.
    pub(crate) const fn parse(name: &[u8]) -> Option<Self> {
        let (is_virtual, start) = if bytes::is_at(name, 0, b"sm_") {
            (false, 3)
        } else if bytes::is_at(name, 0, b"compute_") {
            (true, 8)
        } else {
            return None;
        };
        let (mut number, mut at) = (0u32, start);
        while at < name.len() && name[at].is_ascii_digit() {
            number = number.saturating_mul(10).saturating_add((name[at] - b'0') as u32);
            at += 1;
        }
        let suffix =
            if at < name.len() && name[at].is_ascii_lowercase() { Some(name[at] as char) } else { None };
        let end = if suffix.is_some() { at + 1 } else { at };
        if at > start && end == name.len() { Some(Self { number, suffix, is_virtual }) } else { None }
    }

    /// Whether code for it runs on a GPU of this compute capability.
    ///
    /// Machine code runs on GPUs with the same major version and the same or a later minor version. PTX runs on any later GPU. With the suffix `a`, both run only on
    /// exactly this architecture; with `f`, only on the same major version.
    pub(crate) const fn runs_on(self, capability: (u32, u32)) -> bool {
        let (major, minor) = (self.number / 10, self.number % 10);
        let is_family = capability.0 == major && capability.1 >= minor;
        match self.suffix {
            Some('a') => capability.0 == major && capability.1 == minor,
            Some(_) => is_family,
            None => is_family || self.is_virtual && capability.0 > major,
        }
    }

    const fn write(self, text: Text) -> Text {
        let text = text.str(if self.is_virtual { "compute_" } else { "sm_" }).number(self.number as u64);
        match self.suffix {
            Some(suffix) => text.bytes(&[suffix as u8]),
            None => text,
        }
    }
}

impl fmt::Display for Architecture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.write(Text::new()).as_str())
    }
}

/// Why an image cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BadImage {
    /// It has another kind than expected.
    Other(FileKind),
    /// It has the expected kind but is malformed.
    Broken(&'static str),
}

impl fmt::Display for BadImage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Other(kind) => write!(f, "it is {}", kind.name()),
            Self::Broken(what) => f.write_str(what),
        }
    }
}
