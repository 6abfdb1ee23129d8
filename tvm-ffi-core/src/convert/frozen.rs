//! Containers that lead to tensors, in a form that nobody changes during a call.
//!
//! Whether arguments share memory is judged on the arguments themselves, so what is in them has to be what was decoded. A list or a
//! dict may change in between; an array or a map does not. So a function is called with copies of lists and dicts that may have
//! tensors in them, where the parameter is a type that copies them anyway.

use super::{Canonical, FromAnyView, IntoAny, Reach};
use crate::abi::TypeIndex;
use crate::any::{Any, AnyView};
use crate::container::build::{Container, container, from_entries};
use crate::container::items::{Shapes, array_items, copied_entries, copied_items};

/// Whether values of a type may lead to tensors.
pub(crate) const fn leads_to_tensors(reach: Reach) -> bool {
    !matches!(reach, Reach::Nothing)
}

/// An array instead of another sequence.
#[cold]
fn frozen_sequence(view: AnyView<'_>) -> Option<Canonical> {
    if view.type_index() == TypeIndex::ARRAY {
        return None;
    }
    copied_items(view, Shapes::Refused).map(array)
}

/// The same, or an array with elements in their common forms.
#[cold]
pub(super) fn frozen_elements<'a>(
    view: AnyView<'a>,
    canonical: impl Fn(usize, AnyView<'a>) -> Option<Canonical>,
) -> Option<Canonical> {
    let Some(items) = array_items(view) else { return frozen_sequence(view) };
    let form = |(index, item): (usize, &'a Any)| match canonical(index, item.as_view()) {
        Some(Canonical::Value(value)) => Some(value),
        // No element is an rvalue reference.
        Some(Canonical::Rvalue) | None => None,
    };
    let forms: Vec<Option<Any>> = items.iter().enumerate().map(form).collect();
    if forms.iter().all(Option::is_none) {
        return None;
    }
    Some(array(
        forms.into_iter().zip(items).map(|(form, item)| form.unwrap_or_else(|| item.clone())).collect(),
    ))
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
    Some(Canonical::Value(from_entries(Container::Map, entries.into_iter()).into_any()))
}

/// An immutable copy of a list or a dict.
#[cold]
pub(crate) fn frozen(view: AnyView<'_>) -> Option<Canonical> {
    frozen_sequence(view).or_else(|| frozen_mapping(view))
}

/// The canonical form of an element of a type.
pub(super) fn canonical_of<'a, T: FromAnyView<'a>>(_: usize, view: AnyView<'a>) -> Option<Canonical> {
    T::canonical(view)
}
