//! Bounds that expansions of `#[tvm_ffi::object]` put on types, so that each mistake is one readable error.
//!
//! The compiler reports a violated bound at each place that requires it. So one place requires it. The others call an inherent function
//! with the bound if it applies, and otherwise a function of a trait, without the bound, which never runs.

use core::marker::PhantomData;

use super::construct::FieldValues;
use super::field::FieldValue;
use crate::any::Any;
use crate::convert::IntoAny;
use crate::description::Class;
use crate::function::Function;
use crate::object::{Access, Extendable, ObjectType};

/// The class of a parent.
pub fn parent_class<Parent: Extendable>() -> &'static Class {
    Parent::class()
}

/// Asserts that the `#[base]` field is of the type that `extends` names.
pub const fn base_field_is_the_parent<Base: IsParent<Parent>, Parent>() {}

/// The type itself.
#[diagnostic::on_unimplemented(
    message = "the `#[base]` field is of type `{Self}`, and `extends` names `{Parent}`",
    label = "expected `{Parent}`"
)]
///
/// # Safety
///
/// No other type may implement it: the parent's methods are called on the field.
pub unsafe trait IsParent<Parent> {}

// SAFETY: the same type.
unsafe impl<T> IsParent<T> for T {}

/// Whether objects of a type can be changed, with [`NoParentAccess`] in scope for types that are not object types.
pub struct ParentAccess<T>(PhantomData<T>);

impl<T: ObjectType> ParentAccess<T> {
    /// `true` if they can.
    pub const IS_MUTABLE: bool = <T::Access as Access>::MUTABLE;
    /// `false` if they cannot.
    pub const IS_FROZEN: bool = !Self::IS_MUTABLE;
}

/// See [`ParentAccess`].
pub trait NoParentAccess {
    /// Unknown.
    const IS_MUTABLE: bool = false;
    /// Unknown.
    const IS_FROZEN: bool = false;
}

impl<T> NoParentAccess for ParentAccess<T> {}

/// Functions on values of a field's type, with [`NoValue`] in scope for types that are not valid.
pub struct ValueOf<V>(PhantomData<V>);

impl<V: FieldValue> ValueOf<V> {
    /// The value of the next field, or its default if the caller gave none.
    pub fn next(values: &mut FieldValues<'_>, default: Option<fn() -> V>) -> Option<V> {
        values.next(default)
    }

    /// A default value.
    pub fn value(default: fn() -> V) -> Any {
        default().into_any()
    }

    /// A factory of default values.
    pub fn factory(factory: fn() -> V) -> Any {
        Function::new(factory).into_any()
    }
}

/// See [`ValueOf`].
pub trait NoValue<V> {
    /// None.
    fn next(_: &mut FieldValues<'_>, _: Option<fn() -> V>) -> Option<V> {
        None
    }

    /// None.
    fn value(_: fn() -> V) -> Any {
        Any::default()
    }

    /// None.
    fn factory(_: fn() -> V) -> Any {
        Any::default()
    }
}

impl<V> NoValue<V> for ValueOf<V> {}

/// A default value.
pub fn default_from_factory<T>(factory: impl FnOnce() -> T) -> T {
    factory()
}

/// The value of a field that the constructor has no parameter for.
pub fn default_of_a_field_that_is_no_parameter<T: Default>() -> T {
    T::default()
}

/// Does nothing: the compiler checks the bounds.
pub const fn assert_shared_by_threads<T: Send + Sync>() {}
