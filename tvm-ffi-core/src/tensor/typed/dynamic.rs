//! Elements of views whose rank is known at run time.

use core::ops::{Index, IndexMut};

use super::grid::no_element;
use super::{Access, Cpu, Dyn, Exclusive, Layout, View};
use crate::tensor::Element;

impl<A: Access, T: Element, L: Layout> View<'_, Cpu, A, T, Dyn, L> {
    /// The address of an element, if there is one with this index.
    #[inline]
    fn at(&self, index: &[usize]) -> Option<*mut T> {
        let shape = self.shape();
        if index.len() != shape.len() || index.iter().zip(shape).any(|(index, dim)| *index >= *dim as usize) {
            return None;
        }
        let mut offset = 0isize;
        match self.metadata().given_strides() {
            Some(strides) if L::IS_STRIDED => {
                for (index, stride) in index.iter().zip(strides) {
                    offset = offset.wrapping_add((*index as isize).wrapping_mul(*stride as isize));
                }
            }
            _ => {
                for (index, dim) in index.iter().zip(shape) {
                    offset = offset.wrapping_mul(*dim as isize).wrapping_add(*index as isize);
                }
            }
        }
        Some(self.address().wrapping_offset(offset))
    }

    #[inline]
    #[track_caller]
    fn at_or_panic(&self, index: &[usize]) -> *mut T {
        match self.at(index) {
            Some(element) => element,
            None => no_element_of(index, self.shape()),
        }
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn no_element_of(index: &[usize], shape: &[i64]) -> ! {
    let dims: Vec<usize> = shape.iter().map(|dim| *dim as usize).collect();
    no_element(index, &dims)
}

/// By arrays, `x[[i, j]]`, and by slices, of as many numbers as there are dimensions.
impl<I: AsRef<[usize]>, A: Access, T: Element, L: Layout> Index<I> for View<'_, Cpu, A, T, Dyn, L> {
    type Output = A::Item<T>;

    #[inline]
    #[track_caller]
    fn index(&self, index: I) -> &A::Item<T> {
        let element = self.at_or_panic(index.as_ref());
        // SAFETY: View validity, and there is such an element.
        unsafe { A::item(element) }
    }
}

impl<I: AsRef<[usize]>, T: Element, L: Layout> IndexMut<I> for View<'_, Cpu, Exclusive, T, Dyn, L> {
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, index: I) -> &mut T {
        let element = self.at_or_panic(index.as_ref());
        // SAFETY: View validity, and there is such an element.
        unsafe { &mut *element }
    }
}
