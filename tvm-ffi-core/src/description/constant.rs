//! Constants: attributes of a Python module, or of a class in it.

use super::record::{ResultType, trimmed};
use crate::any::Any;
use crate::convert::IntoAny;
use crate::json::{Array, Object};
use crate::list::{Element, List};

/// A constant.
#[derive(Clone, Copy)]
pub struct ConstantRecord {
    /// The name.
    pub name: &'static str,
    /// The documentation as written, with the blank lines around it.
    pub doc: &'static str,
    /// Makes the value.
    pub value: fn() -> Any,
    /// The type.
    pub of: fn() -> &'static ResultType,
}

/// The type of a constant: any type that functions return.
#[diagnostic::on_unimplemented(
    message = "a constant of type `{Self}` cannot be an attribute in Python",
    label = "no type of a result",
    note = "the type of a constant is one that functions return: a number, `&str`, a tuple, an array, `Option<T>`, an object type, ...",
    note = "in a block of methods, write `#[skip]` on a constant that only Rust uses"
)]
pub trait ConstantType: IntoAny {}

#[diagnostic::do_not_recommend]
impl<T: IntoAny> ConstantType for T {}

/// The value of a constant.
pub fn constant_value<T: ConstantType>(value: T) -> Any {
    value.into_any()
}

/// The constants of this library.
static CONSTANTS: List<ConstantRecord> = List::empty();

/// Enters a constant in the list, in a constructor.
pub fn enter_constant(constant: &'static Element<ConstantRecord>) {
    CONSTANTS.enter(constant);
}

/// The constants of this library.
pub fn constants() -> impl Iterator<Item = ConstantRecord> {
    CONSTANTS.iter()
}

/// Constants as a JSON list.
pub(crate) fn constants_json(constants: impl Iterator<Item = ConstantRecord>) -> String {
    let mut array = Array::new();
    for constant in constants {
        let of = (constant.of)();
        let mut json = Object::new();
        json.text("name", constant.name).text("type", &of.tag.name()).value("schema", &of.tag.schema());
        json.text_if_any("doc", trimmed(constant.doc));
        array.push(&json.end());
    }
    array.end()
}
