//! [`ObjectType`]: Rust structs that are classes.

use crate::description::Class;

use super::access::Access;
use crate::tensor_search::SearchTensors;

/// A Rust struct that is a class: `#[tvm_ffi::object]` implements this.
///
/// # Safety
///
/// Implemented by `#[tvm_ffi::object]` only. The struct is `repr(C)`; its [`Parent`](Self::Parent), if that is an object type, is its
/// first field; and [`class`](Self::class) gives one static of this type alone. The struct is `Send` and `Sync`. These are not supertraits,
/// so that the macro can name the field that is not.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an object type",
    label = "missing `#[tvm_ffi::object]` on this type",
    note = "annotate the struct with `#[tvm_ffi::object(\"my_package.MyType\")]`",
    note = "a type of `tvm_ffi::import!` is a reference already, and stands without `Ref`"
)]
pub unsafe trait ObjectType: SearchTensors + Sized + 'static {
    /// The type key, by which all languages know the class: `my_package.MyType`.
    const TYPE_KEY: &'static str;

    /// Whether objects of the type can be changed: [`Frozen`](super::Frozen) or [`Mutable`](super::Mutable).
    #[doc(hidden)]
    type Access: Access;

    /// The object type that this one extends, or [`NoParent`].
    #[doc(hidden)]
    type Parent;

    /// The class. Its address identifies the type.
    #[doc(hidden)]
    fn class() -> &'static Class;
}

/// The parent of an object type that does not extend another one.
#[doc(hidden)]
pub enum NoParent {}

/// An object type that others may extend: one that is not `final`. Implemented by `#[tvm_ffi::object]`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be extended",
    label = "not an object type, or a `final` one",
    note = "`extends = ...` names a struct with `#[tvm_ffi::object]` that is not `final`"
)]
pub trait Extendable: ObjectType {}
