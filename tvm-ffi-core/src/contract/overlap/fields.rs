//! What the fields of objects hold.

use core::ptr::NonNull;

use crate::abi::{TVMFFIObject, TypeIndex};
use crate::any::{Any, AnyView};
use crate::convert::FfiType;
use crate::object::borrow::Refusal;
use crate::object::{ObjectRef, class_of};
use crate::reflect::TypeInfo;

/// Copies of the values among an object's fields that may lead to tensors.
///
/// # Errors
///
/// Another thread changes the object, and does not come to an end.
///
/// # Safety
///
/// Object validity.
pub(super) unsafe fn values_within(object: NonNull<TVMFFIObject>) -> Result<Vec<Any>, Refusal> {
    // SAFETY: the caller's contract.
    let Some(class) = (unsafe { class_of(object) }) else {
        // SAFETY: the caller's contract.
        return Ok(values_by_reflection(&unsafe { ObjectRef::from_borrowed(object) }));
    };
    let Some(each_reaching) = class.each_reaching else { return Ok(Vec::new()) };
    let mut values = Vec::new();
    // SAFETY: the caller's contract; the function is that of the object's class.
    if unsafe { each_reaching(object, &mut |value| values.extend(value.to_any())) } {
        return Ok(values);
    }
    match Refusal::take(object) {
        Some(refusal) if !refusal.is_of_this_thread() => Err(refusal),
        // A call on this thread changes the object. If it is the one that is about to begin, it shows the object itself. If not,
        // nobody gets into the object before this call has ended.
        _ => Ok(Vec::new()),
    }
}

/// The same for an object that was made elsewhere. What is not visible from outside is out of everybody's reach.
fn values_by_reflection(object: &ObjectRef) -> Vec<Any> {
    let Ok(about) = TypeInfo::of_object(object) else { return Vec::new() };
    let fields = about.fields().into_iter().filter(|field| !is_plain(field.static_index()));
    // What a field does not give to this, it gives to nobody.
    fields.filter_map(|field| field.read(object).ok()).filter(|value| leads_on(value.type_index())).collect()
}

/// Whether a field of this static type index holds no object.
fn is_plain(type_index: i32) -> bool {
    (TypeIndex::NONE..=TypeIndex::DEVICE).contains(&type_index)
}

/// Whether values of a type may be tensors or hold some.
pub(super) fn leads_on(type_index: i32) -> bool {
    let is_container = matches!(
        type_index,
        TypeIndex::ARRAY | TypeIndex::LIST | TypeIndex::MAP | TypeIndex::DICT | TypeIndex::TENSOR
    );
    is_container || has_fields(type_index)
}

/// Whether objects of a type may have fields that lead to tensors. Those of the runtime's own types have none.
pub(super) fn has_fields(type_index: i32) -> bool {
    type_index >= TypeIndex::DYN_OBJECT_BEGIN
}

/// An argument that has an object for itself during the call, so that only through the argument one can look into it.
pub trait Held {
    /// Shows every value among the fields through which tensor memory may be reached.
    fn each_reaching(&self, see: &mut dyn FnMut(AnyView<'_>));
}

impl<T: FfiType> Held for T {
    fn each_reaching(&self, see: &mut dyn FnMut(AnyView<'_>)) {
        self.each_reaching_within(see);
    }
}

/// An argument of an index, if its type is of that kind.
#[inline(always)]
pub fn held<T: FfiType>(index: usize, argument: &T) -> Option<(usize, &dyn Held)> {
    if const { T::FACTS.holds } { Some((index, argument)) } else { None }
}
