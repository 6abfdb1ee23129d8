//! The search for tensors in the fields of objects: a function that writes to a tensor compares its memory with that of all others.

mod parts;

use core::ops::Deref;
use core::ptr::NonNull;

use crate::abi::TVMFFIObject;
use crate::convert::{FfiType, IntoAny, Reach};
use crate::object::{Access, ObjectType, payload};
use crate::tensor_search::TensorSearch;

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
