//! [`Launch`]: how a kernel is launched.

use tvm_ffi_core::Result;

/// How a kernel is launched: grid, block, shared memory, and attributes.
///
/// It is made on the stack for each launch, and costs nothing but its checks.
#[derive(Debug, Clone, Copy)]
#[must_use]
pub struct Launch {
    pub(crate) grid: [u32; 3],
    pub(crate) block: [u32; 3],
    /// Dynamic shared memory in bytes.
    pub(crate) smem: u32,
    /// Anything that the plain path of a launch does not do.
    pub(crate) special: Special,
    pub(crate) cluster: [u32; 3],
    pub(crate) priority: i32,
}

/// What is special about a launch, as bits. Zero is a plain one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Special(pub(crate) u32);

impl Special {
    pub(crate) const NOTHING: Self = Self(0);
    /// There is no block in the grid: nothing is launched.
    pub(crate) const EMPTY: Self = Self(1);
    pub(crate) const CLUSTER: Self = Self(2);
    pub(crate) const COOPERATIVE: Self = Self(4);
    /// Programmatic dependent launch.
    pub(crate) const DEPENDENT: Self = Self(8);
    pub(crate) const PRIORITY: Self = Self(16);
    /// What was given for the block is none: reported by the launch.
    pub(crate) const BAD_BLOCK: Self = Self(32);
}

/// The extents of a grid: an integer, or a tuple or array of up to three.
pub trait Grid {
    /// The extents, as far as they are in range.
    ///
    /// # Errors
    ///
    /// A `ValueError` that names the dimension which is out of range.
    fn extents(self) -> Result<[u32; 3]>;
}

/// The extents of a block: an integer, or a tuple or array of up to three.
pub trait Block {
    /// The extents; `None` if one does not fit.
    fn extents(self) -> Option<[u32; 3]>;
}
