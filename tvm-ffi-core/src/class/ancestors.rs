//! Warnings for methods with the name of a field, or of a method of a parent: Python hides one of the two.
//!
//! When the macro expands the methods of a class, only the compiler knows its parents. On stable Rust, a library can warn only through
//! deprecation. So the expansion calls a function through the parents, which is deprecated if one of them has the name.

use core::marker::PhantomData;
use core::ops::Deref;

use crate::object::{NoParent, ObjectType};

/// A class with a method of the name with this hash.
pub trait DeclaresMethod<const NAME: u64> {}

/// A class with a visible field of the name with this hash.
pub trait DeclaresField<const NAME: u64> {}

/// A class, and those that it extends.
pub struct Ancestors<T, const NAME: u64>(PhantomData<fn() -> T>);

/// The end of the list.
pub struct NoAncestors;

impl<T, const NAME: u64> Ancestors<T, NAME> {
    /// A tag for a type.
    pub(super) const fn tag() -> Self {
        Self(PhantomData)
    }
}

impl<T: DeclaresMethod<NAME>, const NAME: u64> Ancestors<T, NAME> {
    /// Called if the class has the name.
    #[deprecated(
        note = "a class that this one extends has a method of this name, which Python's `register_object` and `c_class` keep, so `x.name()` calls that one; choose another name with `#[method(name = \"...\")]`, or keep this one with `#[allow(deprecated)]` on the method"
    )]
    pub fn name_that_a_parent_has(&self) {}
}

impl<T: DeclaresField<NAME>, const NAME: u64> Ancestors<T, NAME> {
    /// Called if the class has such a field.
    #[deprecated(
        note = "the class, or one that it extends, has a field of this name, which Python's `register_object` and `c_class` keep, so `x.name` is that field; choose another name with `#[method(name = \"...\")]`, or keep this one with `#[allow(deprecated)]` on the method"
    )]
    pub fn name_that_a_field_has(&self) {}
}

/// A bound that no class fulfils: fields must not have the names of a parent's fields.
#[diagnostic::on_unimplemented(
    message = "`{Self}`, which this object extends, has a field of this name",
    label = "callers would not reach that one any more",
    note = "choose another name with `#[field(rename = \"...\")]`"
)]
pub trait SharesNames {}

impl<T: DeclaresField<NAME>, const NAME: u64> Ancestors<T, NAME> {
    /// The bound on a field if the class has a field of the same name.
    pub fn name_is_free(&self)
    where
        T: SharesNames,
    {
    }
}

impl<T: ObjectType, const NAME: u64> Deref for Ancestors<T, NAME> {
    type Target = Ancestors<T::Parent, NAME>;

    fn deref(&self) -> &Self::Target {
        const { &Ancestors::tag() }
    }
}

impl<const NAME: u64> Deref for Ancestors<NoParent, NAME> {
    type Target = NoAncestors;

    fn deref(&self) -> &NoAncestors {
        &NoAncestors
    }
}

impl NoAncestors {
    /// Called if no class has the name.
    pub fn name_that_a_parent_has(&self) {}

    /// Called if no class has such a field.
    pub fn name_that_a_field_has(&self) {}

    /// No bound: no class has a field of the same name.
    pub fn name_is_free(&self) {}
}
