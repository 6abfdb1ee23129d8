//! The attributes of a kernel in a cubin: a list of records, each with a format, a code, and a value.

/// One attribute.
#[derive(Clone, Copy)]
pub(super) struct Attribute<'a> {
    code: u8,
    info: &'a [u8],
    /// The position and the length of the value.
    value: usize,
    size: usize,
}

/// A parameter of a kernel as an image describes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Found {
    /// The index of the parameter, from 0.
    pub(super) index: usize,
    /// Its size in bytes.
    pub(super) size: u32,
}

/// The attributes that are used here.
#[derive(Clone, Copy)]
pub(super) enum Property {
    Parameter(Found),
    /// `__cluster_dims__`: the number of blocks in each dimension.
    Cluster([u32; 3]),
    Other,
}

/// The attribute at a position, and the position of the next one. `None` at the end or if the data is malformed.
pub(super) const fn next(info: &[u8], at: usize) -> Option<(Attribute<'_>, usize)> {
    // Format 4 has a size and that many bytes. The other formats have the value in place of the size, or no value.
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
    pub(super) const fn property(self) -> Property {
        const PARAMETER: u8 = 0x17;
        const CLUSTER: u8 = 0x3d;
        const PARAMETER_2: u8 = 0x45;
        if !matches!(self.code, PARAMETER | CLUSTER | PARAMETER_2) || self.size < 12 {
            return Property::Other;
        }
        let (a, b, c) = (self.number(0), self.number(4), self.number(8));
        let index = (b & 0xffff) as usize;
        match self.code {
            CLUSTER => Property::Cluster([a, b, c]),
            // The bits below the size are flags.
            PARAMETER => Property::Parameter(Found { index, size: c >> 18 }),
            // The form for a large parameter: the bits above the size are flags.
            _ => Property::Parameter(Found { index, size: c & 0xff_ffff }),
        }
    }

    /// A number in the value, whose bounds are checked.
    pub(super) const fn number(&self, at: usize) -> u32 {
        let (bytes, at) = (self.info, self.value + at);
        bytes[at] as u32
            | (bytes[at + 1] as u32) << 8
            | (bytes[at + 2] as u32) << 16
            | (bytes[at + 3] as u32) << 24
    }
}
