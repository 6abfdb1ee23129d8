//! The innermost loop of the product: a tile of the result that stays in registers.

use crate::float::Real;

/// Steps per iteration: the number of steps in a panel is a multiple of it.
///
/// With this number, rustc 1.95 vectorises the loop over the columns before it unrolls the loop over the rows;
/// with fewer steps, it splits the sums of an `f64` tile, and is ten times slower.
pub(super) const STEPS: usize = 4;

/// A type with a tile that fits the vector registers.
pub trait Tile: Real {
    /// Rows of the tile.
    #[doc(hidden)]
    const ROWS: usize;

    /// Columns of the tile.
    #[doc(hidden)]
    const COLUMNS: usize;

    /// Adds the product of two panels to a tile, whose rows are `stride` elements apart.
    ///
    /// For each step, `left` has a column of `ROWS` elements and `right` a row of `COLUMNS`.
    #[doc(hidden)]
    fn multiply<const FMA: bool>(left: &[Self], right: &[Self], tile: &mut [Self], stride: usize);
}

macro_rules! tiles {
    ($($type:ident: $rows:literal x $columns:literal;)*) => {$(
        impl Tile for $type {
            const ROWS: usize = $rows;
            const COLUMNS: usize = $columns;

            #[inline(always)]
            fn multiply<const FMA: bool>(left: &[Self], right: &[Self], tile: &mut [Self], stride: usize) {
                multiply::<Self, $rows, $columns, FMA>(left, right, tile, stride);
            }
        }
    )*};
}

// Twelve of the sixteen registers of AVX2 hold sums, two a row of `right`, and one an element of `left`.
tiles! {
    f32: 6 x 16;
    f64: 6 x 8;
}

#[inline(always)]
fn multiply<A: Real, const ROWS: usize, const COLUMNS: usize, const FMA: bool>(
    left: &[A],
    right: &[A],
    tile: &mut [A],
    stride: usize,
) {
    let mut sums = [[A::ZERO; COLUMNS]; ROWS];
    let left = left.as_chunks::<ROWS>().0.as_chunks::<STEPS>().0;
    let right = right.as_chunks::<COLUMNS>().0.as_chunks::<STEPS>().0;
    for (left, right) in left.iter().zip(right) {
        for i in 0..ROWS {
            for step in 0..STEPS {
                for j in 0..COLUMNS {
                    let (sum, left, right) = (&mut sums[i][j], left[step][i], right[step][j]);
                    *sum = if FMA { left.mul_add(right, *sum) } else { *sum + left * right };
                }
            }
        }
    }
    for (row, sums) in tile.chunks_mut(stride).zip(&sums) {
        for (element, sum) in row.iter_mut().zip(sums) {
            *element += *sum;
        }
    }
}
