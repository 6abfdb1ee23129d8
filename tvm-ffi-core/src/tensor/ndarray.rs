//! Conversions between views and those of `ndarray`.
//!
//! Views of any strides convert without a copy, negative ones too. What has no `DLTensor`, that is all views that come from
//! `ndarray`, becomes a [`SubView`]. An array becomes a [`Tensor`] by being copied.
//!
//! ```
//! use ndarray::{ArrayView2, array, s};
//! use tvm_ffi_core::{CpuSubView, Strided, Tensor};
//!
//! # fn main() -> tvm_ffi_core::Result<()> {
//! let tensor = Tensor::try_from(array![[1.0f32, 2.0], [3.0, 4.0]])?;
//! let view: ArrayView2<'_, f32> = tensor.view().try_cpu::<f32, 2>()?.into();
//! assert_eq!(view.sum(), 10.0);
//! let flipped = CpuSubView::<'_, f32, 2, Strided>::from(view.slice(s![.., ..;-1]));
//! assert_eq!(flipped[[0, 0]], 2.0);
//! # Ok(()) }
//! ```

use core::ptr::NonNull;

use ndarray::{
    Array, ArrayBase, ArrayView, ArrayViewMut, Axis, Data, Dim, Dimension, IxDyn, RawArrayViewMut,
    ShapeBuilder,
};

use super::typed::grid::Grid;
use super::typed::{Cpu, Dyn, Exclusive, Layout, Rank, Shared, Strided, SubView, View};
use super::{Element, Tensor};
use crate::error::{Error, Result};

/// The elements as `ndarray` describes them.
///
/// # Panics
///
/// If there are no elements, and yet extents that `ndarray` cannot count.
///
/// # Safety
///
/// Grid validity.
#[track_caller]
unsafe fn raw<T, D: Dimension>(address: *mut T, dims: &[usize], strides: &[isize]) -> RawArrayViewMut<T, D> {
    let countable = dims
        .iter()
        .filter(|dim| **dim != 0)
        .try_fold(1isize, |product, dim| product.checked_mul(isize::try_from(*dim).ok()?));
    assert!(countable.is_some(), "shape {dims:?} is beyond what ndarray can count");
    let (mut dim, mut steps) = (D::zeros(dims.len()), D::zeros(dims.len()));
    dim.slice_mut().copy_from_slice(dims);
    if dims.contains(&0) {
        // SAFETY: there is no element, and no stride leads away from the address.
        return unsafe { RawArrayViewMut::from_shape_ptr(dim.strides(steps), NonNull::dangling().as_ptr()) };
    }
    let mut lowest = address;
    for ((step, stride), dim) in steps.slice_mut().iter_mut().zip(strides).zip(dims) {
        // The stride of one element leads nowhere, and may be any number.
        if *dim > 1 {
            *step = stride.unsigned_abs();
            lowest = lowest.wrapping_offset(if *stride < 0 { stride * (*dim as isize - 1) } else { 0 });
        }
    }
    // SAFETY: Grid validity: from the lowest element the same elements are reached by strides that are not negative.
    let mut array = unsafe { RawArrayViewMut::from_shape_ptr(dim.strides(steps), lowest) };
    for (axis, _) in strides.iter().enumerate().filter(|(axis, stride)| **stride < 0 && dims[*axis] > 1) {
        array.invert_axis(Axis(axis));
    }
    array
}

