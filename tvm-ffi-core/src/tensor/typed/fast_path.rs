//! The check of tensors, which is inlined into exports. It takes few instructions for tensors in the usual form.

use core::ptr::NonNull;

use super::{Access, DeviceMarker, Layout, RankMarker, View};
use crate::abi::DLTensor;
use crate::dtype::DType;
use crate::tensor::{Element, fits};

/// Whether a tensor is of the type of a view.
///
/// # Safety
///
/// DLTensor validity.
#[inline(always)]
pub(super) unsafe fn matches<D: DeviceMarker, A: Access, T: Element, R: RankMarker, L: Layout>(
    tensor: NonNull<DLTensor>,
) -> bool {
    // SAFETY: the caller's contract.
    let raw = unsafe { tensor.as_ref() };
    // SAFETY: the caller's contract.
    if unsafe { is_usual::<D, T, R>(raw) } {
        return true;
    }
    // SAFETY: the caller's contract.
    unsafe { fits::fits(tensor, const { &View::<'_, D, A, T, R, L>::TYPE }) }
}

/// Whether a tensor is contiguous, of this type, and in the usual form, with strides and memory. Such a tensor is of the type of all
/// views, whatever their layout and access are.
///
/// # Safety
///
/// DLTensor validity.
#[inline(always)]
unsafe fn is_usual<D: DeviceMarker, T: Element, R: RankMarker>(tensor: &DLTensor) -> bool {
    let is_of_type = tensor.device.device_type == D::DEVICE_TYPE.cast_unsigned()
        && DType::from_dl(tensor.dtype).to_bits() == T::DTYPE.to_bits()
        && R::NDIM.is_none_or(|ndim| tensor.ndim == ndim as i32);
    if !is_of_type || tensor.data.is_null() || !is_aligned::<D, T>(tensor) {
        return false;
    }
    match R::NDIM.or_else(|| usize::try_from(tensor.ndim).ok()) {
        Some(0) => true,
        // SAFETY: the caller's contract; neither pointer is NULL.
        Some(ndim) if !tensor.shape.is_null() && !tensor.strides.is_null() => unsafe {
            are_contiguous(tensor.shape, tensor.strides, ndim, const { most_bits::<T>() })
        },
        _ => false,
    }
}

/// Whether the first element is aligned for `T`: by its address, or by its offset in a buffer.
#[inline(always)]
fn is_aligned<D: DeviceMarker, T>(tensor: &DLTensor) -> bool {
    let start = if const { D::HAS_HANDLES } { 0 } else { tensor.data.addr() };
    align_of::<T>() == 1 || start.wrapping_add(tensor.byte_offset as usize) & (align_of::<T>() - 1) == 0
}

/// Elements fewer than two to this power fit memory, and more do not.
const fn most_bits<T>() -> u32 {
    assert!(size_of::<T>().is_power_of_two());
    isize::BITS - 1 - size_of::<T>().ilog2()
}

/// Whether elements with these strides are contiguous and fewer than two to the power of `most_bits`, and no extent is negative. Along
/// an extent of 1 any stride is contiguous.
///
/// Each number is tested as it is read. So few are alive at a time that an exported function with several matrices keeps all of them in
/// registers.
///
/// # Safety
///
/// There are `ndim` extents and strides.
#[inline(always)]
unsafe fn are_contiguous(shape: *const i64, strides: *const i64, ndim: usize, most_bits: u32) -> bool {
    let (mut numel, mut bits) = (1i64, 0);
    for axis in (0..ndim).rev() {
        // SAFETY: the caller's contract.
        let (extent, stride) = (unsafe { shape.add(axis) }, unsafe { strides.add(axis) });
        // SAFETY: as above.
        let extent = unsafe { extent.read() };
        // SAFETY: as above.
        if unsafe { stride.read() } != numel {
            cold_path();
            if extent != 1 {
                return false;
            }
        }
        let Some(product) = numel.checked_mul(extent) else { return false };
        (numel, bits) = (product, bits | extent);
    }
    (numel | bits).cast_unsigned() >> most_bits == 0
}

/// Marks the code before it as cold. The standard library has the same since Rust 1.95.
#[cold]
#[inline(always)]
pub(crate) const fn cold_path() {}
