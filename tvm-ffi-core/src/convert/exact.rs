//! [`FfiType::distance`](super::FfiType::distance): how far the type of a value is from another, unless it would have to be converted to it. Unions ask.

use super::{FromAnyView, Mismatch};
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

/// Whether a value decodes as a type that needs no holder.
pub(crate) fn decodes<T: for<'a> FromAnyView<'a, Holder = ()>>(view: AnyView<'_>) -> bool {
    T::decode(view, &mut ()).is_some()
}

/// Whether a value has one of these type indices, and decodes.
pub(crate) fn decodes_as<T>(view: AnyView<'_>, type_indices: &[i32]) -> bool
where
    T: for<'a> FromAnyView<'a, Holder = ()>,
{
    type_indices.contains(&view.type_index()) && decodes::<T>(view)
}

/// Explains a type of which no value is out of bounds.
#[cold]
pub(crate) fn explain_plain<T: for<'a> FromAnyView<'a, Holder = ()>>(view: AnyView<'_>) -> Option<Mismatch> {
    Mismatch::unless::<T>(decodes::<T>(view), view)
}
