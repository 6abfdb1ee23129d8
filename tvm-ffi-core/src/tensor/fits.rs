//! Why a tensor is not of the type of a view.

use super::{TensorView, layout, overlap};
use crate::convert::{AccessKind, LayoutKind, Mismatch, TensorType};
use crate::device::Device;

/// Why a tensor does not fit a view, in the order of the checks.
#[derive(Clone, Copy)]
enum Misfit {
    Rank,
    DType,
    Device,
    NotContiguous,
    BeyondMemory,
    NotAligned,
    ReachesTwice,
}

impl TensorView<'_> {
    /// Why the tensor is not of a type.
    #[cold]
    #[inline(never)]
    pub(super) fn explain(self, wanted: &TensorType) -> Mismatch {
        match misfit(self, wanted) {
            Some(misfit) => describe(self, wanted, misfit),
            None => Mismatch::type_error("the tensor changed while it was decoded"),
        }
    }

    /// The layout is not contiguous.
    #[cold]
    #[inline(never)]
    pub(crate) fn explain_strides(self) -> Mismatch {
        describe(self, &TensorType::ANY, Misfit::NotContiguous)
    }

    /// That elements are not [within memory](Self::is_within_memory).
    #[cold]
    #[inline(never)]
    pub(crate) fn explain_reach(self) -> Mismatch {
        describe(self, &TensorType::ANY, Misfit::BeyondMemory)
    }

    /// That it [reaches an element twice](Self::reaches_twice).
    #[cold]
    #[inline(never)]
    pub(crate) fn explain_twice(self) -> Mismatch {
        describe(self, &TensorType::ANY, Misfit::ReachesTwice)
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

fn misfit(tensor: TensorView<'_>, wanted: &TensorType) -> Option<Misfit> {
    let is_strided = matches!(wanted.layout, Some(LayoutKind::Strided));
    let is_exclusive = matches!(wanted.access, AccessKind::Exclusive);
    if wanted.ndim.is_some_and(|ndim| ndim != tensor.ndim()) {
        Some(Misfit::Rank)
    } else if wanted.dtype.is_some_and(|dtype| dtype.to_bits() != tensor.dtype().to_bits()) {
        Some(Misfit::DType)
    } else if wanted.device.is_some_and(|device_type| !tensor.device().is_of_type(device_type)) {
        Some(Misfit::Device)
    } else if wanted.layout == Some(LayoutKind::Contiguous) && !tensor.is_contiguous() {
        Some(Misfit::NotContiguous)
    } else if is_strided && !tensor.is_within_memory() {
        Some(Misfit::BeyondMemory)
    } else if !tensor.is_aligned(wanted.align) {
        Some(Misfit::NotAligned)
    } else if is_strided && is_exclusive && tensor.reaches_twice() {
        Some(Misfit::ReachesTwice)
    } else {
        None
    }
}

fn describe(tensor: TensorView<'_>, wanted: &TensorType, misfit: Misfit) -> Mismatch {
    let (shape, dtype) = (tensor.shape(), wanted.dtype.unwrap_or(tensor.dtype()));
    Mismatch::value_error(match misfit {
        Misfit::DType => {
            return Mismatch::type_error(format!("dtype is {:?}, expected {dtype}", tensor.dtype()));
        }
        Misfit::Rank => {
            let expected = wanted.ndim.unwrap_or_default();
            format!("ndim is {}, expected {expected} (shape is {shape:?})", tensor.ndim())
        }
        Misfit::Device => {
            let expected = Device::new(wanted.device.unwrap_or_default(), 0);
            format!("device is {}, expected {}", tensor.device(), expected.kind().unwrap_or("another"))
        }
        Misfit::NotContiguous => {
            let expected = layout::contiguous_strides(shape);
            format!(
                "strides are {:?}, expected {expected:?} (contiguous, shape is {shape:?})",
                tensor.strides()
            )
        }
        Misfit::BeyondMemory => {
            format!("strides are {:?}, which reach beyond memory (shape is {shape:?})", tensor.strides())
        }
        Misfit::NotAligned => {
            return tensor.explain_alignment(wanted.align, &format!("alignment of {dtype}"));
        }
        Misfit::ReachesTwice => {
            format!("strides are {:?}, which reach an element twice (shape is {shape:?})", tensor.strides())
        }
    })
}
