//! Lists whose elements are statics all over a library: its exports, its classes, its kernels.
//!
//! A constructor enters each element. These constructors run before those that read the lists (`__constructor`), which is why the crate `inventory` does
//! not make the lists: its constructors have no order, and a list has to be complete when the library has been loaded.

use core::iter::successors;
use std::sync::OnceLock;

/// A list, or what follows an element of it.
pub struct List<T: 'static>(OnceLock<&'static Element<T>>);

/// A static that is entered in a list.
pub struct Element<T: 'static> {
    pub(crate) value: T,
    next: List<T>,
}

impl<T: Copy> List<T> {
    /// A list without elements.
    pub const fn empty() -> Self {
        Self(OnceLock::new())
    }

    /// Enters an element, after those that are in the list. An element is entered once.
    pub fn enter(&'static self, element: &'static Element<T>) {
        let mut end = self;
        while end.0.set(element).is_err()
            && let Some(last) = end.0.get()
        {
            end = &last.next;
        }
    }

    /// The elements that have been entered.
    pub fn iter(&self) -> impl Iterator<Item = T> + use<T> {
        let elements = successors(self.0.get().copied(), |element| element.next.0.get().copied());
        elements.map(|element| element.value)
    }
}

impl<T> Element<T> {
    /// An element that is in no list.
    pub const fn new(value: T) -> Self {
        Self { value, next: List(OnceLock::new()) }
    }
}

/// Enters a class, an export, or another value when the library is loaded, by a function that takes the element.
#[doc(hidden)]
#[macro_export]
macro_rules! __enter {
    (class: $class:expr) => {
        $crate::__enter! { $crate::__private::enter_class, &'static $crate::__private::Class, $class }
    };
    (export: $export:expr) => {
        $crate::__enter! { $crate::__private::enter_export, &'static $crate::__private::Record, $export }
    };
    (constant: $constant:expr) => {
        $crate::__enter! { $crate::__private::enter_constant, $crate::__private::ConstantRecord, $constant }
    };
    (exception: $exception:expr) => {
        $crate::__enter! { $crate::__private::enter_exception, $crate::__private::ExceptionRecord, $exception }
    };
    ($enter:path, $type:ty, $value:expr) => {
        const _: () = {
            static ELEMENT: $crate::__private::ListElement<$type> =
                $crate::__private::ListElement::new($value);
            extern "C" fn enter() {
                $enter(&ELEMENT);
            }
            $crate::__constructor! { first: enter }
        };
    };
}
