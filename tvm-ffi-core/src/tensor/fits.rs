//! What is wrong with a tensor: the checks of one tensor that explain a mismatch, in the order in which they are made, and their messages.

use super::{TensorView, layout, overlap};
use crate::convert::{AccessKind, LayoutKind, Mismatch, TensorType, format_message};
use crate::device::Device;
use crate::dtype::DType;

/// Says that a tensor has another rank.
pub(crate) fn rank_mismatch(ndim: usize, expected: usize, or_more: bool, shape: &[i64]) -> Mismatch {
    let or_more = if or_more { " or more" } else { "" };
    Mismatch::value_error(format_message!(
        "ndim is ",
        ndim,
        ", expected ",
        expected,
        or_more,
        " (shape is ",
        shape,
        ")"
    ))
}

/// Says that a tensor has another dtype.
pub(crate) fn dtype_mismatch(found: DType, expected: &str) -> Mismatch {
    Mismatch::type_error(format_message!("dtype is ", found, ", expected ", expected))
}

/// Says that a tensor is on another device.
pub(crate) fn device_mismatch(found: Device, expected: &str) -> Mismatch {
    Mismatch::value_error(format_message!("device is ", found, ", expected ", expected))
}

/// The name of a type of devices.
pub(crate) fn device_type_name(device_type: i32) -> &'static str {
    Device::new(device_type, 0).kind().unwrap_or("another")
}

impl TensorView<'_> {
    /// Why the tensor is not of a type.
    #[cold]
    #[inline(never)]
    pub(super) fn explain(self, wanted: &TensorType) -> Mismatch {
        let (ndim, dtype, device) = (self.ndim(), self.dtype(), self.device());
        let is_strided = matches!(wanted.layout, Some(LayoutKind::Strided));
        let is_exclusive = matches!(wanted.access, AccessKind::Exclusive);
        if let Some(expected) = wanted.ndim.filter(|expected| *expected != ndim) {
            rank_mismatch(ndim, expected, false, self.shape())
        } else if let Some(expected) = wanted.dtype.filter(|expected| expected.to_bits() != dtype.to_bits()) {
            dtype_mismatch(dtype, &expected.name())
        } else if let Some(expected) = wanted.device.filter(|expected| !device.is_of_type(*expected)) {
            device_mismatch(device, device_type_name(expected))
        } else if wanted.layout == Some(LayoutKind::Contiguous) && !self.is_contiguous() {
            self.explain_strides()
        } else if is_strided && !self.is_within_memory() {
            self.explain_reach()
        } else if !self.is_aligned(wanted.align) {
            self.explain_alignment(
                wanted.align,
                &format_message!("alignment of ", wanted.dtype.unwrap_or(dtype)),
            )
        } else if is_strided && is_exclusive && self.reaches_twice() {
            self.explain_twice()
        } else {
            Mismatch::type_error("the tensor changed while it was decoded")
        }
    }

    /// Says that the layout is not contiguous.
    #[cold]
    #[inline(never)]
    pub(crate) fn explain_strides(self) -> Mismatch {
        let expected = layout::contiguous_strides(self.shape());
        let expected =
            format_message!(", expected ", &expected[..], " (contiguous, shape is ", self.shape(), ")");
        self.strides_mismatch(&expected)
    }

    /// Says that elements are not [within memory](Self::is_within_memory).
    #[cold]
    pub(crate) fn explain_reach(self) -> Mismatch {
        self.strides_mismatch(&format_message!(", which reach beyond memory (shape is ", self.shape(), ")"))
    }

    /// Says that it [reaches an element twice](Self::reaches_twice).
    #[cold]
    pub(crate) fn explain_twice(self) -> Mismatch {
        self.strides_mismatch(&format_message!(
            ", which reach an element twice (shape is ",
            self.shape(),
            ")"
        ))
    }

    fn strides_mismatch(self, what: &str) -> Mismatch {
        Mismatch::value_error(format_message!("strides are ", &self.strides()[..], what))
    }

    /// Whether every element can be reached from the first without going beyond memory.
    pub(crate) fn is_within_memory(self) -> bool {
        let size = self.dtype().size_in_bytes(1).unwrap_or(usize::MAX);
        match self.given_strides() {
            Some(strides) => layout::reach(self.shape(), strides, size).is_some(),
            None => true,
        }
    }

    /// Whether two indices lead to one element. The tensor [is within memory](Self::is_within_memory).
    pub(crate) fn reaches_twice(self) -> bool {
        match self.given_strides() {
            Some(strides) => overlap::reaches_twice(self.shape(), strides),
            None => false,
        }
    }

    /// Whether the address of the first element is a multiple of `align`, a power of two. It does not matter where there is no
    /// element. Where `data` is a handle, the offset in the buffer counts.
    #[inline(always)]
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
