//! [`Walk`]: the addresses of elements in the order of their indices.

use super::RankMarker;

/// Goes through the elements of a grid of any rank, the last dimension fastest.
///
/// It is addresses alone; what may be done with them says the type that has it.
pub(in crate::tensor) struct Walk<T, R: RankMarker> {
    address: *mut T,
    dims: R::Index,
    strides: R::Strides,
    index: R::Index,
    left: usize,
}

// SAFETY: addresses that are not followed.
unsafe impl<T, R: RankMarker> Send for Walk<T, R> {}
// SAFETY: as above.
unsafe impl<T, R: RankMarker> Sync for Walk<T, R> {}

impl<T, R: RankMarker> Clone for Walk<T, R> {
    #[inline]
    fn clone(&self) -> Self {
        let Self { address, dims, strides, index, left } = self;
        Self {
            address: *address,
            dims: dims.clone(),
            strides: strides.clone(),
            index: index.clone(),
            left: *left,
        }
    }
}

impl<T, R: RankMarker> Walk<T, R> {
    /// From the element with index zero on.
    #[inline]
    pub(in crate::tensor) fn new(address: *mut T, dims: R::Index, strides: R::Strides) -> Self {
        let left = dims.as_ref().iter().fold(1, |numel: usize, dim| numel.wrapping_mul(*dim));
        let mut index = dims.clone();
        index.as_mut().fill(0);
        Self { address, dims, strides, index, left }
    }

    /// The number of elements that are left.
    #[inline]
    pub(in crate::tensor) fn left(&self) -> usize {
        self.left
    }

    /// The index of the next element.
    #[inline]
    pub(in crate::tensor) fn index(&self) -> &R::Index {
        &self.index
    }

    /// The address of the next element.
    #[inline]
    pub(in crate::tensor) fn next(&mut self) -> Option<*mut T> {
        self.left = self.left.checked_sub(1)?;
        let found = self.address;
        self.advance();
        Some(found)
    }

    /// To the next element; from the last back to the first.
    #[inline]
    fn advance(&mut self) {
        let (dims, strides) = (self.dims.as_ref(), self.strides.as_ref());
        let index = self.index.as_mut();
        for axis in (0..dims.len()).rev() {
            index[axis] += 1;
            self.address = self.address.wrapping_offset(strides[axis]);
            if index[axis] < dims[axis] {
                return;
            }
            index[axis] = 0;
            let back = (dims[axis] as isize).wrapping_mul(strides[axis]).wrapping_neg();
            self.address = self.address.wrapping_offset(back);
        }
    }

    /// All that are left. Along the last dimension it is a plain loop.
    #[inline]
    pub(in crate::tensor) fn fold<B>(mut self, mut value: B, mut each: impl FnMut(B, *mut T) -> B) -> B {
        while self.left > 0 {
            let Some(axis) = self.dims.as_ref().len().checked_sub(1) else {
                return each(value, self.address);
            };
            let (dim, stride) = (self.dims.as_ref()[axis], self.strides.as_ref()[axis]);
            let run = dim - self.index.as_ref()[axis];
            for _ in 1..run {
                value = each(value, self.address);
                self.address = self.address.wrapping_offset(stride);
            }
            value = each(value, self.address);
            self.index.as_mut()[axis] = dim - 1;
            self.advance();
            self.left -= run;
        }
        value
    }
}
