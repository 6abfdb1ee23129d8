//! [`TensorMut`]: a tensor without another owner.

use core::fmt;

use super::typed::{Contiguous, CpuViewMut, CpuViewMutD, Strided, View};
use super::{Element, Tensor, TensorView};
use crate::any::Any;
use crate::convert::{FfiType, IntoAny, Kind, TypeFacts, TypeTag};
use crate::device::Device;
use crate::dtype::DType;
use crate::error::Result;

/// A new tensor, which no other code has: it can be written.
///
/// [`freeze`](Self::freeze) makes the [`Tensor`] that it becomes when it is done, and so does returning it.
///
/// ```
/// # fn main() -> tvm_ffi_core::Result<()> {
/// use tvm_ffi_core::{DType, Device, Tensor, TensorMut};
/// let mut tensor = TensorMut::zeros(DType::F32, Device::cpu(), &[2, 2])?;
/// let mut view = tensor.try_cpu_mut::<f32, 2>()?;
/// view[[0, 1]] = 1.0;
/// let tensor: Tensor = tensor.freeze();
/// assert_eq!(tensor.view().try_cpu::<f32, 2>()?.as_slice(), [0.0, 1.0, 0.0, 0.0]);
/// # Ok(()) }
/// ```
// Invariant: no other reference to the object exists, and no other code has the elements.
pub struct TensorMut(Tensor);

impl TensorMut {
    /// Wraps a tensor that has one reference and does not share its elements.
    pub(super) fn new(tensor: Tensor) -> Self {
        Self(tensor)
    }

    /// A tensor whose elements are to be written, see [`Tensor::empty`].
    ///
    /// # Errors
    ///
    /// Those of [`Tensor::empty`].
    #[track_caller]
    pub fn empty(dtype: DType, device: Device, shape: &[i64]) -> Result<Self> {
        Tensor::empty(dtype, device, shape).map(Self)
    }

    /// A tensor of zeros, in host memory.
    ///
    /// # Errors
    ///
    /// Those of [`Tensor::zeros`].
    #[track_caller]
    pub fn zeros(dtype: DType, device: Device, shape: &[i64]) -> Result<Self> {
        Tensor::zeros(dtype, device, shape).map(Self)
    }

    /// A tensor in host memory with these elements, in order. They are copied.
    ///
    /// # Errors
    ///
    /// Those of [`Tensor::from_slice`].
    #[track_caller]
    pub fn from_slice<T: Element>(elements: &[T], shape: &[i64]) -> Result<Self> {
        Tensor::from_slice(elements, shape).map(Self)
    }

    /// A tensor in host memory with these elements, in order.
    ///
    /// # Errors
    ///
    /// Those of [`Tensor::from_slice`].
    #[track_caller]
    pub fn from_vec<T: Element>(elements: Vec<T>, shape: &[i64]) -> Result<Self> {
        Tensor::from_vec(elements, shape).map(Self)
    }

    /// A tensor in host memory whose elements are given by their indices.
    ///
    /// # Errors
    ///
    /// Those of [`Tensor::from_fn`].
    #[track_caller]
    pub fn from_fn<T: Element, const N: usize>(
        dims: [usize; N],
        element: impl FnMut([usize; N]) -> T,
    ) -> Result<Self> {
        Tensor::from_fn(dims, element).map(Self)
    }

    /// A view of the tensor, to be read.
    #[inline]
    pub fn view(&self) -> TensorView<'_> {
        self.0.view()
    }

    /// The tensor as contiguous elements of type `T` in `N` dimensions, to be written.
    ///
    /// # Errors
    ///
    /// As [`TensorView::try_cpu`].
    #[inline]
    #[track_caller]
    pub fn try_cpu_mut<T: Element, const N: usize>(&mut self) -> Result<CpuViewMut<'_, T, N, Contiguous>> {
        // SAFETY: the invariant; the tensor is not used as long as the view.
        unsafe { View::assume(self.0.view()) }
    }

    /// The same, of the type that kernels take which do not want their elements in order.
    ///
    /// # Errors
    ///
    /// As [`TensorView::try_cpu_strided`].
    #[inline]
    #[track_caller]
    pub fn try_cpu_mut_strided<T: Element, const N: usize>(
        &mut self,
    ) -> Result<CpuViewMut<'_, T, N, Strided>> {
        // SAFETY: the invariant; the tensor is not used as long as the view.
        unsafe { View::assume(self.0.view()) }
    }

    /// The tensor as contiguous elements of type `T`, to be written.
    ///
    /// # Errors
    ///
    /// As [`TensorView::try_cpu`], for any rank.
    #[inline]
    #[track_caller]
    pub fn try_cpu_mut_dyn<T: Element>(&mut self) -> Result<CpuViewMutD<'_, T, Contiguous>> {
        // SAFETY: the invariant; the tensor is not used as long as the view.
        unsafe { View::assume(self.0.view()) }
    }

    /// The tensor as one that can be shared, and is not written any more.
    #[inline]
    pub fn freeze(self) -> Tensor {
        self.0
    }
}

impl From<TensorMut> for Tensor {
    fn from(tensor: TensorMut) -> Self {
        tensor.freeze()
    }
}

impl fmt::Debug for TensorMut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.view().write("TensorMut", f)
    }
}

impl FfiType for TensorMut {
    const TAG: &'static TypeTag = Tensor::TAG;
    const FACTS: TypeFacts<Self> = TypeFacts::of(Kind::Tensor);
}

impl IntoAny for TensorMut {
    #[inline]
    fn into_any(self) -> Any {
        self.freeze().into_any()
    }
}
