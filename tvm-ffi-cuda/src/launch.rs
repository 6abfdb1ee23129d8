//! [`Launch`]: the configuration of a kernel launch.

mod attributes;
mod extents;
mod shape;
#[cfg(test)]
mod tests;

pub(crate) use attributes::LaunchAttributes;
pub(crate) use extents::{AXES, product};
pub use extents::{Block, Extent, Grid};
use extents::{Extents, UNREPRESENTABLE};
pub(crate) use shape::{MAX_CLUSTER, check_cluster_of};
use tvm_ffi_core::{Result, bail};

/// The configuration of a kernel launch: grid, block, shared memory, and attributes.
///
/// It is built on the stack for each launch. All numbers are checked; the compiler evaluates the checks of constants.
///
/// ```
/// use tvm_ffi_cuda::Launch;
/// # fn main() -> tvm_ffi_core::Result<()> {
/// let (rows, columns) = (4096_i64, 8192_usize);
/// let launch = Launch::grid(rows)?.block(256).smem(4 * columns)?;
/// let tiled = Launch::grid((rows / 128, columns / 128))?.block((32, 8)).cluster((2, 1));
/// let elementwise = Launch::linear(rows, 256)?;
/// # _ = (launch, tiled, elementwise);
/// # Ok(())
/// # }
/// ```
///
/// An empty grid launches nothing and succeeds, since tensors without elements are common. The driver would refuse it.
#[derive(Debug, Clone, Copy)]
#[must_use]
pub struct Launch {
    pub(crate) grid: [u32; 3],
    /// All zero if no block was given.
    pub(crate) block: [u32; 3],
    /// Dynamic shared memory in bytes.
    pub(crate) smem: u32,
    /// What keeps the launch off the fast path.
    pub(crate) special: Special,
    pub(crate) cluster: [u32; 3],
    pub(crate) priority: i32,
    /// Whether the grid was computed from the block, the shared memory, and the cluster, by [`persistent`](Self::persistent).
    pub(crate) fills_device: bool,
}

/// Bit set of what keeps a launch off the fast path. Zero for a plain launch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Special(pub(crate) u32);

impl Special {
    pub(crate) const NOTHING: Self = Self(0);
    /// The grid is empty: nothing is launched.
    pub(crate) const EMPTY: Self = Self(1);
    pub(crate) const CLUSTER: Self = Self(2);
    pub(crate) const COOPERATIVE: Self = Self(4);
    /// Programmatic dependent launch.
    pub(crate) const DEPENDENT: Self = Self(8);
    pub(crate) const PRIORITY: Self = Self(16);
    /// The block is missing or invalid. The launch reports it.
    pub(crate) const BAD_BLOCK: Self = Self(32);
    /// The block, the shared memory, or the cluster has changed since the grid was computed. The launch computes the grid again.
    pub(crate) const STALE_GRID: Self = Self(64);

    #[inline(always)]
    pub(crate) const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    #[inline(always)]
    const fn with(self, other: Self, is_on: bool) -> Self {
        Self(if is_on { self.0 | other.0 } else { self.0 & !other.0 })
    }
}

impl Launch {
    /// A launch of a grid with this many blocks: any integer, or a tuple or array of up to three. A launch also needs a [`block`](Self::block).
    ///
    /// # Errors
    ///
    /// A `ValueError` that names the dimension if an extent is negative or too large. The limits are 2147483647 for `grid.x`, and 65535 for `grid.y` and `grid.z`.
    #[inline(always)]
    #[track_caller]
    pub fn grid(blocks: impl Grid) -> Result<Self> {
        Ok(Self::of(blocks.extents()?))
    }

    /// A launch of at least `n` threads, in blocks of `block` threads: the grid is `n / block`, rounded up.
    ///
    /// If `n` is not a multiple of `block`, the last block has extra threads, which the kernel has to leave idle.
    ///
    /// # Errors
    ///
    /// A `ValueError` if `n` is negative, if the grid would have more than 2147483647 blocks, or if `block` is not in 1 to 1024.
    #[inline(always)]
    #[track_caller]
    pub fn linear(n: impl Extent, block: impl Extent) -> Result<Self> {
        let Some(threads) = block.to_u64().filter(|threads| (1..=MAX_THREADS).contains(threads)) else {
            return Err(extents::bad_linear_block(&block));
        };
        let Some(items) = n.to_u64() else {
            return Err(extents::bad_count(&n));
        };
        let blocks = items.div_ceil(threads);
        if blocks > extents::MAX_GRID[0] {
            return Err(extents::too_many_blocks(&n, blocks, threads));
        }
        Ok(Self::of([blocks as u32, 1, 1]).block(threads))
    }

