//! What a constructor may return.

use crate::object::{ObjectType, Ref};

/// What the constructor of a class `T` may return.
#[diagnostic::on_unimplemented(
    message = "the constructor of `{T}` cannot return `{Self}`",
    label = "not the object that is constructed",
    note = "a function with `#[init]` returns `Self`, `Ref<Self>`, or a `Result` of one of them"
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

/// Nothing; the compiler asks the bound.
pub const fn assert_constructed<R: Constructed<T>, T>() {}
