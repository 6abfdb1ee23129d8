//! What expansions of `#[tvm_ffi::object]` ask and do by a name that reads well in the compiler's notes.

use super::construct::FieldValues;
use super::describe::FromFields;
use super::field::{Field, FieldValue};
use crate::any::Any;
use crate::convert::IntoAny;
use crate::function::Function;
use crate::object::{Access, Extendable, ObjectType};

/// Asserts that a type can be the parent of another.
pub const fn is_extendable<Parent: Extendable>() {}

/// Asserts that a type can be the parent of one with a constructor from its fields.
pub const fn has_constructor_from_fields<Parent: FromFields>() {}

/// Asserts that the `#[base]` field is of the type that `extends` names.
pub const fn base_field_is_the_parent<Base: IsParent<Parent>, Parent>() {}

/// The type itself.
#[diagnostic::on_unimplemented(
    message = "the `#[base]` field is of type `{Self}`, and `extends` names `{Parent}`",
    label = "expected `{Parent}`"
)]
pub trait IsParent<Parent> {}

impl<T> IsParent<T> for T {}

/// Whether objects of a type can be changed as those of another access can. What is no object type is reported elsewhere.
pub const fn has_access<T: ObjectType, A: Access>() -> bool {
    <T::Access as Access>::MUTABLE == A::MUTABLE
}

/// A factory of default values as a function of the ABI.
pub fn factory<V: FieldValue>(factory: fn() -> V) -> Any {
    Function::new(move || factory()).into_any()
}

/// The value of the next field, or its default if the caller gave none.
pub fn next_field<F: Field>(
    values: &mut FieldValues<'_>,
    default: Option<fn() -> F::Value>,
) -> Option<F::Value> {
    values.next(default)
}
