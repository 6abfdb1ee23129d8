//! [`RawTensor`]: an unvalidated `DLTensor`.

use core::ops::Deref;
use core::ptr::NonNull;

use crate::abi::DLTensor;
use crate::any::AnyView;
use crate::tensor::{Defect, TensorView, defect, tensor_of};
use crate::tensor_metadata::TensorMetadata;

/// A tensor of a call, of which nothing has been checked.
// Invariant: DLTensor validity for `'a`.
#[derive(Clone, Copy)]
pub(super) struct RawTensor<'a>(&'a DLTensor);

impl<'a> RawTensor<'a> {
    /// The tensor in a value, if there is one.
    pub(super) fn of_value(view: AnyView<'a>) -> Option<Self> {
        // SAFETY: AnyView validity: a live `DLTensor`.
        tensor_of(view).map(|tensor| Self(unsafe { tensor.as_ref() }))
    }

    /// The extents of a tensor whose rank has been checked.
    pub(super) fn extents(self) -> &'a [i64] {
        match usize::try_from(self.ndim) {
            Ok(ndim @ 1..) if !self.shape.is_null() => {
                // SAFETY: the invariant: there are `ndim` extents.
                unsafe { core::slice::from_raw_parts(self.shape, ndim) }
            }
            _ => &[],
        }
    }

    /// What is wrong with the numbers, if anything is.
    pub(super) fn defect(self) -> Option<Defect> {
        // SAFETY: the invariant.
        unsafe { defect(self.0) }
    }

    /// The tensor, if its numbers are possible.
    pub(super) fn valid(self) -> Option<TensorView<'a>> {
        // SAFETY: the invariant.
        unsafe { TensorView::new_if_valid(NonNull::from(self.0)) }
    }
}

impl<'a> From<TensorMetadata<'a>> for RawTensor<'a> {
    fn from(tensor: TensorMetadata<'a>) -> Self {
        Self(tensor.tensor().raw())
    }
}

impl Deref for RawTensor<'_> {
    type Target = DLTensor;

    fn deref(&self) -> &DLTensor {
        self.0
    }
}
