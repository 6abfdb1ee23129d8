//! The numbers of a [`TensorMetadata`].

use super::TensorView;
use crate::device::Device;
use crate::tensor_metadata::TensorMetadata;

impl<'a> TensorMetadata<'a> {
    /// The metadata of a tensor.
    #[inline]
    pub(crate) fn of(tensor: TensorView<'a>) -> Self {
        // SAFETY: the tensor is that of a view.
        unsafe { Self::from_raw(tensor.as_raw()) }
    }

    /// Where the elements are.
    #[inline]
    pub(crate) fn device(self) -> Device {
        self.tensor().device()
    }

    /// The tensor, of which no element may be read.
    #[inline]
    pub(crate) fn tensor(self) -> TensorView<'a> {
        // SAFETY: the tensor is that of a view, which was checked.
        unsafe { TensorView::new_unchecked(self.as_raw()) }
    }

    /// The extents of the dimensions.
    #[inline]
    pub fn shape(self) -> &'a [i64] {
        self.tensor().shape()
    }

    /// The number of dimensions.
    #[inline]
    pub fn ndim(self) -> usize {
        self.tensor().ndim()
    }
}
