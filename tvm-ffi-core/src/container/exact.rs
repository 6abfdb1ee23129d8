//! How far the type of a container is from another; for unions.

use super::items::{Shapes, Snapshot, array_items, copied_items, entries};
use super::layout::Entry;
use crate::any::{Any, AnyView};
use crate::convert::{FfiType, farthest};
use crate::type_info::Container;

/// The distance of a container of one kind from one with elements of the type `T`: that of the farthest element.
pub(crate) fn sequence_distance<T: FfiType>(view: AnyView<'_>, container: Container) -> Option<u32> {
    let of_all = |items: &[Any]| farthest(items.iter().map(|item| T::distance(item.as_view())));
    match array_items(view) {
        _ if view.type_index() != container.type_index() => None,
        Some(items) => of_all(items),
        None => of_all(&copied_items(view, Shapes::Refused)?),
    }
}

/// The distance of an array of the same length as `types`, from which the elements have these distances.
pub(crate) fn tuple_distance(view: AnyView<'_>, types: &[fn(AnyView<'_>) -> Option<u32>]) -> Option<u32> {
    let items = array_items(view).filter(|items| items.len() == types.len())?;
    farthest(items.iter().zip(types).map(|(item, distance)| distance(item.as_view())))
}

/// The distance of a container of one kind from one with keys and values of the types `K` and `V`.
pub(crate) fn mapping_distance<K: FfiType, V: FfiType>(
    view: AnyView<'_>,
    container: Container,
) -> Option<u32> {
    let of_entry = |Entry { key, value }: &Entry| [K::distance(key.as_view()), V::distance(value.as_view())];
    if view.type_index() != container.type_index() {
        return None;
    }
    let mut snapshot = Snapshot::default();
    farthest(entries(view, &mut snapshot)?.flat_map(of_entry))
}
