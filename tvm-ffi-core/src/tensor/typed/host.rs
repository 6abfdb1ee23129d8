//! From views of host memory to their elements.

use core::ops::RangeBounds;

use super::grid::{Grid, contiguous_strides};
use super::{
    Access, AxisChunks, Contiguous, CopyAccess, Cpu, Exclusive, Layout, Rank, RemoveAxis, Shared, Strided,
    SubView, View,
};
use crate::error::Result;
use crate::tensor::Element;

impl<'a, A: Access, T: Element, const N: usize, L: Layout> View<'a, Cpu, A, T, Rank<N>, L> {
    #[inline]
    pub(super) fn grid(&self) -> Grid<T, N> {
        let (address, dims) = (self.address(), self.dims());
        let strides = match L::IS_STRIDED {
            true => self.strides().map(|stride| stride as isize),
            false => contiguous_strides(&dims),
        };
        Grid { address, dims, strides }
    }

    /// The view with its extents and strides by value, for as long as this one would have lived.
    #[inline]
    pub fn into_sub_view(self) -> SubView<'a, A, T, N, L> {
        // SAFETY: View validity: the elements are where the tensor says, which implies Grid validity.
        unsafe { SubView::from_grid(self.grid()) }
    }
}

impl<'a, A: CopyAccess, T: Element, const N: usize, L: Layout> View<'a, Cpu, A, T, Rank<N>, L> {
    /// The view with its extents and strides by value.
    #[inline]
    pub fn sub_view(self) -> SubView<'a, A, T, N, L> {
        self.into_sub_view()
    }
}

impl<'a, T: Element, const N: usize, L: Layout> View<'a, Cpu, Exclusive, T, Rank<N>, L> {
    /// The view with its extents and strides by value, to be read.
    #[inline]
    pub fn sub_view(&self) -> SubView<'_, Shared, T, N, L> {
        self.as_shared().into_sub_view()
    }

    /// The view with its extents and strides by value.
    #[inline]
    pub fn sub_view_mut(&mut self) -> SubView<'_, Exclusive, T, N, L> {
        self.reborrow().into_sub_view()
    }
}

/// Parts of a view, and the whole under another shape: those of its [`SubView`].
macro_rules! shapes {
    ($access:ident, $life:lifetime, [$($receiver:tt)*], $sub:expr,
     [$slice:ident $slice_axis:ident $step:ident $index_axis:ident $split_at:ident $axis_chunks:ident $transpose:ident $permute:ident]) => {
        /// The elements with these indices along the first dimension, see [`SubView::slice`].
        ///
        /// # Panics
        ///
        /// If there are no such indices, or no dimensions.
        #[inline]
        #[track_caller]
        pub fn $slice($($receiver)*, range: impl RangeBounds<usize>) -> SubView<$life, $access, T, N, L> {
            $sub.slice(range)
        }

        /// The elements with these indices along a dimension, see [`SubView::slice_axis`].
        ///
        /// # Panics
        ///
        /// If there are no such indices, or no such dimension.
        #[inline]
        #[track_caller]
        pub fn $slice_axis(
            $($receiver)*,
            axis: usize,
            range: impl RangeBounds<usize>,
        ) -> SubView<$life, $access, T, N, Strided> {
            $sub.slice_axis(axis, range)
        }

        /// Every `step`th of the elements along a dimension, see [`SubView::step`].
        ///
        /// # Panics
        ///
        /// If `step` is 0, or there is no such dimension.
        #[inline]
        #[track_caller]
        pub fn $step($($receiver)*, axis: usize, step: usize) -> SubView<$life, $access, T, N, Strided> {
            $sub.step(axis, step)
        }

        /// The elements with this index along a dimension, without that dimension, see [`SubView::index_axis`].
        ///
        /// # Panics
        ///
        /// If there is no such index, or no such dimension.
        #[inline]
        #[track_caller]
        pub fn $index_axis(
            $($receiver)*,
            axis: usize,
            index: usize,
        ) -> <Rank<N> as RemoveAxis>::Part<$life, $access, T>
        where
            Rank<N>: RemoveAxis,
        {
            $sub.index_axis(axis, index)
        }

        /// The elements with an index below `middle` along a dimension, and the others, see [`SubView::split_at`].
        ///
        /// # Panics
        ///
        /// If `middle` is beyond the extent, or there is no such dimension.
        #[inline]
        #[track_caller]
        pub fn $split_at(
            $($receiver)*,
            axis: usize,
            middle: usize,
        ) -> (SubView<$life, $access, T, N, Strided>, SubView<$life, $access, T, N, Strided>) {
            $sub.split_at(axis, middle)
        }

        /// Runs of `size` indices along a dimension; the last may be shorter.
        ///
        /// # Panics
        ///
        /// If `size` is 0, or there is no such dimension.
        #[inline]
        #[track_caller]
        pub fn $axis_chunks($($receiver)*, axis: usize, size: usize) -> AxisChunks<$life, $access, T, N> {
            $sub.axis_chunks(axis, size)
        }

        /// The same with the dimensions in reverse order.
        #[inline]
        pub fn $transpose($($receiver)*) -> SubView<$life, $access, T, N, Strided> {
            $sub.transpose()
        }

        /// The same with the dimensions in another order, see [`SubView::permute`].
        ///
        /// # Panics
        ///
        /// If `axes` has a number twice, or one that is not a dimension.
        #[inline]
        #[track_caller]
        pub fn $permute($($receiver)*, axes: [usize; N]) -> SubView<$life, $access, T, N, Strided> {
            $sub.permute(axes)
        }
    };
}

