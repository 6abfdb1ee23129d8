//! Parts of a view, and the whole under another shape: nothing is copied.
//!
//! The methods of [`SubView`] consume it, so that what they give lives as long as it would have. Of a view that is exclusive,
//! [`reborrow`](SubView::reborrow) first to use it again later.

use core::ops::{Bound, RangeBounds};

use super::grid::{Grid, contiguous_strides};
use super::{Contiguous, Layout, Strided, SubView};
use crate::convert::Mismatch;
use crate::error::Result;
use crate::tensor::{Element, layout};

impl<'a, A, T: Element, const N: usize, L: Layout> SubView<'a, A, T, N, L> {
    /// The elements with these indices along the first dimension: `x.slice(2..)`.
    ///
    /// # Panics
    ///
    /// If there are no such indices, or no dimensions.
    #[inline]
    #[track_caller]
    pub fn slice(self, range: impl RangeBounds<usize>) -> Self {
        let grid = sliced(self.grid(), 0, range);
        // SAFETY: the invariant: it is part of this view, which ends here; along the first dimension there are no gaps.
        unsafe { Self::from_grid(grid) }
    }

    /// The elements with these indices along a dimension.
    ///
    /// # Panics
    ///
    /// If there are no such indices, or no such dimension.
    #[inline]
    #[track_caller]
    pub fn slice_axis(self, axis: usize, range: impl RangeBounds<usize>) -> SubView<'a, A, T, N, Strided> {
        let grid = sliced(self.grid(), axis, range);
        // SAFETY: the invariant: it is part of this view, which ends here.
        unsafe { SubView::from_grid(grid) }
    }

    /// Every `step`th of the elements along a dimension, from the first on.
    ///
    /// # Panics
    ///
    /// If `step` is 0, or there is no such dimension.
    #[inline]
    #[track_caller]
    pub fn step(self, axis: usize, step: usize) -> SubView<'a, A, T, N, Strided> {
        let mut grid = self.grid();
        check_axis(axis, N);
        assert!(step != 0, "step is 0, expected 1 or more");
        grid.dims[axis] = grid.dims[axis].div_ceil(step);
        // A step beyond all elements leaves one of them, whose stride is irrelevant.
        grid.strides[axis] = grid.strides[axis].wrapping_mul(step as isize);
        // SAFETY: the invariant: it is part of this view, which ends here.
        unsafe { SubView::from_grid(grid) }
    }

    /// The same with the dimensions in reverse order.
    #[inline]
    pub fn transpose(self) -> SubView<'a, A, T, N, Strided> {
        let Grid { address, mut dims, mut strides } = self.grid();
        dims.reverse();
        strides.reverse();
        // SAFETY: the invariant: it is this view, which ends here.
        unsafe { SubView::from_grid(Grid { address, dims, strides }) }
    }

    /// The same with the dimensions in another order: the first is what was number `axes[0]`, and so on.
    ///
    /// # Panics
    ///
    /// If `axes` has a number twice, or one that is not a dimension.
    #[inline]
    #[track_caller]
    pub fn permute(self, axes: [usize; N]) -> SubView<'a, A, T, N, Strided> {
        for (place, axis) in axes.iter().enumerate() {
            check_axis(*axis, N);
            assert!(!axes[..place].contains(axis), "axes {axes:?} have {axis} twice");
        }
        let Grid { address, dims, strides } = self.grid();
        let (dims, strides) = (axes.map(|axis| dims[axis]), axes.map(|axis| strides[axis]));
        // SAFETY: the invariant: it is this view, which ends here.
        unsafe { SubView::from_grid(Grid { address, dims, strides }) }
    }

    /// The same, of a type that does not say that the elements are contiguous.
    #[inline]
    pub fn as_strided(self) -> SubView<'a, A, T, N, Strided> {
        // SAFETY: the invariant: it is this view, which ends here.
        unsafe { SubView::from_grid(self.grid()) }
    }

    /// Whether the elements are contiguous, in row-major order.
    #[inline]
    pub fn is_contiguous(&self) -> bool {
        !L::IS_STRIDED || self.grid().is_contiguous()
    }
}

