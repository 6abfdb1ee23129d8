//! The search for tensors in the fields of objects: a function that writes to a tensor compares its memory with that of all others.

mod parts;

use core::ops::Deref;
use core::ptr::NonNull;
use std::collections::BTreeSet;

use super::access::Access;
use super::layout::payload;
use super::typed::ObjectType;
use crate::abi::TVMFFIObject;
use crate::any::Any;
use crate::contract::Span;
use crate::convert::{FfiType, IntoAny, Reach};
use crate::tensor::TensorView;
use crate::wait;

pub use parts::SearchTensors;

/// Searches the fields of an object of type `T`, under a shared borrow. `false` if the object cannot be borrowed; the thread keeps the
/// reason.
///
/// # Safety
///
/// Object validity, and this library made the object, which is of type `T`.
pub unsafe fn search_fields<T: ObjectType>(object: NonNull<TVMFFIObject>, search: &mut TensorSearch) -> bool {
    let mut holder = Default::default();
    // SAFETY: the caller's contract.
    if !unsafe { T::Access::share(object, &mut holder) } {
        return false;
    }
    // SAFETY: the caller's contract.
    let payload = unsafe { payload::<T>(object) };
    // SAFETY: the object does not change while the holder lives.
    unsafe { payload.as_ref() }.search_fields(search);
    true
}

/// The search goes through this many nested boxes, locks, and collections.
const DEPTH: u32 = 128;

/// A search through the fields of one object.
#[derive(Default)]
pub struct TensorSearch {
    found: Found,
    depth: u32,
    /// Addresses of shared values that were searched: a value may contain itself.
    seen: BTreeSet<usize>,
    obstacle: Option<Obstacle>,
}

/// The result of a search.
#[derive(Default)]
pub(crate) struct Found {
    /// Values that are tensors or may contain some.
    pub(crate) values: Vec<Any>,
    /// The memory of tensors that are not values.
    pub(crate) spans: Vec<Span>,
}

impl Found {
    pub(crate) fn is_empty(&self) -> bool {
        self.values.is_empty() && self.spans.is_empty()
    }
}

/// Why a search is incomplete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Obstacle {
    /// Another thread held a lock for too long.
    Locked,
    /// The value is nested too deeply.
    Deep,
}

impl TensorSearch {
    /// The result, or why it is incomplete.
    pub(crate) fn finish(self) -> Result<Found, Obstacle> {
        self.obstacle.map_or(Ok(self.found), Err)
    }

    fn add_value(&mut self, value: Any) {
        self.found.values.push(value);
    }

    fn add_tensor(&mut self, tensor: TensorView<'_>) {
        self.found.spans.extend(Span::of(tensor));
    }

    /// Searches one level deeper.
    fn within(&mut self, search: impl FnOnce(&mut Self)) {
        if self.depth == DEPTH {
            self.obstacle.get_or_insert(Obstacle::Deep);
            return;
        }
        self.depth += 1;
        search(self);
        self.depth -= 1;
    }

    /// Searches a shared value, once.
    fn once(&mut self, address: usize, search: impl FnOnce(&mut Self)) {
        if self.seen.insert(address) {
            self.within(search);
        }
    }

    /// Takes a lock and searches what it guards. If the lock is held for too long, the search is incomplete: the caller of the function may
    /// hold it, and waits for the function.
    fn locked<G>(&mut self, try_lock: impl FnMut() -> Option<G>, search: impl FnOnce(&mut Self, &G)) {
        match wait::until(wait::BOUND, try_lock) {
            Some(guard) => self.within(|this| search(this, &guard)),
            None => _ = self.obstacle.get_or_insert(Obstacle::Locked),
        }
    }
}

/// Searches the value of a field: `FieldSearch::of(&self.field).search_tensors(search)`.
///
/// The method call picks the first of four functions `search_tensors` that applies to the type, along `Deref`: for object types by value,
/// such as `#[base]`; for FFI values; for types with [`SearchTensors`]; and for all others, which finds nothing.
pub struct FieldSearch<'a, T: ?Sized>(ValueSearch<'a, T>);

/// For FFI values.
pub struct ValueSearch<'a, T: ?Sized>(PartsSearch<'a, T>);

/// For types with [`SearchTensors`].
pub struct PartsSearch<'a, T: ?Sized>(&'a T);

/// For all other types.
pub struct NoSearch;

impl<'a, T> FieldSearch<'a, T> {
    /// The value of a field.
    #[inline(always)]
    pub fn of(field: &'a T) -> Self {
        Self(ValueSearch(PartsSearch(field)))
    }
}

impl<T: ObjectType> FieldSearch<'_, T> {
    /// Searches the fields of the value.
    pub fn search_tensors(&self, search: &mut TensorSearch) {
        let object = self.0.0.0;
        search.within(|search| object.search_fields(search));
    }
}

impl<'a, T> Deref for FieldSearch<'a, T> {
    type Target = ValueSearch<'a, T>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<T: FfiType + Clone + IntoAny> ValueSearch<'_, T> {
    /// Adds the value, if its type may contain tensors.
    pub fn search_tensors(&self, search: &mut TensorSearch) {
        if const { !matches!(T::FACTS.reach, Reach::Nothing) } {
            search.add_value(self.0.0.clone().into_any());
        }
    }
}

impl<'a, T> Deref for ValueSearch<'a, T> {
    type Target = PartsSearch<'a, T>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<T: SearchTensors> PartsSearch<'_, T> {
    /// Searches the parts of the value.
    pub fn search_tensors(&self, search: &mut TensorSearch) {
        if const { T::LEADS_TO_TENSORS } {
            self.0.search(search);
        }
    }
}

impl<T> Deref for PartsSearch<'_, T> {
    type Target = NoSearch;

    fn deref(&self) -> &NoSearch {
        &NoSearch
    }
}

impl NoSearch {
    /// Finds nothing.
    pub fn search_tensors(&self, _: &mut TensorSearch) {}
}