/// The same for contiguous elements.
macro_rules! contiguous_shapes {
    ($access:ident, $life:lifetime, [$($receiver:tt)*], $sub:expr, [$reshape:ident]) => {
        /// The same elements under another shape.
        ///
        /// # Errors
        ///
        /// A `ValueError` if that has another number of elements.
        #[inline]
        #[track_caller]
        pub fn $reshape<const M: usize>(
            $($receiver)*,
            dims: [usize; M],
        ) -> Result<SubView<$life, $access, T, M, Contiguous>> {
            $sub.reshape(dims)
        }
    };
}

impl<'a, A: CopyAccess, T: Element, const N: usize, L: Layout> View<'a, Cpu, A, T, Rank<N>, L> {
    shapes!(A, 'a, [self], self.sub_view(), [slice slice_axis step index_axis split_at axis_chunks transpose permute]);
}

impl<T: Element, const N: usize, L: Layout> View<'_, Cpu, Exclusive, T, Rank<N>, L> {
    shapes!(Shared, '_, [&self], self.sub_view(), [slice slice_axis step index_axis split_at axis_chunks transpose permute]);
    shapes!(
        Exclusive, '_, [&mut self], self.sub_view_mut(),
        [slice_mut slice_axis_mut step_mut index_axis_mut split_at_mut axis_chunks_mut transpose_mut permute_mut]
    );
}

impl<'a, A: CopyAccess, T: Element, const N: usize> View<'a, Cpu, A, T, Rank<N>, Contiguous> {
    contiguous_shapes!(A, 'a, [self], self.sub_view(), [reshape]);
}

impl<T: Element, const N: usize> View<'_, Cpu, Exclusive, T, Rank<N>, Contiguous> {
    contiguous_shapes!(Shared, '_, [&self], self.sub_view(), [reshape]);
    contiguous_shapes!(Exclusive, '_, [&mut self], self.sub_view_mut(), [reshape_mut]);
}

impl<T: Element, R, L> View<'_, Cpu, Shared, T, R, L> {
    /// The address of the first element; it may be NULL, or not aligned, where there is none.
    #[inline]
    pub fn as_ptr(self) -> *const T {
        self.address()
    }
}

impl<T: Element, R, L> View<'_, Cpu, Exclusive, T, R, L> {
    /// The address of the first element, to be read; it may be NULL, or not aligned, where there is none.
    #[inline]
    pub fn as_ptr(&self) -> *const T {
        self.address()
    }

    /// The address of the first element; it may be NULL, or not aligned, where there is none.
    #[inline]
    pub fn as_mut_ptr(&mut self) -> *mut T {
        self.address()
    }
}
