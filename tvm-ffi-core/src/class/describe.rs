//! Descriptions of fields, from their types.

use super::access::{get_field, set_field};
use super::construct::FieldValues;
use super::field::{Field, FieldValue};
use crate::abi::FieldFlag;
use crate::any::Any;
use crate::contract::parameter_type;
use crate::convert::FfiType;
use crate::description::{FieldRecord, Param};
use crate::object::ObjectType;

/// The description of a field. The type of its value is written out, so that an error shows it. `flags` are [`FieldFlag`]s, to which
/// [`Field::SETTABLE`] adds `WRITABLE`; by them, `default` makes the default value, or its factory as a function.
pub const fn describe_field<F: Field<Value = Value>, Value: FieldValue>(
    flags: i64,
    default: Option<fn() -> Any>,
) -> FieldRecord {
    FieldRecord {
        param: Param::new(parameter_type::<Value>()),
        offset: F::OFFSET,
        size: size_of::<Value>(),
        align: align_of::<Value>(),
        flags: flags | if F::SETTABLE { FieldFlag::WRITABLE } else { 0 },
        static_index: const { field_index::<Value>() },
        getter: get_field::<F>,
        setter: set_field::<F>,
        default,
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
