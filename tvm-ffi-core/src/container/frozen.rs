//! Copies of containers that may lead to tensors, see [`FromAnyView::freeze`](crate::FromAnyView::freeze).
//!
//! A list or a dict may change between decoding and the search for shared memory; an array or a map does not.

use crate::abi::TypeIndex;
use crate::any::{Any, AnyView};
use crate::container::build::{Container, container, from_entries};
use crate::container::items::{Entry, Shapes, Snapshot, array_items, copied_items, entries};
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

/// A map with frozen keys and values, if a mapping is none.
pub(crate) fn frozen_mapping(
    view: AnyView<'_>,
    freeze_key: fn(AnyView<'_>) -> Option<Any>,
    freeze_value: fn(AnyView<'_>) -> Option<Any>,
) -> Option<Any> {
    let mut snapshot = Snapshot::default();
    let entries = entries(view, &mut snapshot)?;
    if view.type_index() == TypeIndex::MAP {
        let freeze =
            |entry: &Entry| freeze_key(entry.key.as_view()).or_else(|| freeze_value(entry.value.as_view()));
        { entries }.find_map(freeze)?;
    }
    let frozen = entries.map(|Entry { key, value }| {
        let frozen_key = freeze_key(key.as_view()).unwrap_or_else(|| key.clone());
        (frozen_key, freeze_value(value.as_view()).unwrap_or_else(|| value.clone()))
    });
    Some(from_entries(Container::Map, frozen).into_any())
}

/// An immutable copy of a list or a dict.
pub(crate) fn frozen(view: AnyView<'_>) -> Option<Any> {
    match view.type_index() {
        TypeIndex::LIST => copied_items(view, Shapes::Refused).map(array),
        _ => frozen_mapping(view, |_| None, |_| None),
    }
}
