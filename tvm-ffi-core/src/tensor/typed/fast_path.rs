//! The check of tensors, which is inlined into exports. It takes few instructions for tensors in the usual form.

mod strided;

use core::ptr::NonNull;

use super::{Access, DeviceMarker, Layout, RankMarker};
use crate::abi::DLTensor;
use crate::device::Device;
use crate::dtype::DType;
use crate::tensor::Element;

/// Whether a tensor is of the type of a view.
///
/// It is inlined into exported functions. For a view of a fixed rank no loop is left, and no call except for strided views that are exclusive: a
/// call would need a stack frame in every call of the function. What is not usual reads the numbers again, in ways that the compiler does
/// not share with the usual case: there they would take registers.
///
/// # Safety
///
/// DLTensor validity.
#[inline(always)]
pub(super) unsafe fn matches<D, A, T, R, L>(tensor: NonNull<DLTensor>) -> bool
where
    D: DeviceMarker,
    A: Access,
    T: Element,
    R: RankMarker,
    L: Layout,
{
    // SAFETY: the caller's contract.
    let raw = unsafe { tensor.as_ref() };
    // SAFETY: the caller's contract.
    let Some(ndim) = (unsafe { rank_of::<T, R>(tensor) }) else {
        cold_path();
        return false;
    };
    if raw.device.device_type != D::DEVICE_TYPE.cast_unsigned() {
        cold_path();
        // SAFETY: the caller's contract.
        let device = unsafe { (*opaque(tensor.as_ptr())).device };
        if !Device::from_dl(device).is_of_type(D::DEVICE_TYPE) {
            return false;
        }
    }
    if raw.data.is_null() || !is_aligned::<D, T>(raw) {
        cold_path();
        // SAFETY: the caller's contract.
        let raw = unsafe { &*opaque(tensor.as_ptr()) };
        let dims = Dims { shape: raw.shape, strides: raw.strides, ndim };
        // SAFETY: the caller's contract.
        return unsafe { dims.are_empty() };
    }
    let dims = Dims { shape: raw.shape, strides: raw.strides, ndim };
    match L::IS_STRIDED {
        // SAFETY: the caller's contract.
        false => unsafe { dims.are_contiguous(R::NDIM, const { most_bits::<T>() }) },
        // SAFETY: the caller's contract.
        true => unsafe { dims.are_strided(R::NDIM, const { most_bits::<T>() }, A::KIND) },
    }
}

/// The same pointer, which the compiler cannot follow.
#[inline(always)]
fn opaque<T>(pointer: *const T) -> *const T {
    #[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(miri)))]
    {
        let mut pointer = pointer;
        // The block follows no pointer: it only hides that the result is the same.
        #[allow(clippy::pointers_in_nomem_asm_block)]
        // SAFETY: it does nothing.
        unsafe {
            core::arch::asm!("/* {} */", inout(reg) pointer, options(pure, nomem, nostack, preserves_flags))
        };
        pointer
    }
    #[cfg(not(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(miri))))]
    pointer
}

/// Elements fewer than two to this power fit memory, and more do not.
const fn most_bits<T>() -> u32 {
    assert!(size_of::<T>().is_power_of_two());
    isize::BITS - 1 - size_of::<T>().ilog2()
}

/// Whether the first element is aligned for `T`: by its address, or by its offset in a buffer.
#[inline(always)]
fn is_aligned<D: DeviceMarker, T>(raw: &DLTensor) -> bool {
    let start = if const { D::HAS_HANDLES } { 0 } else { raw.data.addr() };
    align_of::<T>() == 1 || start.wrapping_add(raw.byte_offset as usize) & (align_of::<T>() - 1) == 0
}