    /// Sets the block: any integer, or a tuple or array of up to three.
    ///
    /// A block has 1 to 1024 threads, and at most 64 in its third dimension. The launch reports a block that is invalid, so that a constant block needs neither a
    /// check at run time nor a `?`.
    #[inline(always)]
    pub fn block(mut self, threads: impl Block) -> Self {
        self.block = threads.extents();
        self.special = self.special.with(Special::BAD_BLOCK, !shape::is_block(self.block));
        self.changed()
    }

    /// Sets the dynamic shared memory of each block, in bytes.
    ///
    /// The launch refuses more than the kernel declares with `max_smem`, or 48 KB without that option.
    ///
    /// # Errors
    ///
    /// A `ValueError` if the number is negative or does not fit 32 bits.
    #[inline(always)]
    #[track_caller]
    pub fn smem(mut self, bytes: impl Extent) -> Result<Self> {
        match bytes.to_u32() {
            Some(bytes) => self.smem = bytes,
            None => return Err(extents::bad_smem(&bytes)),
        }
        Ok(self.changed())
    }

    /// Sets the cluster: any integer, or a tuple or array of up to three. The grid has to be a multiple of it; a [`persistent`](Self::persistent) grid always is.
    ///
    /// A kernel that is compiled for a cluster does not need this, and accepts no other cluster. The launch reports a cluster that is invalid. Not every device
    /// supports clusters of more than 8 blocks.
    #[inline(always)]
    pub fn cluster(mut self, blocks: impl Block) -> Self {
        self.cluster = blocks.extents();
        self.special = self.special.with(Special::CLUSTER, true);
        self.changed()
    }

    /// Whether all blocks have to run at once, so that the kernel may synchronise over the grid. The launch refuses a grid that is too large for that.
    #[inline(always)]
    pub const fn cooperative(mut self, is_cooperative: bool) -> Self {
        self.special = self.special.with(Special::COOPERATIVE, is_cooperative);
        self
    }

    /// Whether the kernel may start before the previous kernel on the stream has ended (programmatic dependent launch).
    ///
    /// This is only for a kernel that declares `pdl`: such a kernel waits (`griddepcontrol.wait`) before it accesses what the previous one writes. Without that wait,
    /// an early start is a data race. Devices below compute capability 9.0 do not support early starts, and code that was compiled from PTX for an older architecture
    /// lacks the wait (`#if __CUDA_ARCH__ >= 900` leaves it out of `compute_80`). In both cases the launch is an ordinary one, which is correct too.
    #[inline(always)]
    pub const fn pdl(mut self, is_allowed: bool) -> Self {
        self.special = self.special.with(Special::DEPENDENT, is_allowed);
        self
    }

    /// Sets the priority of the launch, in place of the stream's. Lower numbers go first. The driver clamps the number to the device's range.
    #[inline(always)]
    pub const fn priority(mut self, priority: i32) -> Self {
        self.priority = priority;
        self.special = self.special.with(Special::PRIORITY, true);
        self
    }

    /// A launch of a grid whose extents are in range, without a block.
    #[inline(always)]
    pub(crate) const fn of(grid: Extents) -> Self {
        let is_empty = grid[0] == 0 || grid[1] == 0 || grid[2] == 0;
        let special = Special::BAD_BLOCK.with(Special::EMPTY, is_empty);
        Self { grid, block: [0; 3], smem: 0, special, cluster: [1; 3], priority: 0, fills_device: false }
    }

    /// Marks a persistent grid as stale, after a change of what it is computed from.
    #[inline(always)]
    const fn changed(mut self) -> Self {
        if self.fills_device {
            self.special = self.special.with(Special::STALE_GRID, true);
        }
        self
    }

    /// The number of threads in a block, which may be invalid.
    pub(crate) fn threads(&self) -> u64 {
        product(self.block)
    }

    /// Checks the block and the cluster.
    ///
    /// # Errors
    ///
    /// A `ValueError` that names the kernel and the invalid value.
    #[cold]
    #[track_caller]
    pub(crate) fn check(&self, kernel: &str) -> Result<()> {
        if self.special.has(Special::BAD_BLOCK) {
            bail!(ValueError, "kernel `{kernel}`: {}", shape::bad_block(self.block));
        }
        if self.special.has(Special::CLUSTER)
            && let Some(reason) = shape::bad_cluster(self.cluster, self.grid)
        {
            bail!(ValueError, "kernel `{kernel}`: {reason}");
        }
        Ok(())
    }
}

/// The maximum number of threads in a block, on every device.
pub(crate) const MAX_THREADS: u64 = 1024;
