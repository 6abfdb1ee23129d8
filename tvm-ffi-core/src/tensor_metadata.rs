//! [`TensorMetadata`]: the shape, strides, dtype, and device of a tensor, without its elements.

use core::marker::PhantomData;
use core::ptr::NonNull;

use crate::abi::DLTensor;

/// Shape, strides, dtype, device, and address of a tensor.
///
/// Every parameter of tensors gives this out, those that write too. Unlike a [`TensorView`](crate::TensorView) it does not narrow to a
/// view, so that safe code cannot read elements through it that the parameter writes.
// Invariant: that of `TensorView`, which alone makes it.
#[derive(Clone, Copy)]
pub struct TensorMetadata<'a> {
    tensor: NonNull<DLTensor>,
    marker: PhantomData<&'a DLTensor>,
}

// SAFETY: metadata is immutable for `'a`.
unsafe impl Send for TensorMetadata<'_> {}
// SAFETY: as above.
unsafe impl Sync for TensorMetadata<'_> {}

impl TensorMetadata<'_> {
    /// The metadata of a tensor.
    ///
    /// # Safety
    ///
    /// The tensor is that of a `TensorView` with the same lifetime.
    #[inline]
    pub(crate) unsafe fn from_raw(tensor: NonNull<DLTensor>) -> Self {
        Self { tensor, marker: PhantomData }
    }

    /// The tensor, of which no element may be read.
    #[inline]
    pub(crate) fn as_raw(self) -> NonNull<DLTensor> {
        self.tensor
    }
}
