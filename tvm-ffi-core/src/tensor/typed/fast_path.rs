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
    let dims = Dims { shape: raw.shape, strides: raw.strides };
    let most_bits = const { most_bits::<T>() };
    let is_laid_out = match L::IS_STRIDED {
        _ if raw.data.is_null() || !is_aligned::<D, T>(raw) => false,
        // SAFETY: the caller's contract.
        false => unsafe { dims.are_contiguous(ndim, R::NDIM, most_bits) },
        // SAFETY: the caller's contract.
        true => unsafe { dims.are_strided(ndim, R::NDIM, most_bits, A::KIND) },
    };
    if is_laid_out {
        return true;
    }
    cold_path();
    // SAFETY: the caller's contract.
    let raw = unsafe { &*opaque(tensor.as_ptr()) };
    let dims = Dims { shape: raw.shape, strides: raw.strides };
    // SAFETY: the caller's contract.
    unsafe { dims.are_empty(ndim) }
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

/// The extents and strides of a tensor. Functions get their number as an argument of its own: three words would be passed in memory, and a fixed rank
/// there is not a constant yet when the compiler inlines what it decides.
#[derive(Clone, Copy)]
struct Dims {
    shape: *const i64,
    strides: *const i64,
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
    unsafe fn extent_bits(self, ndim: usize) -> u64 {
        let mut bits = 0;
        for axis in 0..ndim {
            // SAFETY: the caller's contract.
            bits |= unsafe { self.extent(axis) }.cast_unsigned();
        }
        bits
    }

    /// Whether the tensor is contiguous, and its elements are fewer than two to the power of `most_bits`; `false` if it has none and
    /// the other numbers are odd.
    ///
    /// # Safety
    ///
    /// DLTensor validity: there are `ndim` extents and strides, unless the pointer is NULL.
    #[inline(always)]
    unsafe fn are_contiguous(self, ndim: usize, fixed: Option<usize>, most_bits: u32) -> bool {
        if ndim == 0 {
            return true;
        }
        if self.shape.is_null() {
            cold_path();
            return false;
        }
        // SAFETY: the caller's contract; the pointer to extents is not NULL.
        if !self.strides.is_null() && unsafe { self.are_plainly_contiguous(ndim, fixed, most_bits) } {
            return true;
        }
        cold_path();
        let dims = Dims { shape: opaque(self.shape), strides: opaque(self.strides) };
        match dims.strides.is_null() {
            // SAFETY: as above.
            true => unsafe { dims.are_few(ndim, most_bits) },
            // SAFETY: as above.
            false => unsafe { dims.are_few_in_order(ndim, most_bits) },
        }
    }

    /// The same for strides that are there, and numbers that are small.
    ///
    /// Each number is tested as it is read. So few are alive at a time that an exported function with several matrices needs no
    /// stack frame.
    ///
    /// # Safety
    ///
    /// There are `ndim` extents and strides, one or more.
    #[inline(always)]
    unsafe fn are_plainly_contiguous(self, ndim: usize, fixed: Option<usize>, most_bits: u32) -> bool {
        let mut inner = 1i64;
        for axis in (0..ndim).rev() {
            // SAFETY: the caller's contract.
            if unsafe { self.stride(axis) } != inner {
                cold_path();
                return false;
            }
            if axis > 0 {
                // SAFETY: the caller's contract.
                let Some(next) = inner.checked_mul(unsafe { self.extent(axis) }) else { return false };
                inner = next;
            }
        }
        // SAFETY: the caller's contract.
        let bits = unsafe { self.extent_bits(ndim) };
        match fixed {
            // The product of all extents.
            Some(ndim @ (1 | 2)) => bits >> (most_bits / ndim as u32) == 0,
            // The product of the first extent and the others.
            Some(_) => (bits | inner.cast_unsigned()) >> (most_bits / 2) == 0,
            // SAFETY: the caller's contract.
            None => match inner.checked_mul(unsafe { self.extent(0) }) {
                Some(numel) => (bits | numel.cast_unsigned()) >> most_bits == 0,
                None => false,
            },
        }
    }

    /// Whether the number of elements and all extents are below two to the power of `most_bits`, and none is negative.
    ///
    /// # Safety
    ///
    /// There are `ndim` extents.
    #[inline(always)]
    unsafe fn are_few(self, ndim: usize, most_bits: u32) -> bool {
        let (mut numel, mut bits) = (1i64, 0);
        for axis in 0..ndim {
            // SAFETY: the caller's contract.
            let extent = unsafe { self.extent(axis) };
            let Some(product) = numel.checked_mul(extent) else { return false };
            (numel, bits) = (product, bits | extent);
        }
        (numel | bits).cast_unsigned() >> most_bits == 0
    }

    /// Whether there are so few elements, and they are contiguous. Along an extent of 1 any stride is.
    ///
    /// # Safety
    ///
    /// There are `ndim` extents and strides.
    #[inline(always)]
    unsafe fn are_few_in_order(self, ndim: usize, most_bits: u32) -> bool {
        let (mut numel, mut bits) = (1i64, 0);
        for axis in (0..ndim).rev() {
            // SAFETY: the caller's contract.
            let extent = unsafe { self.extent(axis) };
            // SAFETY: the caller's contract.
            if unsafe { self.stride(axis) } != numel && extent != 1 {
                return false;
            }
            let Some(product) = numel.checked_mul(extent) else { return false };
            (numel, bits) = (product, bits | extent);
        }
        (numel | bits).cast_unsigned() >> most_bits == 0
    }

    /// Whether the tensor has no elements: an extent is 0, and none is negative.
    ///
    /// # Safety
    ///
    /// DLTensor validity: there are `ndim` extents, unless the pointer is NULL.
    #[inline(always)]
    unsafe fn are_empty(self, ndim: usize) -> bool {
        if self.shape.is_null() {
            return false;
        }
        let mut is_empty = false;
        for axis in 0..ndim {
            // SAFETY: the caller's contract; the pointer is not NULL.
            let extent = unsafe { self.extent(axis) };
            if extent < 0 {
                return false;
            }
            is_empty |= extent == 0;
        }
        is_empty
    }
}

/// Marks the code before it as cold. The standard library has the same since Rust 1.95.
#[cold]
#[inline(always)]
pub(crate) const fn cold_path() {}
