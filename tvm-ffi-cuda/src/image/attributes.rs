//! The attributes of a kernel in a cubin: a list of records, each with a format, a code, and a value.

/// One attribute.
#[derive(Clone, Copy)]
pub(super) struct Attribute<'a> {
    code: u8,
    info: &'a [u8],
    /// Where its value is, and how long.
    value: usize,
    size: usize,
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

/// The attribute at a place, and where the next one is; nothing at the end, or where they stop making sense.
pub(super) const fn next(info: &[u8], at: usize) -> Option<(Attribute<'_>, usize)> {
    // Format 4 has a size and as many bytes; each of the others has its value in place of the size, or none.
    const SIZED: u8 = 4;
    const HEADER: usize = 4;
    let len = info.len();
    if at > len || len - at < HEADER {
        return None;
    }
    let size = if info[at] == SIZED { info[at + 2] as usize | (info[at + 3] as usize) << 8 } else { 0 };
    let value = at + HEADER;
    if len - value < size {
        return None;
    }
    Some((Attribute { code: info[at + 1], info, value, size }, value + size))
}

impl Attribute<'_> {
    pub(super) const fn said(self) -> Said {
        const MAX_THREADS: u8 = 0x05;
        const THREADS: u8 = 0x10;
        const PARAMETER: u8 = 0x17;
        const CLUSTER: u8 = 0x3d;
        const PARAMETER_2: u8 = 0x45;
        if !matches!(self.code, MAX_THREADS | THREADS | PARAMETER | CLUSTER | PARAMETER_2) || self.size < 12 {
            return Said::Other;
        }
        let (a, b, c) = (self.number(0), self.number(4), self.number(8));
        let (index, offset) = ((b & 0xffff) as usize, Some(b >> 16));
        match self.code {
            MAX_THREADS => Said::MaxThreads([a, b, c]),
            THREADS => Said::Threads([a, b, c]),
            CLUSTER => Said::Cluster([a, b, c]),
            // The bits below the size are flags.
            PARAMETER => Said::Parameter(Found { index, offset, size: c >> 18 }),
            // Where one parameter is too large for that: the bits above the size are flags.
            _ => Said::Parameter(Found { index, offset, size: c & 0xff_ffff }),
        }
    }

    /// A number of the value, which is there.
    const fn number(&self, at: usize) -> u32 {
        let (bytes, at) = (self.info, self.value + at);
        bytes[at] as u32
            | (bytes[at + 1] as u32) << 8
            | (bytes[at + 2] as u32) << 16
            | (bytes[at + 3] as u32) << 24
    }
}