/// The number of dimensions, if dtype and rank are those that are wanted: one comparison, since they are neighbours.
///
/// # Safety
///
/// DLTensor validity.
#[inline(always)]
unsafe fn rank_of<T: Element, R: RankMarker>(tensor: NonNull<DLTensor>) -> Option<usize> {
    const {
        assert!(core::mem::offset_of!(DLTensor, ndim) == 16);
        assert!(core::mem::offset_of!(DLTensor, dtype) == 20);
    }
    let Some(ndim) = R::NDIM else {
        // SAFETY: the caller's contract.
        let raw = unsafe { tensor.as_ref() };
        let fits = DType::from_dl(raw.dtype).to_bits() == T::DTYPE.to_bits();
        return if fits { usize::try_from(raw.ndim).ok() } else { None };
    };
    // SAFETY: the two fields fill the third word.
    let word = unsafe { tensor.cast::<u64>().add(2) };
    // SAFETY: as above.
    let found = unsafe { word.read() };
    let [a, b, c, d] = (ndim as i32).to_ne_bytes();
    let [e, f, g, h] = T::DTYPE.to_bits().to_ne_bytes();
    (found == u64::from_ne_bytes([a, b, c, d, e, f, g, h])).then_some(ndim)
}

/// The extents and strides of a tensor.
#[derive(Clone, Copy)]
struct Dims {
    shape: *const i64,
    strides: *const i64,
    ndim: usize,
}

impl Dims {
    /// # Safety
    ///
    /// There are `ndim` extents, and the axis is below that.
    #[inline(always)]
    unsafe fn extent(self, axis: usize) -> i64 {
        // SAFETY: the caller's contract.
        let extent = unsafe { self.shape.add(axis) };
        // SAFETY: the caller's contract.
        unsafe { extent.read() }
    }

    /// # Safety
    ///
    /// There are `ndim` strides, and the axis is below that.
    #[inline(always)]
    unsafe fn stride(self, axis: usize) -> i64 {
        // SAFETY: the caller's contract.
        let stride = unsafe { self.strides.add(axis) };
        // SAFETY: the caller's contract.
        unsafe { stride.read() }
    }

    /// All bits of all extents: a negative or a large one shows.
    ///
    /// # Safety
    ///
    /// There are `ndim` extents.
    #[inline(always)]
    unsafe fn extent_bits(self) -> u64 {
        // SAFETY: the caller's contract.
        (0..self.ndim).fold(0, |bits, axis| bits | unsafe { self.extent(axis) }.cast_unsigned())
    }

    /// Whether the tensor is contiguous, and its elements are fewer than two to the power of `most_bits`.
    ///
    /// # Safety
    ///
    /// DLTensor validity: there are `ndim` extents and strides, unless the pointer is NULL.
    #[inline(always)]
    unsafe fn are_contiguous(self, fixed: Option<usize>, most_bits: u32) -> bool {
        if self.ndim == 0 {
            return true;
        }
        if self.shape.is_null() {
            cold_path();
            return false;
        }
        let inner = if self.strides.is_null() {
            cold_path();
            // SAFETY: the caller's contract; the pointer is not NULL.
            unsafe { self.elements_from(1) }
        } else {
            // SAFETY: the caller's contract; neither pointer is NULL.
            unsafe { self.elements_in_order() }
        };
        // SAFETY: the caller's contract; the pointer is not NULL.
        let bits = || unsafe { self.extent_bits() };
        let is_small = match (inner, fixed) {
            (None, _) => false,
            // The product of all extents.
            (Some(_), Some(ndim @ (1 | 2))) => bits() >> (most_bits / ndim as u32) == 0,
            // The product of the first extent and the others.
            (Some(inner), Some(_)) => (bits() | inner.cast_unsigned()) >> (most_bits / 2) == 0,
            // SAFETY: as above.
            (Some(inner), None) => inner
                .checked_mul(unsafe { self.extent(0) })
                .is_some_and(|numel| (bits() | numel.cast_unsigned()) >> most_bits == 0),
        };
        if is_small {
            return true;
        }
        cold_path();
        // SAFETY: as above.
        inner.is_some() && unsafe { self.have_elements(most_bits) }
    }

    /// How many elements there are along the axes from one on. It is 0 where there are none and the product overflows.
    ///
    /// # Safety
    ///
    /// There are `ndim` extents.
    #[inline(always)]
    unsafe fn elements_from(self, first: usize) -> Option<i64> {
        let mut product = 1i64;
        for axis in first..self.ndim {
            // SAFETY: the caller's contract.
            match product.checked_mul(unsafe { self.extent(axis) }) {
                Some(next) => product = next,
                // SAFETY: the caller's contract.
                None => return unsafe { self.have_none() }.then_some(0),
            }
        }
        Some(product)
    }

