//! The attributes of a kernel in a cubin: a list of records, each with a format, a code, and a value.

use super::bytes::{first, from, u16_at, u32_at};

/// One attribute.
#[derive(Clone, Copy)]
pub(super) struct Attribute<'a> {
    code: u8,
    value: &'a [u8],
}

/// A parameter of a kernel as an image describes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Found {
    /// Its place among the parameters, from 0 on.
    pub(crate) index: usize,
    /// Where it lies among the bytes of all parameters. That depends on the architecture, and PTX does not say it.
    pub(crate) offset: Option<u32>,
    /// Its size in bytes.
    pub(crate) size: u32,
}

/// What an attribute says that is of use here.
#[derive(Clone, Copy)]
pub(super) enum Said {
    Parameter(Found),
    /// `__launch_bounds__`: at most so many threads, in each direction.
    MaxThreads([u32; 3]),
    /// `__block_size__`: exactly so many threads, in each direction.
    Threads([u32; 3]),
    /// `__cluster_dims__`: so many blocks.
    Cluster([u32; 3]),
    Other,
}

/// The first attribute, and where the next one is; nothing at the end, or where they stop making sense.
pub(super) const fn next(info: &[u8], at: usize) -> Option<(Attribute<'_>, usize)> {
    // Format 4 has a size and as many bytes; each of the others has its value in place of the size, or none.
    const SIZED: u8 = 4;
    let Some(record) = from(info, at) else { return None };
    let Some(size) = u16_at(record, 2) else { return None };
    let (format, code) = (record[0], record[1]);
    let size = if format == SIZED { size as usize } else { 0 };
    let Some(value) = from(record, 4) else { return None };
    match first(value, size) {
        Some(value) => Some((Attribute { code, value }, at + 4 + size)),
        None => None,
    }
}

impl Attribute<'_> {
    pub(super) const fn said(self) -> Said {
        const MAX_THREADS: u8 = 0x05;
        const THREADS: u8 = 0x10;
        const PARAMETER: u8 = 0x17;
        const CLUSTER: u8 = 0x3d;
        const PARAMETER_2: u8 = 0x45;
        let (Some(a), Some(b), Some(c)) =
            (u32_at(self.value, 0), u32_at(self.value, 4), u32_at(self.value, 8))
        else {
            return Said::Other;
        };
        let (low, high) = (b & 0xffff, b >> 16);
        match self.code {
            MAX_THREADS => Said::MaxThreads([a, b, c]),
            THREADS => Said::Threads([a, b, c]),
            CLUSTER => Said::Cluster([a, b, c]),
            // The bits below the size are flags.
            PARAMETER => Said::Parameter(Found { index: low as usize, offset: Some(high), size: c >> 18 }),
            // Where one parameter is too large for that: the bits above the size are flags.
            PARAMETER_2 => {
                Said::Parameter(Found { index: low as usize, offset: Some(high), size: c & 0xff_ffff })
            }
            _ => Said::Other,
        }
    }
}
