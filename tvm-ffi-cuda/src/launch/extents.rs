//! Extents of grids and blocks: checked conversions from integers, tuples, and arrays.

use core::fmt::Display;

use tvm_ffi_core::{Error, ErrorKind, Result};

/// Three extents. Missing ones are 1.
pub(crate) type Extents = [u32; 3];

/// The value of an extent that does not fit 32 bits. It is out of range for every use.
pub(crate) const UNREPRESENTABLE: u32 = u32::MAX;

/// The maximum number of blocks in each dimension of a grid, on every device.
pub(super) const MAX_GRID: [u64; 3] = [i32::MAX as u64, 65535, 65535];

/// The names of the dimensions.
pub(crate) const AXES: [char; 3] = ['x', 'y', 'z'];

/// The product of the extents. It saturates at 64 bits.
pub(crate) fn product(extents: Extents) -> u64 {
    extents.iter().fold(1, |product, &extent| product.saturating_mul(u64::from(extent)))
}

/// An integer of any type, as a checked extent.
///
/// Implement it for your own types that represent a count.
pub trait Extent: Copy + Display {
    /// The number; `None` if it is negative or beyond 64 bits.
    fn to_u64(self) -> Option<u64>;

    /// The number; `None` if it is negative or beyond 32 bits.
    #[inline(always)]
    fn to_u32(self) -> Option<u32> {
        u32::try_from(self.to_u64()?).ok()
    }
}

/// The extents of a grid: an integer, or a tuple or array of up to three.
pub trait Grid {
    /// The extents, checked against the limits of a grid.
    ///
    /// # Errors
    ///
    /// A `ValueError` that names the dimension that is out of range.
    fn extents(self) -> Result<[u32; 3]>;
}

/// The extents of a block or a cluster: an integer, or a tuple or array of up to three.
pub trait Block {
    /// The extents. `u32::MAX` means that an extent does not fit 32 bits.
    fn extents(self) -> [u32; 3];
}

/// One dimension of a grid.
#[inline(always)]
#[track_caller]
fn grid_extent(extent: impl Extent, dimension: usize) -> Result<u32> {
    match extent.to_u64() {
        Some(blocks) if blocks <= MAX_GRID[dimension] => Ok(blocks as u32),
        _ => Err(bad_grid(&extent, dimension)),
    }
}

#[inline(always)]
fn block_extent(extent: impl Extent) -> u32 {
    extent.to_u32().unwrap_or(UNREPRESENTABLE)
}

macro_rules! integers {
    ($($type:ty)*) => {$(
        impl Extent for $type {
            #[inline(always)]
            fn to_u64(self) -> Option<u64> {
                u64::try_from(self).ok()
            }
        }

        impl Grid for $type {
            #[inline(always)]
            #[track_caller]
            fn extents(self) -> Result<[u32; 3]> {
                Ok([grid_extent(self, 0)?, 1, 1])
            }
        }

        impl Block for $type {
            #[inline(always)]
            fn extents(self) -> [u32; 3] {
                [block_extent(self), 1, 1]
            }
        }
    )*};
}

integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

macro_rules! several {
    ($($pattern:pat, $type:ty, [$($generic:ident),*], [$($extent:tt $dimension:literal),*], [$($one:literal),*];)*) => {$(
        impl<$($generic: Extent),*> Grid for $type {
            #[inline(always)]
            #[track_caller]
            fn extents(self) -> Result<[u32; 3]> {
                let $pattern = self;
                Ok([$(grid_extent($extent, $dimension)?,)* $($one),*])
            }
        }

        impl<$($generic: Extent),*> Block for $type {
            #[inline(always)]
            fn extents(self) -> [u32; 3] {
                let $pattern = self;
                [$(block_extent($extent),)* $($one),*]
            }
        }
    )*};
}

several! {
    (x,), (X,), [X], [x 0], [1, 1];
    (x, y), (X, Y), [X, Y], [x 0, y 1], [1];
    (x, y, z), (X, Y, Z), [X, Y, Z], [x 0, y 1, z 2], [];
    [x], [X; 1], [X], [x 0], [1, 1];
    [x, y], [X; 2], [X], [x 0, y 1], [1];
    [x, y, z], [X; 3], [X], [x 0, y 1, z 2], [];
}

#[cold]
#[inline(never)]
#[track_caller]
fn bad_grid(extent: &dyn Display, dimension: usize) -> Error {
    let (name, most) = (AXES[dimension], MAX_GRID[dimension]);
    value_error(format!("grid.{name} is {extent}, expected 0 to {most}"))
}

#[cold]
#[inline(never)]
#[track_caller]
pub(super) fn bad_linear_block(threads: &dyn Display) -> Error {
    value_error(format!("block.x is {threads}, expected 1 to {}", super::MAX_THREADS))
}

#[cold]
#[inline(never)]
#[track_caller]
pub(super) fn bad_count(n: &dyn Display) -> Error {
    value_error(format!("the number of threads is {n}, expected 0 to {}", u64::MAX))
}

#[cold]
#[inline(never)]
#[track_caller]
pub(super) fn too_many_blocks(n: &dyn Display, blocks: u64, threads: u64) -> Error {
    let most = MAX_GRID[0];
    value_error(format!(
        "grid.x is {blocks}, for {n} threads in blocks of {threads}, expected at most {most}"
    ))
}

#[cold]
#[inline(never)]
#[track_caller]
pub(super) fn bad_smem(bytes: &dyn Display) -> Error {
    value_error(format!("dynamic shared memory is {bytes} bytes, expected 0 to {}", u32::MAX))
}

#[track_caller]
fn value_error(message: String) -> Error {
    Error::new(ErrorKind::ValueError, message)
}
