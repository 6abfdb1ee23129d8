//! Elements of views whose rank is known at run time.

use core::ops::{Index, IndexMut};

use super::grid::out_of_bounds;
use super::iter::Iter;
use super::walk::Walk;
use super::{Access, CopyAccess, Cpu, Dyn, Exclusive, Layout, Shared, Strided, View};
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

    fn walk(&self) -> Walk<T, Dyn> {
        let dims = self.shape().iter().map(|dim| *dim as usize).collect();
        let strides = self.strides().iter().map(|stride| *stride as isize).collect();
        Walk::new(self.address(), dims, strides)
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
    out_of_bounds(index, &dims)
}

impl<'a, A: CopyAccess, T: Element, L: Layout> View<'a, Cpu, A, T, Dyn, L> {
    /// An element, if there is one with this index.
    #[inline]
    pub fn get(self, index: impl AsRef<[usize]>) -> Option<&'a A::Item<T>> {
        let element = self.at(index.as_ref())?;
        // SAFETY: View validity, and there is such an element.
        Some(unsafe { A::item(element) })
    }
}

impl<T: Element, L: Layout> View<'_, Cpu, Exclusive, T, Dyn, L> {
    /// An element, if there is one with this index.
    #[inline]
    pub fn get(&self, index: impl AsRef<[usize]>) -> Option<&T> {
        let element = self.at(index.as_ref())?;
        // SAFETY: View validity, and there is such an element.
        Some(unsafe { Shared::item(element) })
    }

    /// An element to be written, if there is one with this index.
    #[inline]
    pub fn get_mut(&mut self, index: impl AsRef<[usize]>) -> Option<&mut T> {
        let element = self.at(index.as_ref())?;
        // SAFETY: View validity, and there is such an element.
        Some(unsafe { Exclusive::element(element) })
    }
}

impl<'a, A: CopyAccess, T: Element> View<'a, Cpu, A, T, Dyn, Strided> {
    /// The elements in order.
    pub fn iter(self) -> Iter<'a, A, T, Dyn> {
        // SAFETY: View validity.
        unsafe { Iter::new(self.walk()) }
    }

    /// The elements in order, if that is how they lie.
    pub fn as_slice(self) -> Option<&'a [A::Item<T>]> {
        Some(self.try_contiguous().ok()?.as_slice())
    }
}

impl<T: Element> View<'_, Cpu, Exclusive, T, Dyn, Strided> {
    /// The elements in order.
    pub fn iter(&self) -> Iter<'_, Shared, T, Dyn> {
        // SAFETY: View validity.
        unsafe { Iter::new(self.walk()) }
    }

    /// The elements in order, to be written.
    pub fn iter_mut(&mut self) -> Iter<'_, Exclusive, T, Dyn> {
        // SAFETY: View validity; the view is borrowed meanwhile.
        unsafe { Iter::new(self.walk()) }
    }

    /// The elements in order, if that is how they lie.
    pub fn as_slice(&self) -> Option<&[T]> {
        self.as_shared().as_slice()
    }

    /// The elements in order, to be written, if that is how they lie.
    pub fn as_mut_slice(&mut self) -> Option<&mut [T]> {
        Some(self.reborrow().try_contiguous().ok()?.into_slice())
    }
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
