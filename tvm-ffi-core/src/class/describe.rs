//! Descriptions of fields, from their types.

use super::access::{get_field, set_field};
use super::construct::FieldValues;
use super::field::Field;
use crate::abi::FieldFlag;
use crate::any::Any;
use crate::contract::parameter_type;
use crate::convert::FfiType;
use crate::description::FieldDescription;
use crate::object::ObjectType;

/// What a macro knows of a field and its type does not tell.
pub struct FieldMetadata {
    /// [`FieldFlag`]s; `WRITABLE` is added by [`Field::SETTABLE`].
    pub flags: i64,
    /// The default value, or the factory as a function, by the flags.
    pub default: Option<fn() -> Any>,
}

impl FieldDescription {
    /// The description of a field.
    pub const fn of<F: Field>(metadata: FieldMetadata) -> Self {
        let writable = if F::SETTABLE { FieldFlag::WRITABLE } else { 0 };
        let size = size_of::<F::Value>();
        Self {
            offset: F::OFFSET,
            size,
            align: align_of::<F::Value>(),
            flags: metadata.flags | writable,
            static_index: const { field_index::<F::Value>() },
            getter: get_field::<F>,
            setter: set_field::<F>,
            default: metadata.default,
            of: parameter_type::<F::Value>(),
        }
    }
}

/// What the runtime may take the memory of a field for. It copies and releases what it takes for an object or for any value, in
/// the objects that it makes itself; everything that is neither is plain data to it.
const fn field_index<V: FfiType>() -> i32 {
    use crate::abi::TypeIndex;
    let index = V::FACTS.field_index;
    let expected = match index {
        TypeIndex::ANY => size_of::<crate::abi::TVMFFIAny>(),
        index if index >= TypeIndex::STATIC_OBJECT_BEGIN => size_of::<*const ()>(),
        _ => return index,
    };
    assert!(size_of::<V>() == expected && align_of::<V>() == align_of::<*const ()>());
    index
}

/// A class with a constructor from its fields.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no constructor from its fields",
    label = "the parent of an object with option `init` needs option `init` too",
    note = "where the parent has an `#[init]` function, give this object one too, and call that of the parent in it"
)]
pub trait FromFields: ObjectType {
    /// The value, from the arguments of the constructor: first those of the parent, then its own in their order. `None` if one does
    /// not convert.
    ///
    /// Each field but those with `init = false` asks [`FieldValues::next`] once.
    fn from_fields(values: &mut FieldValues<'_>) -> Option<Self>;
}
