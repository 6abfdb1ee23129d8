//! Parts of a view along one of its dimensions: one index, two halves, runs of indices.

use core::marker::PhantomData;

use super::grid::Grid;
use super::iter::exact;
use super::marker::sealed::Sealed;
use super::shape::{check_axis, sliced};
use super::{Access, CopyAccess, Layout, Rank, Strided, SubView};
use crate::tensor::Element;

/// The numbers of dimensions that [`index_axis`](SubView::index_axis) can take one from: 1 to 16.
#[diagnostic::on_unimplemented(
    message = "`index_axis` takes one of 1 to 16 dimensions away, and this view has another number",
    label = "the number of dimensions is none of 1 to 16"
)]
pub trait RemoveAxis: Sealed {
    /// A view with one dimension less.
    type Part<'a, A, T: Element>;

    /// The elements with one index along a dimension.
    ///
    /// # Safety
    ///
    /// View validity of what the numbers reach, for `'a`; the axis is below their number, and the address that of the first element.
    #[doc(hidden)]
    unsafe fn part<'a, A, T: Element>(
        address: *mut T,
        dims: &[usize],
        strides: &[isize],
        axis: usize,
    ) -> Self::Part<'a, A, T>;
}

macro_rules! remove_axis {
    ($($from:literal $to:literal,)*) => {$(
        impl RemoveAxis for Rank<$from> {
            type Part<'a, A, T: Element> = SubView<'a, A, T, $to, Strided>;

            #[inline]
            unsafe fn part<'a, A, T: Element>(
                address: *mut T,
                dims: &[usize],
                strides: &[isize],
                axis: usize,
            ) -> Self::Part<'a, A, T> {
                // The numbers behind the one that is left out move up.
                let place = |index: usize| index + usize::from(index >= axis);
                let dims = core::array::from_fn(|index| dims[place(index)]);
                let strides = core::array::from_fn(|index| strides[place(index)]);
                // SAFETY: the caller's contract: it is part of what the numbers reach.
                unsafe { SubView::from_grid(Grid { address, dims, strides }) }
            }
        }
    )*};
}

remove_axis! {
    1 0, 2 1, 3 2, 4 3, 5 4, 6 5, 7 6, 8 7, 9 8, 10 9, 11 10, 12 11, 13 12, 14 13, 15 14, 16 15,
}

impl<'a, A, T: Element, const N: usize, L: Layout> SubView<'a, A, T, N, L> {
    /// The elements with this index along a dimension, without that dimension.
    ///
    /// ```
    /// # use tvm_ffi_core::SliceTensor;
    /// let elements = [1, 2, 3, 4, 5, 6];
    /// let tensor = SliceTensor::new(&elements, [2, 3])?;
    /// let column = tensor.view().index_axis(1, 2);
    /// assert_eq!(column.dims(), [2]);
    /// assert_eq!((column[[0]], column[[1]]), (3, 6));
    /// # Ok::<(), tvm_ffi_core::Error>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no such index, or no such dimension.
    #[inline]
    #[track_caller]
    pub fn index_axis(self, axis: usize, index: usize) -> <Rank<N> as RemoveAxis>::Part<'a, A, T>
    where
        Rank<N>: RemoveAxis,
    {
        let Grid { address, dims, strides } = self.grid();
        check_axis(axis, N);
        assert!(index < dims[axis], "index {index} is out of bounds for extent {}", dims[axis]);
        // Leads somewhere only if there is an element.
        let address = address.wrapping_offset((index as isize).wrapping_mul(strides[axis]));
        // SAFETY: the invariant: it is part of this view, which ends here.
        unsafe { Rank::<N>::part(address, &dims, &strides, axis) }
    }

    /// The elements with an index below `middle` along a dimension, and the others.
    ///
    /// Along the first dimension of a contiguous view, both parts are contiguous too:
    /// [`try_contiguous`](SubView::try_contiguous) succeeds.
    ///
    /// # Panics
    ///
    /// If `middle` is beyond the extent, or there is no such dimension.
    #[inline]
    #[track_caller]
    pub fn split_at(
        self,
        axis: usize,
        middle: usize,
    ) -> (SubView<'a, A, T, N, Strided>, SubView<'a, A, T, N, Strided>) {
        let grid = self.grid();
        let (front, back) = (sliced(grid, axis, ..middle), sliced(grid, axis, middle..));
        // SAFETY: the invariant: it is part of this view, which ends here.
        let front = unsafe { SubView::from_grid(front) };
        // SAFETY: as above; it has none of the elements of the other part.
        (front, unsafe { SubView::from_grid(back) })
    }

    /// Runs of `size` indices along a dimension; the last may be shorter.
    ///
    /// # Panics
    ///
    /// If `size` is 0, or there is no such dimension.
    #[inline]
    #[track_caller]
    pub fn axis_chunks(self, axis: usize, size: usize) -> AxisChunks<'a, A, T, N> {
        check_axis(axis, N);
        assert!(size != 0, "the size of chunks is 0, expected 1 or more");
        AxisChunks { rest: self.grid(), axis, size, marker: PhantomData }
    }
}

/// Runs of indices of a view along a dimension, see [`SubView::axis_chunks`].
// Invariant: View validity of the rest, for `'a`; an exclusive view is not used meanwhile. The axis is one of the rest, the size is
// not zero.
pub struct AxisChunks<'a, A, T: Element, const N: usize> {
    rest: Grid<T, N>,
    axis: usize,
    size: usize,
    marker: PhantomData<(&'a T, A)>,
}

impl<'a, A, T: Element, const N: usize> AxisChunks<'a, A, T, N> {
    /// The part with the indices from `start` to `end`. What is left has the others.
    #[inline]
    fn take(&mut self, start: usize, end: usize) -> Option<SubView<'a, A, T, N, Strided>> {
        if start == end {
            return None;
        }
        let part = sliced(self.rest, self.axis, start..end);
        self.rest = match start {
            0 => sliced(self.rest, self.axis, end..),
            _ => sliced(self.rest, self.axis, ..start),
        };
        // SAFETY: the invariant: it is part of the rest, and what is left has none of its elements.
        Some(unsafe { SubView::from_grid(part) })
    }
}

impl<'a, A, T: Element, const N: usize> Iterator for AxisChunks<'a, A, T, N> {
    type Item = SubView<'a, A, T, N, Strided>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.take(0, self.size.min(self.rest.dims[self.axis]))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.rest.dims[self.axis].div_ceil(self.size);
        (left, Some(left))
    }
}

impl<A, T: Element, const N: usize> DoubleEndedIterator for AxisChunks<'_, A, T, N> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let left = self.rest.dims[self.axis];
        // The last one starts at a multiple of the size.
        let start = left.saturating_sub(1) / self.size * self.size;
        self.take(start, left)
    }
}

impl<A: CopyAccess, T: Element, const N: usize> Clone for AxisChunks<'_, A, T, N> {
    #[inline]
    fn clone(&self) -> Self {
        Self { rest: self.rest, axis: self.axis, size: self.size, marker: PhantomData }
    }
}

exact! {
    [A: Access, T: Element, const N: usize] AxisChunks<'_, A, T, N>;
}
