//! Containers that may contain tensors, in a form that does not change during a call.
//!
//! The search for shared memory reads the arguments themselves, so they must contain what was decoded. A list or a dict may change in
//! between; an array or a map does not. So a function gets copies of lists and dicts that may contain tensors, if the type of the
//! parameter copies them anyway.

use crate::abi::TypeIndex;
use crate::any::{Any, AnyView};
use crate::container::build::{Container, container, from_entries};
use crate::container::items::{Shapes, copied_entries, copied_items};
use crate::convert::{Canonical, FromAnyView, IntoAny};

/// An array instead of another sequence.
#[cold]
fn frozen_sequence(view: AnyView<'_>) -> Option<Canonical> {
    if view.type_index() == TypeIndex::ARRAY {
        return None;
    }
    copied_items(view, Shapes::Refused).map(array)
}

/// An array with elements in their common forms, instead of a sequence.
#[cold]
pub(crate) fn frozen_elements(
    view: AnyView<'_>,
    canonical: impl Fn(usize, AnyView<'_>) -> Option<Canonical>,
) -> Option<Canonical> {
    let mut items = copied_items(view, Shapes::Refused)?;
    let mut is_common = view.type_index() == TypeIndex::ARRAY;
    for (index, item) in items.iter_mut().enumerate() {
        // An element cannot be an rvalue reference.
        if let Some(Canonical::Value(form)) = canonical(index, item.as_view()) {
            *item = form;
            is_common = false;
        }
    }
    (!is_common).then(|| array(items))
}

fn array(items: Vec<Any>) -> Canonical {
    Canonical::Value(container(Container::Array, items).into_any())
}

/// A map instead of another mapping.
#[cold]
pub(crate) fn frozen_mapping(view: AnyView<'_>) -> Option<Canonical> {
    if view.type_index() == TypeIndex::MAP {
        return None;
    }
    let entries = copied_entries(view)?;
    Some(Canonical::Value(
        from_entries(Container::Map, entries.into_iter().map(|entry| (entry.key, entry.value))).into_any(),
    ))
}

/// An immutable copy of a list or a dict.
#[cold]
pub(crate) fn frozen(view: AnyView<'_>) -> Option<Canonical> {
    frozen_sequence(view).or_else(|| frozen_mapping(view))
}

/// The canonical form of an element of a type.
pub(super) fn canonical_of<'a, T: FromAnyView<'a>>(_: usize, view: AnyView<'_>) -> Option<Canonical> {
    T::canonical(view)
}
