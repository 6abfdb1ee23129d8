//! What the fields of objects hold.

use core::ptr::NonNull;

use crate::abi::{TVMFFIObject, TypeIndex};
use crate::any::Any;
use crate::convert::FfiType;
use crate::object::borrow::Refusal;
use crate::object::class_of;
use crate::object_ref::ObjectRef;
use crate::reflect::TypeInfo;
use crate::tensor_search::{Found, TensorSearch};
use crate::type_info::Container;

/// Copies of the values in an object's fields that may contain tensors, and tensors that are not values.
///
/// # Errors
///
/// Another thread changes the object, or holds a lock in it, and does not come to an end.
///
/// # Safety
///
/// Object validity.
pub(super) unsafe fn values_within(object: NonNull<TVMFFIObject>) -> Result<Found, Refusal> {
    // SAFETY: the caller's contract.
    let Some(class) = (unsafe { class_of(object) }) else {
        // SAFETY: the caller's contract.
        let values = values_by_reflection(&unsafe { ObjectRef::from_borrowed(object) });
        return Ok(Found { values, ..Found::default() });
    };
    let Some(search_fields) = class.search_fields else { return Ok(Found::default()) };
    let mut search = TensorSearch::default();
    // SAFETY: the caller's contract; the function is that of the object's class.
    if unsafe { search_fields(object, &mut search) } {
        return search.finish().map_err(|obstacle| Refusal::not_searched(object, obstacle));
    }
    match Refusal::take(object) {
        Some(refusal) if !refusal.is_of_this_thread() => Err(refusal),
        // A call on this thread changes the object. If it is the one that is about to begin, it shows the object itself. If not,
        // no other code borrows the object before this call has ended.
        _ => Ok(Found::default()),
    }
}

/// The same for an object that was made elsewhere. What is not visible from outside is out of everybody's reach.
fn values_by_reflection(object: &ObjectRef) -> Vec<Any> {
    let Ok(about) = TypeInfo::of_object(object) else { return Vec::new() };
    let fields = about.fields().into_iter().filter(|field| !is_plain(field.static_index()));
    // A tensor that a field does not show here cannot be reached.
    fields.filter_map(|field| field.read(object).ok()).filter(|value| leads_on(value.type_index())).collect()
}

/// Whether a field of this static type index holds no object.
fn is_plain(type_index: i32) -> bool {
    (TypeIndex::NONE..=TypeIndex::DEVICE).contains(&type_index)
}

/// Whether values of a type may be tensors or hold some.
pub(super) fn leads_on(type_index: i32) -> bool {
    type_index == TypeIndex::TENSOR || Container::of(type_index).is_some() || has_fields(type_index)
}

/// Whether objects of a type may have fields that lead to tensors. Those of the runtime's own types have none.
pub(super) fn has_fields(type_index: i32) -> bool {
    type_index >= TypeIndex::DYN_OBJECT_BEGIN
}

/// An argument that leads to tensors, and that the search does not find among the values of the caller: an object that the call
/// borrows exclusively, which only the argument can read, or the default of an argument that the caller leaves out.
pub trait SearchedArgument {
    /// Searches the fields for tensors.
    fn search_fields(&self, search: &mut TensorSearch);
}

impl<T: FfiType> SearchedArgument for T {
    fn search_fields(&self, search: &mut TensorSearch) {
        self.search_exclusive(search);
    }
}

/// An argument of an index, if its type is of that kind.
#[inline(always)]
pub fn held<T: FfiType>(index: usize, argument: &T) -> Option<(usize, &dyn SearchedArgument)> {
    if const { T::FACTS.holds } { Some((index, argument)) } else { None }
}

/// A default, by a function that searches it.
pub struct LeftOut<F>(pub F);

impl<F: Fn(&mut TensorSearch)> SearchedArgument for LeftOut<F> {
    fn search_fields(&self, search: &mut TensorSearch) {
        (self.0)(search);
    }
}

/// The argument of an index, if it is a default.
#[inline(always)]
pub fn left_out(
    is_given: bool,
    index: usize,
    default: &dyn SearchedArgument,
) -> Option<(usize, &dyn SearchedArgument)> {
    (!is_given).then_some((index, default))
}
