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
    pub(super) unsafe fn are_strided(self, fixed: Option<usize>, most_bits: u32, access: AccessKind) -> bool {
        let is_exclusive = matches!(access, AccessKind::Exclusive);
        // SAFETY: the caller's contract.
        if unsafe { self.are_plainly_strided(fixed, most_bits, is_exclusive) } {
            return true;
        }
        cold_path();
        let dims = Dims { shape: opaque(self.shape), strides: opaque(self.strides), ..self };
        // SAFETY: the caller's contract.
        unsafe { dims.are_oddly_strided(most_bits, is_exclusive) }
    }

    /// Whether no stride is negative, the elements are fewer than two to the power of `max_bits`, and their reach is bounded in the
    /// same way. For a view that is exclusive each stride has to be beyond the reach of those after it.
    ///
    /// # Safety
    ///
    /// DLTensor validity: there are `ndim` extents and strides, unless the pointer is NULL.
    #[inline(always)]
    unsafe fn are_plainly_strided(self, fixed: Option<usize>, max_bits: u32, is_exclusive: bool) -> bool {
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
        let is_few = |numel: i64| numel >> max_bits == 0;
        // SAFETY: the caller's contract.
        if !matches!(fixed, Some(0..=2)) && !unsafe { self.elements_from(0) }.is_some_and(is_few) {
            cold_path();
            return false;
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

    /// The same for strides that are negative, large, in another order, or not there.
    ///
    /// # Safety
    ///
    /// DLTensor validity: there are `ndim` extents and strides, unless the pointer is NULL.
    #[inline(always)]
    unsafe fn are_oddly_strided(self, most_bits: u32, is_exclusive: bool) -> bool {
        // SAFETY: the caller's contract.
        if !unsafe { self.have_elements(most_bits) } {
            return false;
        }
        // SAFETY: the caller's contract; there are extents.
        if self.strides.is_null() || unsafe { self.have_none() } {
            return true;
        }
        let reach = (0..self.ndim).try_fold(0u64, |reach, axis| {
            // SAFETY: the caller's contract; there are extents, none below 1.
            let steps = unsafe { self.extent(axis) }.cast_unsigned() - 1;
            // SAFETY: the caller's contract; there are strides.
            let distance = unsafe { self.stride(axis) }.unsigned_abs();
            reach.checked_add(steps.checked_mul(distance)?)
        });
        // SAFETY: as above.
        reach.is_some_and(|reach| reach >> most_bits == 0) && !(is_exclusive && unsafe { self.reach_twice() })
    }

    /// Whether two indices lead to one element.
    ///
    /// # Safety
    ///
    /// There are `ndim` extents and strides, whose reach has been checked.
    #[cold]
    #[inline(never)]
    unsafe fn reach_twice(self) -> bool {
        // SAFETY: the caller's contract.
        let shape = unsafe { layout::slice(self.shape, self.ndim) };
        // SAFETY: the caller's contract.
        let strides = unsafe { layout::slice(self.strides, self.ndim) };
        overlap::reaches_twice(shape, strides)
    }
}
