//! [`Grid`]: where the elements of a view are.

use super::Layout;

/// Extents, strides in elements, and the address of the element with index zero.
///
/// # Contract
///
/// **Grid validity.** The elements at all indices below the extents lie in one allocation, less than `isize::MAX` bytes apart,
/// and are fewer bytes all together. Nothing is said of the address where there is no element, nor of the stride of a dimension
/// with one element; so what is derived from those wraps.
pub(super) struct Grid<T, const N: usize> {
    pub(super) address: *mut T,
    pub(super) dims: [usize; N],
    pub(super) strides: [isize; N],
}

impl<T, const N: usize> Clone for Grid<T, N> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const N: usize> Copy for Grid<T, N> {}

impl<T, const N: usize> Grid<T, N> {
    /// A grid whose elements lie in order, without gaps.
    #[inline(always)]
    pub(super) fn contiguous(address: *mut T, dims: [usize; N]) -> Self {
        Self { address, dims, strides: contiguous_strides(&dims) }
    }

    /// The number of elements.
    #[inline(always)]
    pub(super) fn numel(&self) -> usize {
        self.dims.iter().fold(1, |numel, dim| numel.wrapping_mul(*dim))
    }

    /// The address of an element, if there is one with this index.
    #[inline(always)]
    pub(super) fn at<L: Layout>(&self, index: [usize; N]) -> Option<*mut T> {
        if index.iter().zip(&self.dims).any(|(index, dim)| index >= dim) {
            return None;
        }
        Some(self.at_unchecked::<L>(index))
    }

    /// The address of an element.
    ///
    /// # Panics
    ///
    /// If there is none with this index.
    #[inline(always)]
    #[track_caller]
    pub(super) fn at_or_panic<L: Layout>(&self, index: [usize; N]) -> *mut T {
        match self.at::<L>(index) {
            Some(element) => element,
            None => no_element(&index, &self.dims),
        }
    }

    /// The address that an element with this index has.
    #[inline(always)]
    pub(super) fn at_unchecked<L: Layout>(&self, index: [usize; N]) -> *mut T {
        let mut offset = 0isize;
        for axis in 0..N {
            // The strides of contiguous elements are products of extents: this way there is no factor of one.
            offset = match L::IS_STRIDED {
                true => offset.wrapping_add((index[axis] as isize).wrapping_mul(self.strides[axis])),
                false => offset.wrapping_mul(self.dims[axis] as isize).wrapping_add(index[axis] as isize),
            };
        }
        self.address.wrapping_offset(offset)
    }
}

#[cold]
#[inline(never)]
#[track_caller]
pub(super) fn no_element(index: &[usize], dims: &[usize]) -> ! {
    panic!("index {index:?} is out of bounds for shape {dims:?}")
}

/// The strides of elements that lie in order.
#[inline(always)]
pub(super) fn contiguous_strides<const N: usize>(dims: &[usize; N]) -> [isize; N] {
    let mut strides = [0; N];
    let mut stride = 1isize;
    for axis in (0..N).rev() {
        strides[axis] = stride;
        stride = stride.wrapping_mul(dims[axis] as isize);
    }
    strides
}
