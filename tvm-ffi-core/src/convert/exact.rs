//! [`FfiType::distance`](super::FfiType::distance): how far the type of a value is from another, unless it would have to be converted to it. Unions ask.

use super::FromAnyView;
use crate::any::AnyView;

/// The distance of a value that is of the type itself, or of none.
#[must_use]
pub fn exactly(is_of_the_type: bool) -> Option<u32> {
    is_of_the_type.then_some(0)
}

/// The distance of a value that consists of others.
pub(crate) fn farthest(distances: impl IntoIterator<Item = Option<u32>>) -> Option<u32> {
    distances.into_iter().try_fold(0, |farthest, distance| Some(distance?.max(farthest)))
}

/// A holder for types that need none.
pub(crate) fn no_holder<'a>() -> &'a mut () {
    // No memory is allocated for a type without size, so none leaks.
    Box::leak(Box::new(()))
}

/// Whether a value has one of these type indices, and decodes.
pub(crate) fn decodes_as<T>(view: AnyView<'_>, type_indices: &[i32]) -> bool
where
    T: for<'a> FromAnyView<'a, Holder = ()>,
{
    type_indices.contains(&view.type_index()) && T::decode(view, no_holder()).is_some()
}
