//! The results that a constructor may have.

use crate::object::{ObjectType, Ref};

/// A result of the constructor of a class `T`.
#[diagnostic::on_unimplemented(
    message = "the constructor of `{T}` cannot return `{Self}`",
    label = "not the object that is constructed",
    note = "a function with `#[init]` or `#[classmethod]` returns `Self`, `Ref<Self>`, or a `Result` of one of them"
)]
pub trait Constructed<T> {}

#[diagnostic::do_not_recommend]
impl<T> Constructed<T> for T {}
#[diagnostic::do_not_recommend]
impl<T: ObjectType> Constructed<T> for Ref<T> {}
#[diagnostic::do_not_recommend]
impl<T, E> Constructed<T> for Result<T, E> {}
#[diagnostic::do_not_recommend]
impl<T: ObjectType, E> Constructed<T> for Result<Ref<T>, E> {}

/// Does nothing: the compiler checks the bound.
pub const fn assert_constructed<R: Constructed<T>, T>() {}
