//! Conversions between views and those of `ndarray`.
//!
//! Views of any strides convert without a copy, negative ones too. What has no `DLTensor`, that is all views that come from
//! `ndarray`, becomes a [`SubView`]. An array becomes a [`Tensor`] by being copied.
//!
//! In debug builds `ndarray` asserts that the strides of a mutable view do not overlap, and takes some that are interleaved for
//! such.
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
    Array, ArrayBase, ArrayView, ArrayViewMut, Axis, Data, Dim, Dimension, IxDyn, RawArrayView,
    RawArrayViewMut, ShapeBuilder,
};

use super::typed::grid::Grid;
use super::typed::{Cpu, Dyn, Exclusive, Layout, Rank, Shared, Strided, SubView, View};
use super::{Element, Tensor};
use crate::error::{Error, Result};

/// Elements as `ndarray` describes them: from the lowest address on, with strides that are not negative, and axes that are inverted
/// afterwards.
struct Description<T, D> {
    lowest: *mut T,
    dim: D,
    strides: D,
    inverted: Vec<Axis>,
}

impl<T, D: Dimension> Description<T, D> {
    /// # Panics
    ///
    /// If there are no elements, and yet extents that `ndarray` cannot count.
    #[track_caller]
    fn new(address: *mut T, dims: &[usize], strides: &[isize]) -> Self {
        let product = |product: isize, dim: &usize| product.checked_mul(isize::try_from(*dim).ok()?);
        let countable = dims.iter().filter(|dim| **dim != 0).try_fold(1, product);
        assert!(countable.is_some(), "shape {dims:?} is beyond what ndarray can count");
        let is_empty = dims.contains(&0);
        let mut new = Self {
            // Nothing is there to be pointed to, and the address may be NULL.
            lowest: if is_empty { NonNull::dangling().as_ptr() } else { address },
            dim: D::zeros(dims.len()),
            strides: D::zeros(dims.len()),
            inverted: Vec::new(),
        };
        new.dim.slice_mut().copy_from_slice(dims);
        for (axis, (dim, stride)) in dims.iter().zip(strides).enumerate() {
            // The stride along a dimension with one element is irrelevant, and may be any number.
            if *dim > 1 && !is_empty {
                new.strides[axis] = stride.unsigned_abs();
                if *stride < 0 {
                    new.lowest = new.lowest.wrapping_offset(stride * (*dim as isize - 1));
                    new.inverted.push(Axis(axis));
                }
            }
        }
        new
    }
}

macro_rules! to_ndarray {
    ($($access:ident $array:ident $raw:ident $deref:ident;)*) => {$(
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
                let Grid { address, dims, strides } = view.grid();
                let description = Description::<T, Dim<[usize; N]>>::new(address, &dims, &strides);
                to_ndarray!(description, $raw $deref)
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
                let description = Description::<T, IxDyn>::new(view.address(), &dims, &strides);
                to_ndarray!(description, $raw $deref)
            }
        }
    )*};
    ($description:expr, $raw:ident $deref:ident) => {{
        let Description { lowest, dim, strides, inverted } = $description;
        // SAFETY: Grid validity: from the lowest element the same elements are reached by the strides that are not negative.
        let mut array = unsafe { $raw::from_shape_ptr(dim.strides(strides), lowest) };
        inverted.into_iter().for_each(|axis| array.invert_axis(axis));
        // SAFETY: View validity for `'a`, with the same access; an exclusive view ends here.
        unsafe { array.$deref() }
    }};
}

to_ndarray! {
    Shared ArrayView RawArrayView deref_into_view;
    Exclusive ArrayViewMut RawArrayViewMut deref_into_view_mut;
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
        // SAFETY: the array, which ends here, may write these elements for `'a`, no other code reaches them, and none is reached
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

#[cfg(test)]
mod tests {
    use ndarray::{ArrayView2, ArrayViewD, ArrayViewMut2, s};

    use super::super::tests::fixture::Fixture;
    use super::super::typed::{CpuSubView, CpuSubViewMut, CpuView, CpuViewD};
    use super::*;

    #[test]
    fn elements_are_the_same_in_both_directions() {
        let fixture = Fixture::new(vec![0, 1, 2, 3, 4, 5], &[2, 3]);
        let view: CpuView<'_, i32, 2> = fixture.view().try_cpu().unwrap();
        let array = ArrayView2::from(view);
        assert!(array.iter().copied().eq(0..6));
        let flipped = CpuSubView::<'_, i32, 2, Strided>::from(array.slice(s![..;-1, ..;-2]));
        assert!(flipped.iter().copied().eq([5, 3, 2, 0]));
        assert!(ArrayView2::from(flipped).iter().copied().eq([5, 3, 2, 0]));

        let fixture = Fixture::new(vec![0, 1, 2], &[2, 3, 1]).with_strides(&[0, -1, 77]);
        let fixture = fixture.with(|raw| raw.byte_offset = 8);
        let view: CpuViewD<'_, i32, Strided> = fixture.view().try_cpu_strided_dyn().unwrap();
        assert!(ArrayViewD::from(view).iter().copied().eq([2, 1, 0, 2, 1, 0]));
    }

    #[test]
    fn elements_are_written_in_both_directions() {
        let mut fixture = Fixture::new(vec![0, 1, 2, 3, 4, 5], &[2, 3]);
        let mut array = ArrayViewMut2::from(fixture.exclusive::<2, Strided>());
        array[[0, 1]] = 10;
        let mut view = CpuSubViewMut::<'_, i32, 2, Strided>::from(array.slice_mut(s![.., ..;-1]));
        view.iter_mut().for_each(|element| *element += 1);
        view[[0, 0]] = 30;
        assert_eq!(fixture.elements, [1, 11, 30, 4, 5, 6]);
    }

    #[test]
    fn views_without_elements_convert() {
        let fixture = Fixture::<f32>::new(vec![], &[0, 3]).with_strides(&[i64::MAX, -5]);
        let fixture = fixture.with(|raw| raw.data = core::ptr::null_mut());
        let view: CpuView<'_, f32, 2, Strided> = fixture.view().try_cpu_strided().unwrap();
        assert_eq!(ArrayView2::from(view).shape(), [0, 3]);
    }
}
