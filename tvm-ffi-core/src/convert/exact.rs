//! [`FfiType::is_exact`]: whether a value is of a type itself, or would have to be converted to it. Unions ask.

use super::FromAnyView;
use crate::any::AnyView;

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
