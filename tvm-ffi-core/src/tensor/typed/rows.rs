//! The rows of a view: runs along its last dimension.

use core::marker::PhantomData;

use super::grid::Grid;
use super::iter::exact;
use super::walk::Walk;
use super::{Access, Contiguous, CopyAccess, Rank, Strided, SubView};
use crate::tensor::Element;

/// The rows of a view whose elements are contiguous, as slices: `&[T]`, `&mut [T]`, or `&[Cell<T>]`.
// Invariant: View validity of so many elements as the rows that are left have, from the address on, for `'a`; an exclusive view
// is not used meanwhile.
pub struct Rows<'a, A, T: Element> {
    /// The first element of each row that is left.
    starts: Grid<T, 1>,
    len: usize,
    marker: PhantomData<(&'a T, A)>,
}

impl<A, T: Element> Rows<'_, A, T> {
    /// # Safety
    ///
    /// View validity of the contiguous elements of a grid; an exclusive view is not used meanwhile.
    #[inline]
    pub(super) unsafe fn new<const N: usize>(grid: Grid<T, N>) -> Self {
        let len = grid.run().0;
        let starts = Grid { address: grid.address, dims: [grid.rows()], strides: [len as isize] };
        Self { starts, len, marker: PhantomData }
    }
}

impl<'a, A: Access, T: Element> Iterator for Rows<'a, A, T> {
    type Item = A::Slice<'a, T>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let Grid { address, dims: [left], strides: [len] } = self.starts;
        let left = left.checked_sub(1)?;
        self.starts.address = address.wrapping_offset(len);
        self.starts.dims = [left];
        // SAFETY: the invariant: a row is there, which no other shares elements with.
        Some(unsafe { A::elements(address, self.len) })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.starts.dims[0], Some(self.starts.dims[0]))
    }
}

impl<A: Access, T: Element> DoubleEndedIterator for Rows<'_, A, T> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let left = self.starts.dims[0].checked_sub(1)?;
        self.starts.dims = [left];
        let row = self.starts.address.wrapping_offset((left as isize).wrapping_mul(self.starts.strides[0]));
        // SAFETY: the invariant: a row is there, which no other shares elements with.
        Some(unsafe { A::elements(row, self.len) })
    }
}

impl<A: CopyAccess, T: Element> Clone for Rows<'_, A, T> {
    #[inline]
    fn clone(&self) -> Self {
        Self { starts: self.starts, len: self.len, marker: PhantomData }
    }
}

/// The rows of a view whose elements may lie anywhere, as views with one dimension.
// Invariant: View validity of the rows that are left of the walk, for `'a`; an exclusive view is not used meanwhile.
pub struct StridedRows<'a, A, T: Element, const N: usize> {
    walk: Walk<T, Rank<N>>,
    len: usize,
    stride: isize,
    marker: PhantomData<(&'a T, A)>,
}

impl<A, T: Element, const N: usize> StridedRows<'_, A, T, N> {
    /// # Safety
    ///
    /// View validity of what the grid reaches; an exclusive view is not used meanwhile.
    #[inline]
    pub(super) unsafe fn new(grid: Grid<T, N>) -> Self {
        let (mut dims, (len, stride)) = (grid.dims, grid.run());
        if let Some(last) = dims.last_mut() {
            *last = 1;
        }
        Self { walk: Walk::new(grid.address, dims, grid.strides), len, stride, marker: PhantomData }
    }
}

impl<'a, A, T: Element, const N: usize> Iterator for StridedRows<'a, A, T, N> {
    type Item = SubView<'a, A, T, 1, Strided>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let address = self.walk.next()?;
        let row = Grid { address, dims: [self.len], strides: [self.stride] };
        // SAFETY: the invariant: a row is there, which no other shares elements with where the view is exclusive.
        Some(unsafe { SubView::from_grid(row) })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.walk.left(), Some(self.walk.left()))
    }
}

impl<A: CopyAccess, T: Element, const N: usize> Clone for StridedRows<'_, A, T, N> {
    #[inline]
    fn clone(&self) -> Self {
        Self { walk: self.walk.clone(), len: self.len, stride: self.stride, marker: PhantomData }
    }
}

/// The rows of a view, as slices: `&[T]`, `&mut [T]`, or `&[Cell<T>]`. The rows may lie apart; the elements of each are
/// neighbours.
///
/// Of a parameter, `#[strides(_, 1)]` promises such slices:
///
/// ```
/// # use tvm_ffi_core::{CpuView, SliceTensor, Strided};
/// fn sums(x: CpuView<'_, i32, 2, Strided>) -> Option<Vec<i32>> {
///     Some(x.row_slices()?.map(|row| row.iter().sum()).collect())
/// }
///
/// let apart = SliceTensor::with_strides(&[1, 2, 3, 0, 4, 5, 6], [2, 3], [4, 1])?;
/// assert_eq!(sums(apart.view()), Some(vec![6, 15]));
/// let transposed = SliceTensor::with_strides(&[1, 2, 3, 4], [2, 2], [1, 2])?;
/// assert_eq!(sums(transposed.view()), None);
/// # Ok::<(), tvm_ffi_core::Error>(())
/// ```
// Invariant: the elements of each row are contiguous.
pub struct RowSlices<'a, A, T: Element, const N: usize>(StridedRows<'a, A, T, N>);

impl<A, T: Element, const N: usize> RowSlices<'_, A, T, N> {
    /// `None` if the elements of a row are not neighbours.
    ///
    /// # Safety
    ///
    /// As for [`StridedRows::new`].
    #[inline]
    pub(super) unsafe fn new(grid: Grid<T, N>) -> Option<Self> {
        let (len, stride) = grid.run();
        if stride != 1 && len > 1 && grid.numel() != 0 {
            return None;
        }
        // SAFETY: the caller's contract.
        Some(Self(unsafe { StridedRows::new(grid) }))
    }
}

impl<'a, A: Access, T: Element, const N: usize> Iterator for RowSlices<'a, A, T, N> {
    type Item = A::Slice<'a, T>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let Grid { address, dims: [len], .. } = self.0.next()?.grid();
        // SAFETY: the invariants: a row is there, in order, which no other shares elements with where the view is exclusive.
        Some(unsafe { A::elements(address, len) })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl<A: CopyAccess, T: Element, const N: usize> Clone for RowSlices<'_, A, T, N> {
    #[inline]
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<'a, A, T: Element, const N: usize> SubView<'a, A, T, N, Contiguous> {
    /// The rows, in order, for as long as this view would have lived.
    #[inline]
    pub fn into_rows(self) -> Rows<'a, A, T> {
        // SAFETY: View validity; this view ends here.
        unsafe { Rows::new(self.grid()) }
    }
}

impl<'a, A, T: Element, const N: usize> SubView<'a, A, T, N, Strided> {
    /// The rows, in order, for as long as this view would have lived.
    #[inline]
    pub fn into_rows(self) -> StridedRows<'a, A, T, N> {
        // SAFETY: View validity; this view ends here.
        unsafe { StridedRows::new(self.grid()) }
    }
}

exact! {
    [A: Access, T: Element] Rows<'_, A, T>;
    [A, T: Element, const N: usize] StridedRows<'_, A, T, N>;
    [A: Access, T: Element, const N: usize] RowSlices<'_, A, T, N>;
}
