//! The check of tensors that is inlined into exports: it accepts the plain form in few instructions, and leaves the rest to the slow path.

use core::ptr::NonNull;

use super::{Access, DeviceMarker, Layout, RankMarker};
use crate::abi::DLTensor;
use crate::convert::AccessKind;
use crate::dtype::DType;
use crate::tensor::Element;

/// Whether a tensor is of the type of a view and in the plain form: it has the strides of its layout, extents that fit any memory, and data
/// even if it has no element. A tensor in another form may be of the type too: `TensorView::of_type` decides.
///
/// It is inlined into exported functions. For a view of a fixed rank no loop and no call is left.
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
    if raw.device.device_type != D::DEVICE_TYPE.cast_unsigned()
        || raw.data.is_null()
        || !is_aligned::<D, T>(raw)
    {
        cold_path();
        return false;
    }
    let dims = Dims { shape: raw.shape, strides: raw.strides, ndim };
    let is_exclusive = matches!(A::KIND, AccessKind::Exclusive);
    match L::IS_STRIDED {
        // SAFETY: the caller's contract.
        false => unsafe { dims.are_contiguous(R::NDIM, max_bits::<T>()) },
        // SAFETY: the caller's contract.
        true => unsafe { dims.are_strided(R::NDIM, max_bits::<T>(), is_exclusive) },
    }
}

