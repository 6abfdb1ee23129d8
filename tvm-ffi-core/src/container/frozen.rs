//! Copies of containers that may lead to tensors, see [`FromAnyView::freeze`](crate::FromAnyView::freeze).
//!
//! A list or a dict may change between decoding and the search for shared memory; an array or a map does not.

use crate::abi::TypeIndex;
use crate::any::{Any, AnyView};
use crate::container::build::{Container, container, from_entries};
use crate::container::items::{Shapes, array_items, copied_entries, copied_items};
use crate::convert::IntoAny;

/// An array with frozen elements, if a sequence is none.
pub(crate) fn frozen_elements(
    view: AnyView<'_>,
    shapes: Shapes,
    freeze: impl Fn(usize, AnyView<'_>) -> Option<Any>,
) -> Option<Any> {
    let freeze = |(index, item): (usize, &Any)| freeze(index, item.as_view());
    if let Some(items) = array_items(view) {
        // Most arrays are read in place, and not copied.
        items.iter().enumerate().find_map(freeze)?;
    }
    let items = copied_items(view, shapes)?;
    let frozen =
        items.iter().enumerate().map(|(index, item)| freeze((index, item)).unwrap_or_else(|| item.clone()));
    Some(array(frozen.collect()))
}

fn array(items: Vec<Any>) -> Any {
    container(Container::Array, items).into_any()
}

/// A map instead of a dict.
pub(crate) fn frozen_mapping(view: AnyView<'_>) -> Option<Any> {
    if view.type_index() == TypeIndex::MAP {
        return None;
    }
    let entries = copied_entries(view)?.into_iter().map(|entry| (entry.key, entry.value));
    Some(from_entries(Container::Map, entries).into_any())
}

/// An immutable copy of a list or a dict.
pub(crate) fn frozen(view: AnyView<'_>) -> Option<Any> {
    match view.type_index() {
        TypeIndex::LIST => copied_items(view, Shapes::Refused).map(array),
        _ => frozen_mapping(view),
    }
}
