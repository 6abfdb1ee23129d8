//! Whether a container has exactly a type, or needs a conversion; for unions.

use super::items::{Shapes, Snapshot, array_items, copied_items, entries};
use super::layout::Entry;
use crate::any::{Any, AnyView};
use crate::convert::FfiType;
use crate::type_info::Container;

/// Whether a value is a container of one kind, whose elements have exactly the type `T`.
pub(crate) fn is_sequence_of<T: FfiType>(view: AnyView<'_>, container: Container) -> bool {
    let is_exact = |items: &[Any]| items.iter().all(|item| T::is_exact(item.as_view()));
    match array_items(view) {
        _ if view.type_index() != container.type_index() => false,
        Some(items) => is_exact(items),
        None => copied_items(view, Shapes::Refused).is_some_and(|items| is_exact(&items)),
    }
}

/// Whether a value is an array of the same length as `types`, whose elements pass these tests.
pub(crate) fn is_array_with(view: AnyView<'_>, types: &[fn(AnyView<'_>) -> bool]) -> bool {
    array_items(view).is_some_and(|items| {
        items.len() == types.len() && items.iter().zip(types).all(|(item, is_exact)| is_exact(item.as_view()))
    })
}

/// Whether a value is a container of one kind, whose keys and values have exactly the types `K` and `V`.
pub(crate) fn is_mapping_of<K: FfiType, V: FfiType>(view: AnyView<'_>, container: Container) -> bool {
    let is_exact = |Entry { key, value }: &Entry| K::is_exact(key.as_view()) && V::is_exact(value.as_view());
    view.type_index() == container.type_index()
        && entries(view, &mut Snapshot::default()).is_some_and(|mut entries| entries.all(is_exact))
}
