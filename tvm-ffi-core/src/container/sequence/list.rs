//! Lists that are read and changed from Rust.

use super::super::build::RuntimeFunction;
use super::super::lock::locked;
use super::super::owned::{call, into_iterator, is_equal, is_same};
use super::super::snapshot::{element, length};
use super::List;
use crate::abi::TVMFFIAny;
use crate::any::Any;
use crate::convert::{FromAnyView, IntoAny, decode_owned, mismatch_of};
use crate::error::{Error, ErrorKind, Result};

static APPEND: RuntimeFunction = RuntimeFunction::new("ffi.ListAppend");
static INSERT: RuntimeFunction = RuntimeFunction::new("ffi.ListInsert");
static SET: RuntimeFunction = RuntimeFunction::new("ffi.ListSetItem");
static ERASE: RuntimeFunction = RuntimeFunction::new("ffi.ListErase");
static CLEAR: RuntimeFunction = RuntimeFunction::new("ffi.ListClear");

impl<T> List<T> {
    /// Removes all elements.
    pub fn clear(&self) {
        let clear = CLEAR.get();
        let removed = self.snapshot();
        let cleared = self.change(|| call(clear, &self.object, &[]));
        // A drop may run any code, so it comes after the lock is released.
        drop(removed);
        expect(cleared);
    }

    /// Changes the list while no other thread that takes its lock uses it.
    fn change<R>(&self, access: impl FnOnce() -> R) -> R {
        locked(self.object.as_ptr(), access)
    }

    /// The number of elements; the list is locked.
    fn count(&self) -> usize {
        // SAFETY: Object validity: a list.
        unsafe { length(self.object.as_ptr()) }
    }

    /// An element, if there is one with that index; the list is locked.
    fn element(&self, index: usize) -> Option<Any> {
        // SAFETY: Object validity: a list.
        unsafe { element(self.object.as_ptr(), index) }
    }
}

impl<T: IntoAny> List<T> {
    /// Appends an element.
    ///
    /// ```
    /// # use tvm_ffi_core::{List, Result};
    /// # fn main() -> Result<()> {
    /// let list: List<i64> = List::new();
    /// list.push(1);
    /// list.extend([2, 3]);
    /// assert_eq!(list.to_vec()?, [1, 2, 3]);
    /// # Ok(()) }
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no memory.
    pub fn push(&self, value: T) {
        self.extend([value]);
    }

    /// Appends elements. They are made before the first of them is appended.
    ///
    /// # Panics
    ///
    /// If there is no memory.
    pub fn extend(&self, values: impl IntoIterator<Item = T>) {
        let append = APPEND.get();
        let values: Vec<Any> = values.into_iter().map(IntoAny::into_any).collect();
        let append_one = |value: &Any| call(append, &self.object, &[*value.as_raw()]);
        expect(self.change(|| values.iter().try_for_each(append_one)));
    }

    /// Inserts an element before the one at `index`, or at the end if `index` is the number of elements.
    ///
    /// # Errors
    ///
    /// An `IndexError` if `index` is beyond the end.
    #[track_caller]
    pub fn insert(&self, index: usize, value: T) -> Result<()> {
        let (insert, value) = (INSERT.get(), value.into_any());
        let inserted = self.change(|| {
            let count = self.count();
            if index > count {
                return Err(count);
            }
            Ok(call(insert, &self.object, &[index_value(index), *value.as_raw()]))
        });
        inserted.map_err(|count| out_of_range(index, count))?
    }

    /// Replaces the element at `index`.
    ///
    /// # Errors
    ///
    /// An `IndexError` if there is none.
    ///
    /// ```
    /// # use tvm_ffi_core::{List, Result};
    /// # fn main() -> Result<()> {
    /// let list: List<i64> = [1, 2].into_iter().collect();
    /// list.set(1, 20)?;
    /// assert_eq!(list.get(1)?, Some(20));
    /// assert_eq!(list.set(2, 30).unwrap_err().to_string(), "IndexError: index 2 is out of range for a list of 2 elements");
    /// # Ok(()) }
    /// ```
    #[track_caller]
    pub fn set(&self, index: usize, value: T) -> Result<()> {
        let (set, value) = (SET.get(), value.into_any());
        let replaced = self.change(|| {
            // It is dropped after the lock is released.
            let before = self.element(index).ok_or_else(|| self.count())?;
            Ok((before, call(set, &self.object, &[index_value(index), *value.as_raw()])))
        });
        let (_before, result) = replaced.map_err(|count| out_of_range(index, count))?;
        result
    }
}

impl<T: for<'x> FromAnyView<'x>> List<T> {
    /// The element that is at `index` now, if there is one.
    ///
    /// # Errors
    ///
    /// A `TypeError` or `ValueError` if the element does not convert.
    #[track_caller]
    pub fn get(&self, index: usize) -> Result<Option<T>> {
        let found = locked(self.object.as_ptr(), || self.element(index));
        found.map(|found| convert(index, &found)).transpose()
    }

