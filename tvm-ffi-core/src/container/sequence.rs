//! Owned arrays and lists.

use core::fmt;

use super::build::{self, Container};
use super::element_changed;
use super::items::{Shapes, array_items, copied_items, list_length};
use super::owned::{changed, explain, owned, owned_container};
use crate::abi::{TVMFFIAny, TypeIndex};
use crate::any::{Any, AnyView};
use crate::convert::{FromAnyView, IntoAny, Mismatch, is_sequence_of, object_type};
use crate::error::Result;
use crate::object::ObjectRef;

owned_container! {
    /// An owned array: an immutable sequence, shared when cloned.
    ///
    /// As an argument it accepts an `Array`, and a copy of a `List` or, for integers, of a `Shape`. All elements are checked
    /// to convert to `T` when the argument is decoded.
    ///
    /// ```
    /// # use tvm_ffi_core::Array;
    /// let squares: Array<i64> = (0..4).map(|x| x * x).collect();
    /// assert_eq!(squares.get(3), Some(9));
    /// ```
    Array<T>, "Array", "ffi.Array", Some(TypeIndex::LIST), |view| is_sequence_of::<T>(view, TypeIndex::ARRAY)
}

owned_container! {
    /// An owned list: a mutable sequence, which all who hold it share.
    ///
    /// Returned to Python it is a `tvm_ffi.List`. As an argument it accepts a `List`, whose elements are checked to convert
    /// to `T` when the argument is decoded, and a copy of an `Array` or, for integers, of a `Shape`.
    ///
    /// Others may change the list at any time, so it is read as a whole, and what is read is converted then. The runtime
    /// does not lock lists: while one thread reads a list, no other may change it. This type changes none; a caller of
    /// `ffi.ListAppend` and its kin has to see to that.
    ///
    /// ```
    /// # use tvm_ffi_core::List;
    /// fn names() -> List<String> {
    ///     ["a", "b"].map(String::from).into_iter().collect()
    /// }
    /// ```
    List<T>, "List", "ffi.List", None, |view| is_sequence_of::<T>(view, TypeIndex::LIST)
}

/// Whether every element converts.
fn all_convert<T>(items: &[Any]) -> bool
where
    T: for<'x> FromAnyView<'x>,
{
    items.iter().all(|item| owned::<T>(item).is_some())
}

/// Why a sequence does not convert.
fn sequence_mismatch<T, S>(view: AnyView<'_>) -> Mismatch
where
    T: for<'x> FromAnyView<'x>,
    S: crate::convert::FfiType,
{
    let Some(items) = copied_items(view, shapes_of::<T>()) else { return Mismatch::expected::<S>(view) };
    let mut explained = items
        .iter()
        .enumerate()
        .filter_map(|(index, item)| explain::<T>(item).map(|mismatch| mismatch.at(&format!("[{index}]"))));
    explained.next().unwrap_or_else(changed)
}

/// Whether sequences of a type accept shapes.
fn shapes_of<T>() -> Shapes
where
    T: for<'x> FromAnyView<'x>,
{
    Shapes::accepted_if(<T as FromAnyView<'_>>::IN_SHAPE)
}

fn collected<T: IntoAny>(kind: Container, elements: impl IntoIterator<Item = T>) -> ObjectRef {
    build::container(kind, elements.into_iter().map(IntoAny::into_any).collect())
}

impl<T> Array<T> {
    fn items(&self) -> &[Any] {
        let raw = TVMFFIAny::object(&self.object);
        // SAFETY: the value lives as long as the borrow of `self`, which keeps the array alive; the slot is only read by
        // `array_items` while it is here, and what that gives lies in the array.
        let view = unsafe { AnyView::from_raw(core::ptr::NonNull::from(&raw)) };
        array_items(view).unwrap_or_default()
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.items().len()
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.items().is_empty()
    }
}

impl<T> Array<T>
where
    T: for<'x> FromAnyView<'x>,
{
    fn from_view(view: AnyView<'_>) -> Option<Self> {
        match array_items(view) {
            Some(items) if all_convert::<T>(items) => {
                object_type(view, TypeIndex::ARRAY).map(Self::from_checked)
            }
            Some(_) => None,
            None => {
                let items = copied_items(view, shapes_of::<T>())?;
                all_convert::<T>(&items)
                    .then(|| Self::from_checked(build::container(Container::Array, items)))
            }
        }
    }

    fn mismatch(view: AnyView<'_>) -> Mismatch {
        sequence_mismatch::<T, Self>(view)
    }

    /// Element `index`, if there is one.
    ///
    /// # Panics
    ///
    /// If the element does not convert, although it was checked: it is a list or a dict that was changed since, or was made
    /// by an [`IntoAny`] that [`FromAnyView`] does not undo.
    pub fn get(&self, index: usize) -> Option<T> {
        Some(owned(self.items().get(index)?).unwrap_or_else(|| element_changed()))
    }

    /// The elements in order.
    ///
    /// # Panics
    ///
    /// The iterator panics where [`get`](Self::get) would.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = T> + DoubleEndedIterator {
        self.items().iter().map(|item| owned(item).unwrap_or_else(|| element_changed()))
    }

    /// The elements as a vector.
    ///
    /// # Panics
    ///
    /// Where [`get`](Self::get) would.
    pub fn to_vec(&self) -> Vec<T> {
        self.iter().collect()
    }
}

impl<T: IntoAny> FromIterator<T> for Array<T> {
    /// # Panics
    ///
    /// If there is no runtime in the process and none can be found.
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        Self::from_checked(collected(Container::Array, elements))
    }
}

impl<T> fmt::Debug for Array<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.items().fmt(f)
    }
}

impl<T> List<T> {
    fn snapshot(&self) -> Vec<Any> {
        let value = self.to_any();
        copied_items(value.as_view(), Shapes::Refused).unwrap_or_default()
    }

    /// The number of elements that the list has now.
    pub fn len(&self) -> usize {
        list_length(self.to_any().as_view()).unwrap_or_default()
    }

    /// Whether there are no elements now.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<T> List<T>
where
    T: for<'x> FromAnyView<'x>,
{
    fn from_view(view: AnyView<'_>) -> Option<Self> {
        let items = copied_items(view, shapes_of::<T>())?;
        if !all_convert::<T>(&items) {
            return None;
        }
        let shared = object_type(view, TypeIndex::LIST);
        Some(Self::from_checked(shared.unwrap_or_else(|| build::container(Container::List, items))))
    }

    fn mismatch(view: AnyView<'_>) -> Mismatch {
        sequence_mismatch::<T, Self>(view)
    }

    /// The elements that the list has now.
    ///
    /// # Errors
    ///
    /// A `TypeError` or `ValueError` with the position of an element that does not convert.
    #[track_caller]
    pub fn to_vec(&self) -> Result<Vec<T>> {
        let convert = |(index, item): (usize, &Any)| match owned(item) {
            Some(value) => Ok(value),
            None => Err(explain::<T>(item).unwrap_or_else(changed).at(&format!("[{index}]"))),
        };
        let converted: Result<Vec<T>, Mismatch> = self.snapshot().iter().enumerate().map(convert).collect();
        converted.map_err(|mismatch| mismatch.into_error())
    }
}

impl<T: IntoAny> FromIterator<T> for List<T> {
    /// # Panics
    ///
    /// If there is no runtime in the process and none can be found.
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        Self::from_checked(collected(Container::List, elements))
    }
}

impl<T> fmt::Debug for List<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.snapshot().fmt(f)
    }
}
