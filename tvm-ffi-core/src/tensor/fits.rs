//! Whether a tensor is of a type, and if not, why: the checks of one tensor, in the order in which they are made, and their messages.

use core::ptr::NonNull;

use super::{TensorView, layout, overlap};
use crate::abi::DLTensor;
use crate::convert::{AccessKind, LayoutKind, Mismatch, TensorType};
use crate::device::Device;
use crate::dtype::DType;

/// Says that a tensor has another rank.
pub(crate) fn rank_mismatch(ndim: usize, expected: usize, or_more: bool, shape: &[i64]) -> Mismatch {
    let or_more = if or_more { " or more" } else { "" };
    Mismatch::value_error(format!("ndim is {ndim}, expected {expected}{or_more} (shape is {shape:?})"))
}

/// Says that a tensor has another dtype.
pub(crate) fn dtype_mismatch(found: DType, expected: &str) -> Mismatch {
    Mismatch::type_error(format!("dtype is {found:?}, expected {expected}"))
}

/// Says that a tensor is on another device.
pub(crate) fn device_mismatch(found: Device, expected: &str) -> Mismatch {
    Mismatch::value_error(format!("device is {found}, expected {expected}"))
}

/// The name of a type of devices.
pub(crate) fn device_type_name(device_type: i32) -> &'static str {
    Device::new(device_type, 0).kind().unwrap_or("another")
}

/// What a type asks of a tensor that the tensor does not have.
enum Misfit {
    Rank(usize),
    DType(DType),
    Device(i32),
    Layout,
    Alignment,
}

/// Whether a tensor, which nothing is known of, is of a type. Tensors in the usual form are decided inline, see
/// [`fast_path`](super::typed).
///
/// # Safety
///
/// DLTensor validity.
#[cold]
#[inline(never)]
pub(super) unsafe fn fits(tensor: NonNull<DLTensor>, wanted: &TensorType) -> bool {
    // SAFETY: the caller's contract; the view is used for its metadata only, and ends here.
    let tensor = unsafe { TensorView::new_if_valid(tensor) };
    tensor.is_some_and(|tensor| tensor.misfit(wanted).is_none())
}

impl TensorView<'_> {
    /// What a type asks of the tensor that the tensor does not have.
    #[inline]
    fn misfit(self, wanted: &TensorType) -> Option<Misfit> {
        let (ndim, dtype, device) = (self.ndim(), self.dtype(), self.device());
        if let Some(expected) = wanted.ndim.filter(|expected| *expected != ndim) {
            Some(Misfit::Rank(expected))
        } else if let Some(expected) = wanted.dtype.filter(|expected| expected.to_bits() != dtype.to_bits()) {
            Some(Misfit::DType(expected))
        } else if let Some(expected) = wanted.device.filter(|expected| !device.is_of_type(*expected)) {
            Some(Misfit::Device(expected))
        } else if !self.has_layout(wanted) {
            Some(Misfit::Layout)
        } else if !self.is_aligned(wanted.align) {
            Some(Misfit::Alignment)
        } else {
            None
        }
    }

    /// Why the tensor is not of a type.
    #[cold]
    #[inline(never)]
    pub(super) fn explain(self, wanted: &TensorType) -> Mismatch {
        let changed = || Mismatch::type_error("the tensor changed while it was decoded");
        let dtype = self.dtype();
        match self.misfit(wanted) {
            Some(Misfit::Rank(expected)) => rank_mismatch(self.ndim(), expected, false, self.shape()),
            Some(Misfit::DType(expected)) => dtype_mismatch(dtype, &expected.name()),
            Some(Misfit::Device(expected)) => device_mismatch(self.device(), device_type_name(expected)),
            Some(Misfit::Layout) => self.layout_misfit(wanted).unwrap_or_else(changed),
            Some(Misfit::Alignment) => {
                self.explain_alignment(wanted.align, &format!("alignment of {dtype:?}"))
            }
            None => changed(),
        }
    }

    /// Whether the strides are those that a type requires.
    #[inline]
    fn has_layout(self, wanted: &TensorType) -> bool {
        match wanted.layout {
            Some(LayoutKind::Contiguous) => self.is_contiguous(),
            Some(LayoutKind::Strided) => {
                self.is_within_memory() && (wanted.access != AccessKind::Exclusive || !self.reaches_twice())
            }
            None => true,
        }
    }

    /// Why the strides are not those that a type requires, if they are not.
    #[cold]
    pub(crate) fn layout_misfit(self, wanted: &TensorType) -> Option<Mismatch> {
        if self.has_layout(wanted) {
            return None;
        }
        Some(match wanted.layout? {
            LayoutKind::Contiguous => {
                let expected = layout::contiguous_strides(self.shape());
                self.strides_mismatch(&format!("expected {expected:?} (contiguous, "))
            }
            LayoutKind::Strided if !self.is_within_memory() => {
                self.strides_mismatch("which reach beyond memory (")
            }
            LayoutKind::Strided => self.strides_mismatch("which may reach an element twice ("),
        })
    }

    fn strides_mismatch(self, what: &str) -> Mismatch {
        let (strides, shape) = (self.strides(), self.shape());
        Mismatch::value_error(format!("strides are {strides:?}, {what}shape is {shape:?})"))
    }

    /// Whether every element can be reached from the first without going beyond memory.
    fn is_within_memory(self) -> bool {
        let size = self.dtype().size_in_bytes(1).unwrap_or(usize::MAX);
        match self.given_strides() {
            Some(strides) => layout::reach(self.shape(), strides, size).is_some(),
            None => true,
        }
    }

    /// Whether two indices may lead to one element. The tensor [is within memory](Self::is_within_memory).
    fn reaches_twice(self) -> bool {
        match self.given_strides() {
            Some(strides) => overlap::reaches_twice(self.shape(), strides),
            None => false,
        }
    }

    /// Whether the address of the first element is a multiple of `align`, a power of two. It does not matter where there is no
    /// element. Where `data` is a handle, the offset in the buffer counts.
    #[inline]
    pub(crate) fn is_aligned(self, align: usize) -> bool {
        let bits = self.data_ptr().addr() | self.byte_offset() as usize;
        bits & (align - 1) == 0 || self.is_aligned_otherwise(align)
    }

    #[cold]
    #[inline(never)]
    fn is_aligned_otherwise(self, align: usize) -> bool {
        let place = match self.device().has_handles() {
            true => self.byte_offset() as usize,
            false => self.first_element().addr(),
        };
        place.is_multiple_of(align) || self.numel() == 0
    }

    /// That the first element is not [aligned](Self::is_aligned), and what asks for it.
    #[cold]
    pub(crate) fn explain_alignment(self, align: usize, reason: &str) -> Mismatch {
        let place = match self.device().has_handles() {
            true => format!("byte_offset is {}", self.byte_offset()),
            false => format!("data + byte_offset is {:p}", self.first_element()),
        };
        Mismatch::value_error(format!("{place}, expected a multiple of {align} ({reason})"))
    }
}