impl<'a, A, T: Element, const N: usize> SubView<'a, A, T, N, Contiguous> {
    /// The same elements under another shape.
    ///
    /// # Errors
    ///
    /// A `ValueError` if that has another number of elements.
    #[inline]
    #[track_caller]
    pub fn reshape<const M: usize>(self, dims: [usize; M]) -> Result<SubView<'a, A, T, M, Contiguous>> {
        let Grid { address, dims: old, .. } = self.grid();
        if numel(&dims) != Some(self.numel()) {
            return Err(other_size(&old, &dims).into_error());
        }
        let grid = Grid { address, dims, strides: contiguous_strides(&dims) };
        // SAFETY: the invariant: it is as many elements in order, of this view, which ends here.
        Ok(unsafe { SubView::from_grid(grid) })
    }
}

impl<'a, A, T: Element, const N: usize> SubView<'a, A, T, N, Strided> {
    /// The same, of a type that says that the elements are contiguous.
    ///
    /// # Errors
    ///
    /// A `ValueError` if they do not.
    #[inline]
    #[track_caller]
    pub fn try_contiguous(self) -> Result<SubView<'a, A, T, N, Contiguous>> {
        let Grid { address, dims, strides } = self.grid();
        if !self.grid().is_contiguous() {
            return Err(not_contiguous(&dims, &strides).into_error());
        }
        let grid = Grid { address, dims, strides: contiguous_strides(&dims) };
        // SAFETY: the invariant: it is this view, which ends here.
        Ok(unsafe { SubView::from_grid(grid) })
    }
}

#[inline]
#[track_caller]
pub(super) fn check_axis(axis: usize, ndim: usize) {
    assert!(axis < ndim, "axis {axis} is out of bounds: ndim is {ndim}");
}

/// The part of a grid with these indices along a dimension.
#[inline]
#[track_caller]
pub(super) fn sliced<T, const N: usize>(
    mut grid: Grid<T, N>,
    axis: usize,
    range: impl RangeBounds<usize>,
) -> Grid<T, N> {
    check_axis(axis, N);
    let dim = grid.dims[axis];
    let start = match range.start_bound() {
        Bound::Included(start) => *start,
        // Beyond any index if it overflows.
        Bound::Excluded(before) => before.saturating_add(1),
        Bound::Unbounded => 0,
    };
    let end = match range.end_bound() {
        Bound::Included(last) => last.saturating_add(1),
        Bound::Excluded(end) => *end,
        Bound::Unbounded => dim,
    };
    assert!(start <= end && end <= dim, "range {start}..{end} is out of bounds for extent {dim}");
    // Leads somewhere only if there is an element left, which then is within reach.
    let offset = (start as isize).wrapping_mul(grid.strides[axis]);
    grid.address = grid.address.wrapping_offset(offset);
    grid.dims[axis] = end - start;
    grid
}

/// The number of elements of a shape that may be any numbers.
fn numel(dims: &[usize]) -> Option<usize> {
    if dims.contains(&0) {
        return Some(0);
    }
    dims.iter().try_fold(1, |numel: usize, dim| numel.checked_mul(*dim))
}

fn other_size(old: &[usize], new: &[usize]) -> Mismatch {
    let expected = numel(old).unwrap_or(usize::MAX);
    let got = numel(new).map_or_else(|| "more than memory can hold".to_owned(), |numel| numel.to_string());
    Mismatch::value_error(format!("shape {new:?} has {got} elements, expected the {expected} of {old:?}"))
}

fn not_contiguous(dims: &[usize], strides: &[isize]) -> Mismatch {
    let shape: Vec<i64> = dims.iter().map(|dim| *dim as i64).collect();
    let expected = layout::contiguous_strides(&shape);
    Mismatch::value_error(format!(
        "strides are {strides:?}, expected {expected:?} (contiguous, shape is {shape:?})"
    ))
}
