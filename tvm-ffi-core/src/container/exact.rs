//! Whether a container is of a type itself, or would have to be converted to it. Unions ask.

use super::items::{Shapes, array_items, copied_entries, copied_items};
use crate::any::{Any, AnyView};
use crate::convert::FfiType;
use crate::type_info::Container;

/// Whether a value is a sequence of one kind, whose elements are all of a type itself.
pub(crate) fn is_sequence_of<T: FfiType>(view: AnyView<'_>, container: Container) -> bool {
    let is_exact = |items: &[Any]| items.iter().all(|item| T::is_exact(item.as_view()));
    match array_items(view) {
        _ if view.type_index() != container.type_index() => false,
        Some(items) => is_exact(items),
        None => copied_items(view, Shapes::Refused).is_some_and(|items| is_exact(&items)),
    }
}

/// Whether a value is an array that has, in each place, a value of the type for that place.
pub(crate) fn is_array_with(view: AnyView<'_>, types: &[fn(AnyView<'_>) -> bool]) -> bool {
    array_items(view).is_some_and(|items| {
        items.len() == types.len() && items.iter().zip(types).all(|(item, is_exact)| is_exact(item.as_view()))
    })
}

/// Whether a value is a mapping of one kind, whose keys and values are all of the types themselves.
pub(crate) fn is_mapping_of<K: FfiType, V: FfiType>(view: AnyView<'_>, container: Container) -> bool {
    let is_exact = |(key, value): &(Any, Any)| K::is_exact(key.as_view()) && V::is_exact(value.as_view());
    view.type_index() == container.type_index()
        && copied_entries(view).is_some_and(|entries| entries.iter().all(is_exact))
}
