//! The error for a field with the name of a parent's field: only the compiler knows the parents.

use core::marker::PhantomData;
use core::ops::Deref;

use crate::object::{NoParent, ObjectType};

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
    /// No bound: no class has a field of the same name.
    pub fn name_is_free(&self) {}
}