    /// The elements that the list has now, in order. An element that does not convert is an error with its position. The iterator goes on
    /// after it.
    ///
    /// The iterator has a copy of the elements, which later changes do not affect.
    ///
    /// ```
    /// # use tvm_ffi_core::{List, Result};
    /// # fn main() -> Result<()> {
    /// let list: List<i64> = [1, 2, 3].into_iter().collect();
    /// for number in &list {
    ///     list.push(10 * number?);
    /// }
    /// assert_eq!(list.to_vec()?, [1, 2, 3, 10, 20, 30]);
    /// # Ok(()) }
    /// ```
    #[track_caller]
    pub fn iter(&self) -> std::vec::IntoIter<Result<T>> {
        let mut converted = Vec::with_capacity(self.len());
        for (index, item) in self.snapshot().iter().enumerate() {
            converted.push(convert(index, item));
        }
        converted.into_iter()
    }

    /// The elements that the list has now.
    ///
    /// # Errors
    ///
    /// A `TypeError` or `ValueError` with the position of an element that does not convert.
    #[track_caller]
    pub fn to_vec(&self) -> Result<Vec<T>> {
        let items = self.snapshot();
        let mut converted = Vec::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            converted.push(convert(index, item)?);
        }
        Ok(converted)
    }

    /// Removes the last element and returns it, if there is one.
    ///
    /// # Errors
    ///
    /// A `TypeError` or `ValueError` if the element does not convert. Then it stays in the list.
    #[track_caller]
    pub fn pop(&self) -> Result<Option<T>> {
        self.take(|count| count.checked_sub(1))
    }

    /// Removes the element at `index` and returns it. Later elements move up.
    ///
    /// # Errors
    ///
    /// An `IndexError` if there is none, a `TypeError` or `ValueError` if it does not convert. Then it stays in the list.
    #[track_caller]
    pub fn remove(&self, index: usize) -> Result<T> {
        match self.take(|count| (index < count).then_some(index))? {
            Some(value) => Ok(value),
            None => Err(out_of_range(index, self.len())),
        }
    }

    /// Removes the element whose index `pick` computes from the number of elements.
    #[track_caller]
    fn take(&self, pick: impl Fn(usize) -> Option<usize>) -> Result<Option<T>> {
        let erase = ERASE.get();
        let find = || pick(self.count()).and_then(|index| Some((index, self.element(index)?)));
        while let Some((index, found)) = locked(self.object.as_ptr(), find) {
            // This may run code of the user, so the list is not locked, and another thread may change it.
            let value = convert(index, &found)?;
            let erased = self.change(|| match find() {
                Some((place, item)) if place == index && is_same(&item, &found) => {
                    call(erase, &self.object, &[index_value(index)]).map(|()| true)
                }
                _ => Ok(false),
            });
            if erased? {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }
}

#[track_caller]
fn convert<T: for<'x> FromAnyView<'x>>(index: usize, item: &Any) -> Result<T> {
    match decode_owned(item.as_view()) {
        Some(value) => Ok(value),
        None => Err(mismatch_of::<T>(item.as_view()).at(&format!("[{index}]")).into_error()),
    }
}

/// An index as functions of the runtime take it. An index of a list always fits.
fn index_value(index: usize) -> TVMFFIAny {
    *Any::new(index as i64).as_raw()
}

/// # Panics
///
/// With the error of a function that only fails if there is no memory.
#[track_caller]
fn expect(result: Result<()>) {
    if let Err(error) = result {
        panic!("{error}");
    }
}

#[track_caller]
fn out_of_range(index: usize, count: usize) -> Error {
    let noun = if count == 1 { "element" } else { "elements" };
    let message = format!("index {index} is out of range for a list of {count} {noun}");
    Error::new(ErrorKind::IndexError, message)
}

impl<T: IntoAny> Extend<T> for List<T> {
    /// As [`extend`](Self::extend).
    fn extend<I: IntoIterator<Item = T>>(&mut self, values: I) {
        List::extend(self, values);
    }
}

/// Lists are equal if their elements are. An element that does not convert is not equal to any element.
impl<T: for<'x> FromAnyView<'x> + PartialEq> PartialEq for List<T> {
    fn eq(&self, other: &Self) -> bool {
        let (ours, theirs) = (self.snapshot(), other.snapshot());
        ours.len() == theirs.len() && ours.iter().zip(&theirs).all(|(a, b)| is_equal::<T>(a, b))
    }
}

into_iterator!(<T> &List<T>, Result<T>);
into_iterator!(<T> List<T>, Result<T>);
