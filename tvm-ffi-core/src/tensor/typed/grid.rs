//! [`Grid`]: where the elements of a view are.

use super::{Layout, Strided};

/// Extents, strides in elements, and the address of the element with index zero.
///
/// # Contract
///
/// **Grid validity.** The elements at all indices below the extents lie in one allocation, less than `isize::MAX` bytes apart,
/// and are fewer bytes all together. The address is irrelevant if there is no element, and so is the stride of a dimension
/// with one element; so what is derived from those wraps.
pub(in crate::tensor) struct Grid<T, const N: usize> {
    pub(in crate::tensor) address: *mut T,
    pub(in crate::tensor) dims: [usize; N],
    pub(in crate::tensor) strides: [isize; N],
}

impl<T, const N: usize> Clone for Grid<T, N> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const N: usize> Copy for Grid<T, N> {}

// SAFETY: numbers and an address that is not followed; what may be done with it says the type that has the grid.
unsafe impl<T, const N: usize> Send for Grid<T, N> {}
// SAFETY: as above.
unsafe impl<T, const N: usize> Sync for Grid<T, N> {}

impl<T, const N: usize> Grid<T, N> {
    /// The number of elements.
    #[inline]
    pub(in crate::tensor) fn numel(&self) -> usize {
        self.dims.iter().fold(1, |numel, dim| numel.wrapping_mul(*dim))
    }

    /// The extent and the stride of the last dimension. Without dimensions the one element is a row too.
    #[inline]
    pub(in crate::tensor) fn run(&self) -> (usize, isize) {
        match (self.dims.last(), self.strides.last()) {
            (Some(dim), Some(stride)) => (*dim, *stride),
            _ => (1, 1),
        }
    }

    /// The number of rows.
    #[inline]
    pub(in crate::tensor) fn rows(&self) -> usize {
        match self.dims.split_last() {
            Some((_, leading)) => leading.iter().fold(1, |rows, dim| rows.wrapping_mul(*dim)),
            None => 1,
        }
    }

    /// The address of the first element of a row.
    ///
    /// # Panics
    ///
    /// If there is no such row.
    #[inline]
    #[track_caller]
    pub(in crate::tensor) fn row<L: Layout>(&self, row: usize) -> *mut T {
        if row >= self.rows() {
            no_row(row, self.dims);
        }
        if !L::IS_STRIDED {
            return self.address.wrapping_add(row.wrapping_mul(self.run().0));
        }
        let (mut rest, mut offset) = (row, 0isize);
        for axis in (0..N.saturating_sub(1)).rev() {
            // Only the first dimension has as many rows as are left: no division.
            let index = if axis == 0 { rest } else { rest % self.dims[axis] };
            rest = if axis == 0 { 0 } else { rest / self.dims[axis] };
            offset = offset.wrapping_add((index as isize).wrapping_mul(self.strides[axis]));
        }
        self.address.wrapping_offset(offset)
    }

    /// A row as a grid of its own.
    ///
    /// # Panics
    ///
    /// If there is no such row.
    #[inline]
    #[track_caller]
    pub(in crate::tensor) fn strided_row(&self, row: usize) -> Grid<T, 1> {
        let (dim, stride) = self.run();
        Grid { address: self.row::<Strided>(row), dims: [dim], strides: [stride] }
    }

    /// Whether the elements are contiguous, in row-major order. A dimension of extent 1 has any stride, and so has a grid without
    /// elements.
    #[inline]
    pub(in crate::tensor) fn is_contiguous(&self) -> bool {
        let expected = contiguous_strides(&self.dims);
        let in_order = |axis: usize| self.dims[axis] == 1 || self.strides[axis] == expected[axis];
        self.dims.contains(&0) || (0..N).all(in_order)
    }

    /// The address of an element, if there is one with this index.
    #[inline]
    pub(in crate::tensor) fn at<L: Layout>(&self, index: [usize; N]) -> Option<*mut T> {
        if index.iter().zip(&self.dims).any(|(index, dim)| index >= dim) {
            return None;
        }
        Some(self.at_unchecked::<L>(index))
    }

    /// The address of an element.
    ///
    /// # Panics
    ///
    /// If there is none with this index.
    #[inline]
    #[track_caller]
    pub(in crate::tensor) fn at_or_panic<L: Layout>(&self, index: [usize; N]) -> *mut T {
        match self.at::<L>(index) {
            Some(element) => element,
            None => no_element(index, self.dims),
        }
    }

    /// The address that an element with this index has.
    #[inline]
    pub(in crate::tensor) fn at_unchecked<L: Layout>(&self, index: [usize; N]) -> *mut T {
        let index = index.map(|index| index as isize);
        let offset = match L::IS_STRIDED {
            true => index
                .iter()
                .zip(&self.strides)
                .fold(0isize, |offset, (index, stride)| offset.wrapping_add(index.wrapping_mul(*stride))),
            // The strides of contiguous elements are products of extents: this way there is no factor of one.
            false => index
                .iter()
                .zip(&self.dims)
                .fold(0isize, |offset, (index, dim)| offset.wrapping_mul(*dim as isize).wrapping_add(*index)),
        };
        self.address.wrapping_offset(offset)
    }
}

/// By value: a reference to a grid would keep all of it in memory, and an access is a few instructions in registers.
#[cold]
#[inline(never)]
#[track_caller]
fn no_element<const N: usize>(index: [usize; N], dims: [usize; N]) -> ! {
    out_of_bounds(&index, &dims)
}

#[track_caller]
pub(super) fn out_of_bounds(index: &[usize], dims: &[usize]) -> ! {
    panic!("index {index:?} is out of bounds for shape {dims:?}")
}

#[cold]
#[inline(never)]
#[track_caller]
fn no_row<const N: usize>(row: usize, dims: [usize; N]) -> ! {
    let rows = Grid::<u8, N> { address: core::ptr::null_mut(), dims, strides: [0; N] }.rows();
    panic!("row {row} is out of bounds: there are {rows} (shape is {dims:?})")
}

/// The strides of contiguous elements.
#[inline]
pub(in crate::tensor) fn contiguous_strides<const N: usize>(dims: &[usize; N]) -> [isize; N] {
    let mut strides = [0; N];
    let mut stride = 1isize;
    for axis in (0..N).rev() {
        strides[axis] = stride;
        stride = stride.wrapping_mul(dims[axis] as isize);
    }
    strides
}