macro_rules! to_ndarray {
    ($($access:ident $array:ident $deref:ident;)*) => {$(
        impl<'a, T: Element, const N: usize, L> From<SubView<'a, $access, T, N, L>> for $array<'a, T, Dim<[usize; N]>>
        where
            Dim<[usize; N]>: Dimension,
        {
            /// The same elements.
            ///
            /// # Panics
            ///
            /// If there are no elements, and yet extents that `ndarray` cannot count.
            #[track_caller]
            fn from(view: SubView<'a, $access, T, N, L>) -> Self {
                let grid = view.grid();
                // SAFETY: the invariant of the view.
                let array = unsafe { raw(grid.address, &grid.dims, &grid.strides) };
                // SAFETY: View validity for `'a`, with the same access; an exclusive view ends here.
                unsafe { array.$deref() }
            }
        }

        impl<'a, T: Element, const N: usize, L: Layout> From<View<'a, Cpu, $access, T, Rank<N>, L>>
            for $array<'a, T, Dim<[usize; N]>>
        where
            Dim<[usize; N]>: Dimension,
        {
            /// The same elements.
            ///
            /// # Panics
            ///
            /// If there are no elements, and yet extents that `ndarray` cannot count.
            #[track_caller]
            fn from(view: View<'a, Cpu, $access, T, Rank<N>, L>) -> Self {
                view.into_sub_view().into()
            }
        }

        impl<'a, T: Element, L: Layout> From<View<'a, Cpu, $access, T, Dyn, L>> for $array<'a, T, IxDyn> {
            /// The same elements.
            ///
            /// # Panics
            ///
            /// If there are no elements, and yet extents that `ndarray` cannot count.
            #[track_caller]
            fn from(view: View<'a, Cpu, $access, T, Dyn, L>) -> Self {
                let dims: Vec<usize> = view.shape().iter().map(|dim| *dim as usize).collect();
                let strides: Vec<isize> = view.strides().iter().map(|stride| *stride as isize).collect();
                // SAFETY: View validity: the elements are where the tensor says.
                let array = unsafe { raw(view.address(), &dims, &strides) };
                // SAFETY: View validity for `'a`, with the same access; an exclusive view ends here.
                unsafe { array.$deref() }
            }
        }
    )*};
}

to_ndarray! {
    Shared ArrayView deref_into_view;
    Exclusive ArrayViewMut deref_into_view_mut;
}

impl<'a, T: Element, const N: usize> From<ArrayView<'a, T, Dim<[usize; N]>>>
    for SubView<'a, Shared, T, N, Strided>
where
    Dim<[usize; N]>: Dimension,
{
    fn from(array: ArrayView<'a, T, Dim<[usize; N]>>) -> Self {
        let grid = grid(array.as_ptr().cast_mut(), array.shape(), array.strides());
        // SAFETY: the array may read these elements for `'a`, and they are within one allocation.
        unsafe { SubView::from_grid(grid) }
    }
}

impl<'a, T: Element, const N: usize> From<ArrayViewMut<'a, T, Dim<[usize; N]>>>
    for SubView<'a, Exclusive, T, N, Strided>
where
    Dim<[usize; N]>: Dimension,
{
    fn from(mut array: ArrayViewMut<'a, T, Dim<[usize; N]>>) -> Self {
        let grid = grid(array.as_mut_ptr(), array.shape(), array.strides());
        // SAFETY: the array, which ends here, may write these elements for `'a`, nobody else reaches them, and none is reached
        // twice.
        unsafe { SubView::from_grid(grid) }
    }
}

fn grid<T, const N: usize>(address: *mut T, dims: &[usize], strides: &[isize]) -> Grid<T, N> {
    let mut grid = Grid { address, dims: [0; N], strides: [0; N] };
    grid.dims.copy_from_slice(dims);
    grid.strides.copy_from_slice(strides);
    grid
}

impl Tensor {
    /// A tensor in host memory with the elements of an array, which are copied.
    ///
    /// # Errors
    ///
    /// Those of [`empty`](Self::empty).
    #[track_caller]
    pub fn from_ndarray<T: Element, D: Dimension>(array: &ArrayBase<impl Data<Elem = T>, D>) -> Result<Self> {
        let shape: Vec<i64> = array.shape().iter().map(|dim| *dim as i64).collect();
        let in_order = array.as_standard_layout();
        match in_order.as_slice() {
            Some(elements) => Self::from_slice(elements, &shape),
            None => Self::from_vec(in_order.iter().copied().collect(), &shape),
        }
    }
}

impl<T: Element, D: Dimension> TryFrom<Array<T, D>> for Tensor {
    type Error = Error;

    /// See [`from_ndarray`](Self::from_ndarray).
    #[track_caller]
    fn try_from(array: Array<T, D>) -> Result<Self> {
        Self::from_ndarray(&array)
    }
}
