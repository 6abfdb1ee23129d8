//! Where the elements of a tensor lie.

use super::TensorView;
use crate::tensor_search::Span;

impl Span {
    /// `None` if there are no elements.
    pub(crate) fn of(tensor: TensorView<'_>) -> Option<Self> {
        if tensor.numel() == 0 {
            return None;
        }
        let device = tensor.device();
        let (buffer, first) = match device.has_handles() {
            true => (tensor.data_ptr().addr(), i128::from(tensor.byte_offset())),
            false => (0, tensor.first_element().addr() as i128),
        };
        let (lowest, highest) = match tensor.given_strides() {
            Some(strides) => reached(tensor.shape(), strides),
            // The number of elements was checked to fit memory.
            None => (0, tensor.numel() as i128 - 1),
        };
        let bits = i128::from(tensor.dtype().element_bits());
        let start = first.saturating_add(lowest.saturating_mul(bits).div_euclid(8));
        // The byte in which the last element ends; elements of less than a byte are packed.
        let behind = highest.saturating_add(1).saturating_mul(bits).saturating_add(7).div_euclid(8);
        let (end, is_contiguous) = (first.saturating_add(behind), tensor.is_contiguous());
        Some(Self { device, buffer, start, end, is_contiguous })
    }

    /// Whether two tensors share no memory.
    pub(crate) fn is_apart(self, other: Self) -> bool {
        !self.device.may_share_memory(other.device)
            || self.buffer != other.buffer
            || self.end <= other.start
            || other.end <= self.start
    }

    /// The address of the first byte, and the one behind the last.
    #[cfg(test)]
    pub(crate) fn bytes(self) -> (i128, i128) {
        (self.start, self.end)
    }

    /// The first byte, and the number of bytes, as far as addresses go. A buffer that `data` is a handle of counts as its address.
    pub(crate) fn range(self) -> (usize, usize) {
        let [start, end] = [self.start, self.end].map(|at| at.saturating_add(self.buffer as i128));
        let start = start.clamp(0, usize::MAX as i128);
        let size = end.clamp(start, usize::MAX as i128) - start;
        (start as usize, size as usize)
    }
}

/// The lowest and the highest element, counted from the first.
fn reached(shape: &[i64], strides: &[i64]) -> (i128, i128) {
    let (mut lowest, mut highest) = (0i128, 0i128);
    for (extent, stride) in shape.iter().zip(strides) {
        let reach = (i128::from(*extent) - 1) * i128::from(*stride);
        if reach < 0 {
            lowest = lowest.saturating_add(reach);
        } else {
            highest = highest.saturating_add(reach);
        }
    }
    (lowest, highest)
}
