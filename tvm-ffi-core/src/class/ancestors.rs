//! Methods that Python hides behind fields, and behind the methods of a parent.
//!
//! Only the compiler knows the parents of a class when its methods are expanded, and stable Rust warns of nothing but the use of
//! something deprecated: hence a function that is found by way of the parents, and is deprecated if one of them has the name.

use core::marker::PhantomData;
use core::ops::Deref;

use crate::object::{NoParent, ObjectType};

/// A class with a method of the name with this hash.
pub trait DeclaresMethod<const NAME: u64> {}

/// A class with a visible field of the name with this hash.
pub trait DeclaresField<const NAME: u64> {}

/// A class, and those that it extends.
pub struct Ancestors<T, const NAME: u64>(PhantomData<fn() -> T>);

/// What is behind the last.
pub struct NoAncestors;

impl<T, const NAME: u64> Ancestors<T, NAME> {
    /// A tag for a type.
    pub(super) const fn tag() -> Self {
        Self(PhantomData)
    }
}

impl<T: DeclaresMethod<NAME>, const NAME: u64> Ancestors<T, NAME> {
    /// What is called where the class has the name.
    #[deprecated(
        note = "a class that this one extends has a method of this name, which Python's `register_object` and `c_class` keep, so `x.name()` calls that one; choose another name with `#[method(name = \"...\")]`, or keep this one with `#[allow(deprecated)]` on the method"
    )]
    pub fn name_that_a_parent_has(&self) {}
}

impl<T: DeclaresField<NAME>, const NAME: u64> Ancestors<T, NAME> {
    /// What is called where the class has such a field.
    #[deprecated(
        note = "the class, or one that it extends, has a field of this name, which Python's `register_object` and `c_class` keep, so `x.name` is that field; choose another name with `#[method(name = \"...\")]`, or keep this one with `#[allow(deprecated)]` on the method"
    )]
    pub fn name_that_a_field_has(&self) {}
}

/// What no class is: one whose fields may have the names of a parent's.
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
    /// What is called where no class has the name.
    pub fn name_that_a_parent_has(&self) {}

    /// What is called where no class has such a field.
    pub fn name_that_a_field_has(&self) {}

    /// No bound: no class has a field of the same name.
    pub fn name_is_free(&self) {}
}
