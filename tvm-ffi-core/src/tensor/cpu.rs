//! [`CpuView`]: a tensor in host memory, with its element type and rank.

use core::fmt;
use core::marker::PhantomData;

use super::{Element, TensorView, layout};
use crate::convert::Mismatch;
use crate::device::Device;
use crate::dtype::DType;
use crate::error::Result;
use crate::function::{Argument, IntoArgument};

/// Marks views whose elements lie in order, without gaps.
#[derive(Debug)]
pub enum Contiguous {}

/// A tensor in host memory that is borrowed to be read, with elements of type `T` and `N` dimensions.
///
/// ```
/// # fn main() -> tvm_ffi_core::Result<()> {
/// use tvm_ffi_core::{CpuView, Tensor};
/// let tensor = Tensor::from_vec(vec![1.0f64, 2.0, 4.0], &[3])?;
/// let view: CpuView<'_, f64, 1> = tensor.view().try_cpu()?;
/// assert_eq!(view.as_slice().iter().sum::<f64>(), 7.0);
/// # Ok(()) }
/// ```
// Invariant: dtype, rank, device, layout, and alignment have been checked.
pub struct CpuView<'a, T, const N: usize, L = Contiguous> {
    tensor: TensorView<'a>,
    elements: PhantomData<&'a [T]>,
    layout: PhantomData<L>,
}

impl<T, const N: usize, L> Clone for CpuView<'_, T, N, L> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const N: usize, L> Copy for CpuView<'_, T, N, L> {}

impl<T, const N: usize, L> fmt::Debug for CpuView<'_, T, N, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tensor.write("CpuView", f)
    }
}

impl<'a> TensorView<'a> {
    /// Narrows the view to host memory, contiguous elements of type `T`, and `N` dimensions.
    ///
    /// # Errors
    ///
    /// A `TypeError` for another dtype. A `ValueError` for another rank or device, for elements that are not contiguous, and
    /// for memory that is not aligned for `T`.
    #[inline]
    #[track_caller]
    pub fn try_cpu<T: Element, const N: usize>(self) -> Result<CpuView<'a, T, N>> {
        if fits(self, T::DTYPE, N, align_of::<T>()) {
            return Ok(CpuView { tensor: self, elements: PhantomData, layout: PhantomData });
        }
        Err(explain(self, T::DTYPE, N, align_of::<T>()).into_error())
    }
}

/// Whether a tensor is contiguous host memory with this dtype, rank, and alignment.
#[inline(always)]
fn fits(tensor: TensorView<'_>, dtype: DType, ndim: usize, align: usize) -> bool {
    tensor.dtype().to_bits() == dtype.to_bits()
        && tensor.ndim() == ndim
        && tensor.device().is_cpu()
        && tensor.is_contiguous()
        && is_aligned(tensor, align)
}

/// An address does not matter where there is no element.
#[inline(always)]
fn is_aligned(tensor: TensorView<'_>, align: usize) -> bool {
    tensor.first_element().addr().is_multiple_of(align) || tensor.numel() == 0
}

/// Why a tensor does not [fit](fits).
#[cold]
#[inline(never)]
fn explain(tensor: TensorView<'_>, dtype: DType, ndim: usize, align: usize) -> Mismatch {
    if tensor.dtype() != dtype {
        return Mismatch::type_error(format!("dtype is {:?}, expected {dtype}", tensor.dtype()));
    }
    Mismatch::value_error(if tensor.ndim() != ndim {
        format!("ndim is {}, expected {ndim} (shape is {:?})", tensor.ndim(), tensor.shape())
    } else if !tensor.device().is_cpu() {
        format!("device is {}, expected cpu", tensor.device())
    } else if !tensor.is_contiguous() {
        let (strides, shape) = (tensor.strides(), tensor.shape());
        let expected = layout::contiguous_strides(shape);
        format!("strides are {strides:?}, expected {expected:?} (contiguous, shape is {shape:?})")
    } else {
        let address = tensor.first_element();
        format!("data + byte_offset is {address:p}, expected a multiple of {align} (alignment of {dtype})")
    })
}

impl<'a, T: Element, const N: usize, L> CpuView<'a, T, N, L> {
    /// The view without element type and rank.
    #[inline(always)]
    pub fn as_tensor(self) -> TensorView<'a> {
        self.tensor
    }

    /// The extents of the dimensions.
    #[inline(always)]
    pub fn shape(self) -> &'a [i64] {
        self.extents()
    }

    #[inline(always)]
    fn extents(self) -> &'a [i64; N] {
        match self.tensor.shape().first_chunk() {
            Some(extents) => extents,
            // The invariant: there are `N` dimensions.
            None => unreachable!(),
        }
    }

    /// The extents of the dimensions, to be taken apart: `let [rows, columns] = x.dims();`.
    #[inline(always)]
    pub fn dims(self) -> [usize; N] {
        self.extents().map(|extent| extent as usize)
    }

    /// The extent of a dimension.
    ///
    /// # Panics
    ///
    /// If there is no such dimension.
    #[inline(always)]
    #[track_caller]
    pub fn dim(self, index: usize) -> usize {
        self.extents()[index] as usize
    }

    /// The number of dimensions.
    #[inline(always)]
    pub fn ndim(self) -> usize {
        N
    }

    /// The number of elements.
    #[inline(always)]
    pub fn numel(self) -> usize {
        layout::numel(self.extents())
    }

    /// The type of the elements.
    #[inline(always)]
    pub fn dtype(self) -> DType {
        T::DTYPE
    }

    /// Where the elements are.
    #[inline(always)]
    pub fn device(self) -> Device {
        self.tensor.device()
    }

    /// The address of the first element; it may be NULL, or not aligned, where there is none.
    #[inline(always)]
    pub fn as_ptr(self) -> *const T {
        self.tensor.first_element().cast_const().cast()
    }
}

impl<'a, T: Element, const N: usize> CpuView<'a, T, N, Contiguous> {
    /// The elements in order.
    #[inline]
    pub fn as_slice(self) -> &'a [T] {
        let numel = self.numel();
        if numel == 0 {
            return &[];
        }
        // SAFETY: the invariant: so many elements of this type lie there without gaps, aligned, in less than `isize::MAX`
        // bytes; Element validity: they are allocated for `'a`, and nobody writes them.
        unsafe { core::slice::from_raw_parts(self.as_ptr(), numel) }
    }
}

impl<T: Element, const N: usize, L> IntoArgument for CpuView<'_, T, N, L> {
    #[inline]
    fn into_argument<'a>(self) -> Argument<'a>
    where
        Self: 'a,
    {
        self.tensor.into_argument()
    }
}
