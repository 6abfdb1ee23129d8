//! The check of strided tensors.

use super::{Dims, cold_path, opaque};
use crate::convert::AccessKind;
use crate::tensor::{layout, overlap};

impl Dims {
    /// Whether the elements are fewer than two to the power of `most_bits`, each can be reached from the first, and no two indices of an exclusive view lead
    /// to one.
    ///
    /// # Safety
    ///
    /// DLTensor validity: there are `ndim` extents and strides, unless the pointer is NULL.
    #[inline(always)]
    pub(super) unsafe fn are_strided(
        self,
        ndim: usize,
        fixed: Option<usize>,
        most_bits: u32,
        access: AccessKind,
    ) -> bool {
        let is_exclusive = matches!(access, AccessKind::Exclusive);
        if self.strides.is_null() {
            cold_path();
            // SAFETY: the caller's contract.
            return unsafe { self.are_contiguous(ndim, fixed, most_bits) };
        }
        // SAFETY: the caller's contract.
        if unsafe { self.are_plainly_strided(ndim, fixed, most_bits, is_exclusive) } {
            return true;
        }
        cold_path();
        let dims = Dims { shape: opaque(self.shape), strides: opaque(self.strides) };
        match is_exclusive {
            // SAFETY: the caller's contract.
            true => unsafe { dims.are_oddly_strided_apart(ndim, most_bits) },
            // SAFETY: the caller's contract.
            false => unsafe { dims.oddly_strided(ndim, most_bits) }.is_some(),
        }
    }

    /// Whether no stride is negative, the elements are fewer than two to the power of `max_bits`, and their reach is bounded in the
    /// same way. For a view that is exclusive each stride has to be beyond the reach of those after it.
    ///
    /// # Safety
    ///
    /// DLTensor validity: there are `ndim` extents and strides, unless the pointer is NULL.
    #[inline(always)]
    unsafe fn are_plainly_strided(
        self,
        ndim: usize,
        fixed: Option<usize>,
        max_bits: u32,
        is_exclusive: bool,
    ) -> bool {
        if ndim > 0 && self.shape.is_null() {
            cold_path();
            return false;
        }
        // The reach is below the sum of the products of each extent and its stride: `ndim` numbers of twice the bits.
        let sum_bits = ndim.next_power_of_two().ilog2();
        // SAFETY: the caller's contract.
        let mut bits = unsafe { self.extent_bits(ndim) };
        for axis in 0..ndim {
            // SAFETY: the caller's contract.
            bits |= unsafe { self.stride(axis) }.cast_unsigned();
        }
        if sum_bits > max_bits || bits >> ((max_bits - sum_bits) / 2) != 0 {
            cold_path();
            return false;
        }
        // The compiler does not share the numbers with the test of their bits, which it makes with vectors.
        let dims = Dims { shape: opaque(self.shape), strides: opaque(self.strides) };
        if is_exclusive {
            // SAFETY: the caller's contract.
            return unsafe { dims.are_nested(ndim) };
        }
        // SAFETY: the caller's contract.
        matches!(fixed, Some(0..=2)) || unsafe { dims.are_few(ndim, max_bits) }
    }

    /// Whether each stride is beyond the reach of those after it. There are fewer elements than the bound of products then.
    ///
    /// # Safety
    ///
    /// There are `ndim` extents and strides, none negative, whose products are bounded.
    #[inline(always)]
    unsafe fn are_nested(self, ndim: usize) -> bool {
        let mut inner = 1i64;
        for axis in (0..ndim).rev() {
            // SAFETY: the caller's contract.
            let stride = unsafe { self.stride(axis) };
            if stride < inner {
                cold_path();
                return false;
            }
            // SAFETY: the caller's contract. By induction the reach of the axes from this one on, and the number of their elements, are at
            // most the product.
            inner = stride * unsafe { self.extent(axis) };
        }
        true
    }

    /// The same for an exclusive view with strides that are negative, large, or in another order.
    ///
    /// # Safety
    ///
    /// DLTensor validity: there are `ndim` extents and strides, unless the pointer to the extents is NULL.
    #[cold]
    #[inline(never)]
    unsafe fn are_oddly_strided_apart(self, ndim: usize, most_bits: u32) -> bool {
        // SAFETY: the caller's contract.
        match unsafe { self.oddly_strided(ndim, most_bits) } {
            None => false,
            Some(Order::RowMajor) => true,
            Some(Order::Unknown) => {
                // SAFETY: the caller's contract; there are extents.
                let shape = unsafe { layout::slice(self.shape, ndim) };
                // SAFETY: the caller's contract.
                let strides = unsafe { layout::slice(self.strides, ndim) };
                !overlap::reaches_twice(shape, strides)
            }
        }
    }

    /// The order of the elements in memory, if there are fewer than two to the power of `most_bits`, and each can be reached from the first;
    /// `None` without elements.
    ///
    /// # Safety
    ///
    /// DLTensor validity: there are `ndim` extents and strides, unless the pointer to the extents is NULL.
    #[inline(always)]
    unsafe fn oddly_strided(self, ndim: usize, most_bits: u32) -> Option<Order> {
        if ndim > 0 && self.shape.is_null() {
            return None;
        }
        let (mut numel, mut reach, mut order) = (1i64, 0u64, Order::RowMajor);
        for axis in (0..ndim).rev() {
            // SAFETY: the caller's contract; there are extents.
            let extent = unsafe { self.extent(axis) };
            // SAFETY: the caller's contract.
            let stride = unsafe { self.stride(axis) };
            // No number overflows where there are elements that memory can hold.
            let sums = || {
                let numel = numel.checked_mul(extent)?;
                let reach_of_axis = (extent - 1).checked_mul(stride)?.unsigned_abs();
                Some((numel, reach.checked_add(reach_of_axis)?))
            };
            let (next_numel, next_reach) = (if extent > 0 { sums() } else { None })?;
            if extent > 1 && stride.unsigned_abs() <= reach {
                order = Order::Unknown;
            }
            (numel, reach) = (next_numel, next_reach);
        }
        ((numel.cast_unsigned() | reach) >> most_bits == 0).then_some(order)
    }
}

/// How the strides of a tensor are ordered.
enum Order {
    /// Each is beyond the reach of those after it.
    RowMajor,
    Unknown,
}