    /// How many elements there are along all axes but the first, if each stride is that of a contiguous tensor. Along an extent of 1 any
    /// stride is, and so is any stride of a tensor without elements.
    ///
    /// Each number is tested as it is read. So few are alive at a time that an exported function with several matrices needs no
    /// stack frame.
    ///
    /// # Safety
    ///
    /// There are `ndim` extents and strides, one or more.
    #[inline(always)]
    unsafe fn elements_in_order(self) -> Option<i64> {
        let mut inner = 1i64;
        for axis in (0..self.ndim).rev() {
            // SAFETY: the caller's contract.
            if unsafe { self.stride(axis) } != inner && !unsafe { self.lead_nowhere(axis) } {
                // SAFETY: the caller's contract.
                return unsafe { self.have_none() }.then_some(0);
            }
            if axis > 0 {
                // SAFETY: the caller's contract.
                match inner.checked_mul(unsafe { self.extent(axis) }) {
                    Some(next) => inner = next,
                    // SAFETY: the caller's contract.
                    None => return unsafe { self.have_none() }.then_some(0),
                }
            }
        }
        Some(inner)
    }

    /// Whether there are no two elements along an axis, so that its stride does not matter.
    ///
    /// # Safety
    ///
    /// There are `ndim` extents, and the axis is below that.
    #[inline(always)]
    unsafe fn lead_nowhere(self, axis: usize) -> bool {
        cold_path();
        // SAFETY: the caller's contract.
        unsafe { self.extent_again(axis) }.cast_unsigned() <= 1
    }

    /// Whether an extent is 0.
    ///
    /// # Safety
    ///
    /// There are `ndim` extents.
    #[inline(always)]
    unsafe fn have_none(self) -> bool {
        cold_path();
        // SAFETY: the caller's contract.
        (0..self.ndim).rev().any(|axis| unsafe { self.extent_again(axis) } == 0)
    }

    /// Whether there is no element: an extent is 0, and none is negative.
    ///
    /// # Safety
    ///
    /// DLTensor validity: there are `ndim` extents, unless the pointer is NULL.
    #[inline(always)]
    unsafe fn are_empty(self) -> bool {
        if self.shape.is_null() {
            return false;
        }
        // SAFETY: the caller's contract; the pointer is not NULL.
        let is_negative = (0..self.ndim).any(|axis| unsafe { self.extent(axis) } < 0);
        // SAFETY: as above.
        !is_negative && (0..self.ndim).any(|axis| unsafe { self.extent(axis) } == 0)
    }

    /// Whether no extent is negative, and there are fewer elements than two to the power of `most_bits`.
    ///
    /// # Safety
    ///
    /// DLTensor validity: there are `ndim` extents, unless the pointer is NULL.
    #[inline(always)]
    unsafe fn have_elements(self, most_bits: u32) -> bool {
        if self.ndim > 0 && self.shape.is_null() {
            return false;
        }
        // SAFETY: the caller's contract; the pointer is not NULL where there is an extent.
        if (0..self.ndim).any(|axis| unsafe { self.extent_again(axis) } < 0) {
            return false;
        }
        // SAFETY: as above.
        if unsafe { self.have_none() } {
            return true;
        }
        let mut numel = 1i64;
        for axis in 0..self.ndim {
            // SAFETY: as above.
            let Some(product) = numel.checked_mul(unsafe { self.extent_again(axis) }) else { return false };
            numel = product;
        }
        numel.cast_unsigned() >> most_bits == 0
    }

    /// An extent, for what is not usual: the compiler does not share it with the usual case, where it would take a register.
    ///
    /// # Safety
    ///
    /// There are `ndim` extents, and the axis is below that.
    #[inline(always)]
    unsafe fn extent_again(self, axis: usize) -> i64 {
        // SAFETY: the caller's contract.
        let extent = unsafe { self.shape.add(axis) };
        // SAFETY: the caller's contract.
        unsafe { extent.read_volatile() }
    }
}

/// Marks the code before it as cold. The standard library has the same since Rust 1.95.
#[cold]
#[inline(always)]
pub(crate) const fn cold_path() {}