/// Elements fewer than two to this power take less than half of what `isize` can count in bytes.
const fn max_bits<T>() -> u32 {
    isize::BITS - 2 - size_of::<T>().next_power_of_two().ilog2()
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

    /// Whether the tensor is contiguous, and its elements are fewer than two to the power of `max_bits`. With more than two dimensions it has
    /// strides, and along an extent of 1 the stride that it would have anyway.
    ///
    /// # Safety
    ///
    /// DLTensor validity: there are `ndim` extents and strides, unless the pointer is NULL.
    #[inline(always)]
    unsafe fn are_contiguous(self, fixed: Option<usize>, max_bits: u32) -> bool {
        if self.ndim == 0 {
            return true;
        }
        if self.shape.is_null() {
            cold_path();
            return false;
        }
        match fixed {
            // SAFETY: the caller's contract; the pointer is not NULL.
            Some(1 | 2) => unsafe { self.are_few_in_order(max_bits) },
            // SAFETY: the caller's contract; neither pointer is NULL.
            _ => !self.strides.is_null() && unsafe { self.are_in_order(fixed, max_bits) },
        }
    }

    /// The test for one dimension or two. A tensor without strides is in order, and along an extent of 1 any stride is.
    ///
    /// Each number is tested as it is read. So few are alive at a time that an exported function with several matrices needs no
    /// stack frame.
    ///
    /// # Safety
    ///
    /// DLTensor validity, and there are one or two dimensions.
    #[inline(always)]
    unsafe fn are_few_in_order(self, max_bits: u32) -> bool {
        let last = self.ndim - 1;
        if self.strides.is_null() {
            cold_path();
        } else {
            // SAFETY: the caller's contract; the pointer is not NULL.
            if unsafe { self.stride(last) } != 1 && !unsafe { self.leads_nowhere(last) } {
                return false;
            }
            // SAFETY: as above.
            let is_next = self.ndim == 1 || unsafe { self.stride(0) } == unsafe { self.extent(1) };
            // SAFETY: as above.
            if !is_next && !unsafe { self.leads_nowhere(0) } {
                return false;
            }
        }
        // SAFETY: the caller's contract.
        let bits = unsafe { self.extent_bits() };
        bits >> (max_bits / self.ndim as u32) == 0
    }

    /// Whether there are no two elements along an axis, so that its stride does not matter.
    ///
    /// # Safety
    ///
    /// There are `ndim` extents, and the axis is below that.
    #[inline(always)]
    unsafe fn leads_nowhere(self, axis: usize) -> bool {
        cold_path();
        // SAFETY: the caller's contract.
        let extent = unsafe { self.shape.add(axis) };
        // Volatile, so that the compiler does not read the number for the usual case too, which takes a register.
        // SAFETY: the caller's contract.
        unsafe { extent.read_volatile() }.cast_unsigned() <= 1
    }

    /// The test for any number of dimensions.
    ///
    /// If the number is fixed, each extent and the first stride have half of the bits at most: the number of elements is the product
    /// of the first extent and the first stride.
    ///
    /// # Safety
    ///
    /// There are `ndim` extents and strides.
    #[inline(always)]
    unsafe fn are_in_order(self, fixed: Option<usize>, max_bits: u32) -> bool {
        let most = if fixed.is_some() { max_bits / 2 } else { max_bits };
        // SAFETY: the caller's contract.
        if unsafe { self.extent_bits() } >> most != 0 {
            cold_path();
            return false;
        }
        let mut inner = 1i64;
        // SAFETY: the caller's contract.
        if unsafe { self.stride(self.ndim - 1) } != 1 {
            cold_path();
            return false;
        }
        for axis in (1..self.ndim).rev() {
            // SAFETY: the caller's contract.
            let Some(product) = inner.checked_mul(unsafe { self.extent(axis) }) else {
                cold_path();
                return false;
            };
            // SAFETY: as above.
            if unsafe { self.stride(axis - 1) } != product {
                cold_path();
                return false;
            }
            inner = product;
        }
        if fixed.is_some() {
            return inner >> most == 0;
        }
        // SAFETY: the caller's contract; without dimensions there is no test.
        inner.checked_mul(unsafe { self.extent(0) }).is_some_and(|numel| numel >> max_bits == 0)
    }

    /// Whether no stride is negative, the elements are fewer than two to the power of `max_bits`, and their reach is bounded in the
    /// same way. For a view that is exclusive each stride has to be beyond the reach of those after it.
    ///
    /// # Safety
    ///
    /// DLTensor validity: there are `ndim` extents and strides, unless the pointer is NULL.
    #[inline(always)]
    unsafe fn are_strided(self, fixed: Option<usize>, max_bits: u32, is_exclusive: bool) -> bool {
        if self.ndim > 0 && (self.shape.is_null() || self.strides.is_null()) {
            cold_path();
            return false;
        }
        // The reach is below the sum of the products of each extent and its stride: `ndim` numbers of twice the bits.
        let sum_bits = self.ndim.next_power_of_two().ilog2();
        // SAFETY: the caller's contract.
        let mut bits = unsafe { self.extent_bits() };
        for axis in 0..self.ndim {
            // SAFETY: the caller's contract.
            bits |= unsafe { self.stride(axis) }.cast_unsigned();
        }
        if sum_bits > max_bits || bits >> ((max_bits - sum_bits) / 2) != 0 {
            cold_path();
            return false;
        }
        if !matches!(fixed, Some(0..=2)) {
            let mut numel = 1i64;
            for axis in 0..self.ndim {
                // SAFETY: the caller's contract.
                let Some(product) = numel.checked_mul(unsafe { self.extent(axis) }) else {
                    cold_path();
                    return false;
                };
                numel = product;
            }
            if numel >> max_bits != 0 {
                cold_path();
                return false;
            }
        }
        // SAFETY: the caller's contract.
        !is_exclusive || unsafe { self.are_nested() }
    }

    /// Whether each stride is beyond the reach of those after it.
    ///
    /// # Safety
    ///
    /// There are `ndim` extents and strides, none negative, whose products do not overflow.
    #[inline(always)]
    unsafe fn are_nested(self) -> bool {
        let mut inner = 1i64;
        for axis in (0..self.ndim).rev() {
            // SAFETY: the caller's contract.
            let stride = unsafe { self.stride(axis) };
            if stride < inner {
                cold_path();
                return false;
            }
            // SAFETY: the caller's contract. By induction the reach of the axes from this one on is below the product.
            inner = stride * unsafe { self.extent(axis) };
        }
        true
    }
}

/// Marks the code before it as cold. The standard library has the same since Rust 1.95.
#[cold]
#[inline(always)]
pub(in crate::tensor) const fn cold_path() {}
