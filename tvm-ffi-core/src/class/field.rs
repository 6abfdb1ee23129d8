//! Fields that are visible from outside.

use crate::convert::{FromAnyView, IntoAny};
use crate::object::ObjectType;

/// The types of fields: values that can be read and set.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the type of a `#[field]`",
    label = "not an FFI type that can be copied out",
    note = "a field is read with `Clone` and `IntoAny`, and set with `FromAnyView`; integers, floats, `bool`, `String`, `Str`, `Bytes`, `Tensor`, `Function`, `Option<T>`, `Vec<T>` ... have them",
    note = "another object is held as `Ref<T>`; a type with `#[derive(tvm_ffi::Union)]` or `#[derive(tvm_ffi::StrEnum)]` needs `Clone`; without `#[field]`, a field can be of any type that is `Send + Sync`, and only Rust sees it"
)]
pub trait FieldValue: Clone + IntoAny + for<'a> FromAnyView<'a> + Send + Sync + 'static {}

#[diagnostic::do_not_recommend]
impl<T: Clone + IntoAny + for<'a> FromAnyView<'a> + Send + Sync + 'static> FieldValue for T {}

/// One `#[field]` of an object type, whose type may not be a [`FieldValue`].
pub trait Field: 'static {
    /// The struct.
    type Object: ObjectType;
    /// The type of the field.
    type Value;
    /// Offset from the start of the struct, in bytes.
    const OFFSET: usize;
    /// Whether the field can be set from outside.
    const SETTABLE: bool;
    /// The name, for messages.
    const NAME: &'static str;
    /// A reference to the field.
    fn get(object: &Self::Object) -> &Self::Value;
}
