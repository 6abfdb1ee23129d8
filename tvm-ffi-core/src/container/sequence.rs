//! Owned arrays and lists.

mod list;

use core::fmt;

use super::build::{self, Container};
use super::items::{Shapes, Snapshot, array_items, copied_items, items, list_length};
use super::owned::{converts, owned_container};
use crate::abi::TypeIndex;
use crate::any::{Any, AnyView};
use crate::container::exact::sequence_distance;
use crate::convert::{
    FromAnyView, IntoAny, Mismatch, decode_owned, element_changed, explain_items, level, object_type,
};
use crate::object_ref::ObjectRef;

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
    Array<T>, Some(Container::List), collected, sequence_distance
}

owned_container! {
    /// An owned list: a mutable sequence, shared by all references to it.
    ///
    /// Returned to Python it is a `tvm_ffi.List`. As an argument it accepts a `List`, whose elements are checked to convert
    /// to `T` when the argument is decoded, and a copy of an `Array` or, for integers, of a `Shape`.
    ///
    /// Other code may change the list at any time, so each read copies and converts elements. A shared reference is enough to
    /// change it: [`push`](Self::push), [`set`](Self::set), [`remove`](Self::remove), and others.
    ///
    /// Threads of one library can read and change a list at the same time: each operation is atomic. The runtime does not lock lists,
    /// and Python and other libraries do not use the lock of this library. While one of them changes a list, no other thread may use it.
    ///
    /// ```
    /// # use tvm_ffi_core::{List, Result};
    /// fn add_name(names: List<String>, name: &str) {
    ///     names.push(name.to_owned());
    /// }
    ///
    /// # fn main() -> Result<()> {
    /// let names: List<String> = List::new();
    /// add_name(names.clone(), "a");
    /// assert_eq!((names.len(), names.get(0)?), (1, Some("a".to_owned())));
    /// # Ok(()) }
    /// ```
    List<T>, None, collected, sequence_distance
}

/// Whether every element converts.
fn all_convert<T: for<'x> FromAnyView<'x>>(items: &[Any]) -> bool {
    level::<T>().is_some_and(|_level| items.iter().all(converts::<T>))
}

/// Why a value is not a sequence of `T`.
pub(super) fn explain_sequence<'a, T: FromAnyView<'a>, S: crate::convert::FfiType>(
    view: AnyView<'_>,
) -> Option<Mismatch> {
    let mut snapshot = Snapshot::default();
    match items(view, &mut snapshot, Shapes::accepted_by::<T>()) {
        Some(items) => explain_items::<T>(items),
        None => Some(Mismatch::expected::<S>(view)),
    }
}

fn collected<T: IntoAny>(kind: Container, elements: impl IntoIterator<Item = T>) -> ObjectRef {
    build::container(kind, elements.into_iter().map(IntoAny::into_any).collect())
}

impl<T> Array<T> {
    fn items(&self) -> &[Any] {
        let raw = self.object.as_raw_any();
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

impl<T: for<'x> FromAnyView<'x>> Array<T> {
    fn from_view(view: AnyView<'_>) -> Option<Self> {
        match array_items(view) {
            Some(items) if all_convert::<T>(items) => {
                object_type(view, TypeIndex::ARRAY).map(Self::from_checked)
            }
            Some(_) => None,
            None => {
                let items = copied_items(view, Shapes::accepted_by::<T>())?;
                all_convert::<T>(&items)
                    .then(|| Self::from_checked(build::container(Container::Array, items)))
            }
        }
    }

    fn explain_view(view: AnyView<'_>) -> Option<Mismatch> {
        explain_sequence::<T, Self>(view)
    }

    /// Element `index`, if there is one.
    ///
    /// # Panics
    ///
    /// If the element does not convert, although it was checked: it is a list or a dict that changed since, or was made
    /// by an [`IntoAny`] that [`FromAnyView`] does not undo.
    pub fn get(&self, index: usize) -> Option<T> {
        Some(decode_owned(self.items().get(index)?.as_view()).unwrap_or_else(|| element_changed()))
    }

    /// The elements in order.
    ///
    /// # Panics
    ///
    /// The iterator panics if [`get`](Self::get) would.
    pub fn iter(&self) -> Elements<'_, T> {
        self.items().iter().map(|item| decode_owned(item.as_view()).unwrap_or_else(|| element_changed()))
    }

    /// The elements as a vector.
    ///
    /// # Panics
    ///
    /// If [`get`](Self::get) would.
    pub fn to_vec(&self) -> Vec<T> {
        self.iter().collect()
    }
}

/// The elements of an [`Array`], converted one by one.
type Elements<'a, T> = core::iter::Map<core::slice::Iter<'a, Any>, fn(&'a Any) -> T>;

impl<T: for<'x> FromAnyView<'x> + PartialEq> PartialEq for Array<T> {
    /// # Panics
    ///
    /// If [`get`](Self::get) would.
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl<T> Eq for Array<T> where T: for<'x> FromAnyView<'x> + Eq {}

impl<'a, T: for<'x> FromAnyView<'x>> IntoIterator for &'a Array<T> {
    type Item = T;
    type IntoIter = Elements<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: for<'x> FromAnyView<'x>> IntoIterator for Array<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.to_vec().into_iter()
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

impl<T: for<'x> FromAnyView<'x>> List<T> {
    fn from_view(view: AnyView<'_>) -> Option<Self> {
        let items = copied_items(view, Shapes::accepted_by::<T>())?;
        if !all_convert::<T>(&items) {
            return None;
        }
        let shared = object_type(view, TypeIndex::LIST);
        Some(Self::from_checked(shared.unwrap_or_else(|| build::container(Container::List, items))))
    }

    fn explain_view(view: AnyView<'_>) -> Option<Mismatch> {
        explain_sequence::<T, Self>(view)
    }
}

impl<T> fmt::Debug for List<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.snapshot().fmt(f)
    }
}
