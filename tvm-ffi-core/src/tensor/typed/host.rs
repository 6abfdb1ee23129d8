//! From views of host memory to their elements.

use super::grid::{Grid, contiguous_strides};
use super::{Access, CopyAccess, Cpu, Exclusive, Layout, Rank, Shared, SubView, View};
use crate::tensor::Element;

impl<'a, A: Access, T: Element, const N: usize, L: Layout> View<'a, Cpu, A, T, Rank<N>, L> {
    #[inline(always)]
    pub(super) fn grid(&self) -> Grid<T, N> {
        let (address, dims) = (self.address(), self.dims());
        let strides = match L::IS_STRIDED {
            true => self.strides().map(|stride| stride as isize),
            false => contiguous_strides(&dims),
        };
        Grid { address, dims, strides }
    }

    /// The view with its extents and strides by value, for as long as this one would have lived.
    #[inline(always)]
    pub fn into_sub_view(self) -> SubView<'a, A, T, N, L> {
        // SAFETY: View validity: the elements are where the tensor says, which implies Grid validity.
        unsafe { SubView::from_grid(self.grid()) }
    }
}

impl<'a, A: CopyAccess, T: Element, const N: usize, L: Layout> View<'a, Cpu, A, T, Rank<N>, L> {
    /// The view with its extents and strides by value.
    #[inline(always)]
    pub fn sub_view(self) -> SubView<'a, A, T, N, L> {
        self.into_sub_view()
    }
}

impl<'a, T: Element, const N: usize, L: Layout> View<'a, Cpu, Exclusive, T, Rank<N>, L> {
    /// The view with its extents and strides by value, to be read.
    #[inline(always)]
    pub fn sub_view(&self) -> SubView<'_, Shared, T, N, L> {
        self.as_shared().into_sub_view()
    }

    /// The view with its extents and strides by value.
    #[inline(always)]
    pub fn sub_view_mut(&mut self) -> SubView<'_, Exclusive, T, N, L> {
        self.reborrow().into_sub_view()
    }
}

impl<T: Element, R, L> View<'_, Cpu, Shared, T, R, L> {
    /// The address of the first element; it may be NULL, or not aligned, where there is none.
    #[inline(always)]
    pub fn as_ptr(self) -> *const T {
        self.address()
    }
}

impl<T: Element, R, L> View<'_, Cpu, Exclusive, T, R, L> {
    /// The address of the first element, to be read; it may be NULL, or not aligned, where there is none.
    #[inline(always)]
    pub fn as_ptr(&self) -> *const T {
        self.address()
    }

    /// The address of the first element; it may be NULL, or not aligned, where there is none.
    #[inline(always)]
    pub fn as_mut_ptr(&mut self) -> *mut T {
        self.address()
    }
}
