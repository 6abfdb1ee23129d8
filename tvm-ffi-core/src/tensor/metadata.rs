//! [`TensorMetadata`]: a tensor without a way to its elements.

use super::TensorView;

/// Shape, strides, dtype, device, and address of a tensor.
///
/// Every parameter of tensors gives this out, those that write too. Unlike a [`TensorView`] it does not narrow to a view, so that
/// safe code cannot read elements through it that the parameter writes.
#[derive(Clone, Copy)]
pub struct TensorMetadata<'a>(TensorView<'a>);

impl<'a> TensorMetadata<'a> {
    /// The metadata of a tensor.
    #[inline(always)]
    pub(crate) fn of(tensor: TensorView<'a>) -> Self {
        Self(tensor)
    }

    /// The tensor, of which no element may be read.
    #[inline(always)]
    pub(crate) fn tensor(self) -> TensorView<'a> {
        self.0
    }

    /// The extents of the dimensions.
    #[inline(always)]
    pub fn shape(self) -> &'a [i64] {
        self.0.shape()
    }

    /// The number of dimensions.
    #[inline(always)]
    pub fn ndim(self) -> usize {
        self.0.ndim()
    }
}
