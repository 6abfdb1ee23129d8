//! [`Launch`]: how a kernel is launched.

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

use crate::kernel::Kernel;
use crate::token::Cuda;

/// How a kernel is launched: grid, block, shared memory, and attributes.
///
/// It is made on the stack for each launch, and costs nothing but its checks: those of numbers that are written out are made when the program is compiled.
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
/// A grid without blocks is no mistake: nothing is launched then. The driver would refuse it, and tensors without elements are common.
#[derive(Debug, Clone, Copy)]
#[must_use]
pub struct Launch {
    pub(crate) grid: [u32; 3],
    /// All zero where none was given.
    pub(crate) block: [u32; 3],
    /// Dynamic shared memory in bytes.
    pub(crate) smem: u32,
    /// Anything that the plain path of a launch does not do.
    pub(crate) special: Special,
    pub(crate) cluster: [u32; 3],
    pub(crate) priority: i32,
    /// Whether the grid was computed from the block, the shared memory, and the cluster, by [`persistent`](Self::persistent).
    fills_device: bool,
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
    /// What was given for the block is none, or nothing was: reported by the launch.
    pub(crate) const BAD_BLOCK: Self = Self(32);
    /// The grid of a persistent launch was computed before the block, the shared memory, or the cluster changed: the launch computes it again.
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
    /// A launch with a number of blocks: any integer, or a tuple or array of up to three. A launch needs a [`block`](Self::block) too.
    ///
    /// # Errors
    ///
    /// A `ValueError` if one is negative or too large, which names the dimension: `grid.x` goes to 2147483647, `grid.y` and `grid.z` to 65535.
    #[inline(always)]
    #[track_caller]
    pub fn grid(blocks: impl Grid) -> Result<Self> {
        Ok(Self::of(blocks.extents()?))
    }

    /// A launch of at least `n` threads in blocks of `block`: the grid is the quotient, rounded up.
    ///
    /// The last block has threads beyond `n`, which the kernel has to leave idle.
    ///
    /// # Errors
    ///
    /// A `ValueError` if `n` is negative, if there are more than 2147483647 blocks, or if the block is not 1 to 1024.
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

    /// As [`linear`](Self::linear), with blocks of the size that fills a multiprocessor best with this kernel, as the driver reckons. It is asked once for
    /// each device.
    ///
    /// # Errors
    ///
    /// As [`linear`](Self::linear), and what loading the kernel gives.
    #[track_caller]
    pub fn auto(kernel: &Kernel, cx: &Cuda<'_>, n: impl Extent) -> Result<Self> {
        Self::linear(n, kernel.best_block(cx)?)
    }

    /// A launch of as many blocks as can be resident on the device at once: for kernels that fetch their work in a loop, or synchronise over the grid.
    ///
    /// The grid has as many blocks as fit on one multiprocessor with this much dynamic shared memory, times the number of multiprocessors. With a cluster,
    /// declared by the kernel or given by [`cluster`](Self::cluster), it has as many clusters as fit on the device. A call of `block`, `smem`, or `cluster` on the
    /// result changes the grid too; the launch then computes it. The driver is asked once for each device, block, cluster, and amount of memory.
    ///
    /// # Errors
    ///
    /// A `ValueError` if not one block fits; the errors of [`smem`](Self::smem), of a bad block, and of loading the kernel.
    #[track_caller]
    pub fn persistent(kernel: &Kernel, cx: &Cuda<'_>, block: impl Block, smem: impl Extent) -> Result<Self> {
        let launch = Self::of([1, 1, 1]).block(block).smem(smem)?;
        let grid = kernel.resident_grid(cx, &launch)?;
        Ok(Self { grid, fills_device: true, ..launch })
    }

    /// Blocks of so many threads: any integer, or a tuple or array of up to three.
    ///
    /// What is no block (it has no threads or more than 1024, or more than 64 in its third dimension) is reported by the launch, so that a block which is
    /// written out costs neither a check nor a `?`.
    #[inline(always)]
    pub fn block(mut self, threads: impl Block) -> Self {
        self.block = threads.extents();
        self.special = self.special.with(Special::BAD_BLOCK, !shape::is_block(self.block));
        self.changed()
    }

    /// So much dynamic shared memory, in bytes, for each block.
    ///
    /// More than a kernel declares with `max_smem` (48 KB, if it declares nothing) is refused by the launch.
    ///
    /// # Errors
    ///
    /// A `ValueError` if the number is negative or beyond 32 bits.
    #[inline(always)]
    #[track_caller]
    pub fn smem(mut self, bytes: impl Extent) -> Result<Self> {
        match bytes.to_u32() {
            Some(bytes) => self.smem = bytes,
            None => return Err(extents::bad_smem(&bytes)),
        }
        Ok(self.changed())
    }

    /// Clusters of so many blocks: any integer, or a tuple or array of up to three. The grid has to be a multiple of it; a persistent grid is made one.
    ///
    /// A kernel that is compiled for a cluster needs none here, and takes no other. What is no cluster is reported by the launch. More than 8 blocks are beyond
    /// what every device with clusters has.
    #[inline(always)]
    pub fn cluster(mut self, blocks: impl Block) -> Self {
        self.cluster = blocks.extents();
        self.special = self.special.with(Special::CLUSTER, true);
        self.changed()
    }

    /// Whether all blocks are to run at once, so that the kernel may synchronise over the grid. A grid that cannot is refused by the launch.
    #[inline(always)]
    pub const fn cooperative(mut self, is_cooperative: bool) -> Self {
        self.special = self.special.with(Special::COOPERATIVE, is_cooperative);
        self
    }

    /// Whether the kernel may start before the one in front of it on the stream has ended (programmatic dependent launch).
    ///
    /// Only for a kernel that declares `pdl`, which says that it waits (`griddepcontrol.wait`) before it touches what the one in front writes: without that
    /// wait, an early start is a race. Where there is no such thing the launch is an ordinary one, which is right too: on devices below compute capability 9.0,
    /// and of code that was made from PTX for less than that, since it cannot have the wait (`#if __CUDA_ARCH__ >= 900` leaves it out of `compute_80`).
    #[inline(always)]
    pub const fn pdl(mut self, is_allowed: bool) -> Self {
        self.special = self.special.with(Special::DEPENDENT, is_allowed);
        self
    }

    /// The priority of the launch in place of the stream's. Lower numbers go first; the driver brings it into the device's range.
    #[inline(always)]
    pub const fn priority(mut self, priority: i32) -> Self {
        self.priority = priority;
        self.special = self.special.with(Special::PRIORITY, true);
        self
    }

    /// A launch of a grid in range, without a block.
    #[inline(always)]
    const fn of(grid: Extents) -> Self {
        let is_empty = grid[0] == 0 || grid[1] == 0 || grid[2] == 0;
        let special = Special::BAD_BLOCK.with(Special::EMPTY, is_empty);
        Self { grid, block: [0; 3], smem: 0, special, cluster: [1; 3], priority: 0, fills_device: false }
    }

    /// The launch after a change of what a persistent grid is computed from.
    #[inline(always)]
    const fn changed(mut self) -> Self {
        if self.fills_device {
            self.special = self.special.with(Special::STALE_GRID, true);
        }
        self
    }

    /// The number of threads in a block.
    pub(crate) const fn threads(&self) -> u32 {
        self.block[0] * self.block[1] * self.block[2]
    }

    /// Refuses what is no block and no cluster.
    ///
    /// # Errors
    ///
    /// A `ValueError` that names the kernel and what it was launched with.
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

/// The most threads in a block, on every device.
pub(crate) const MAX_THREADS: u64 = 1024;
