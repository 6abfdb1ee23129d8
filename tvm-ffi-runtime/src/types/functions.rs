//! The global functions for types.

use std::sync::OnceLock;

use tvm_ffi_abi::TypeIndex;

use super::{create, keys};
use crate::builtin::{Returned, Type, builtins};
use crate::container;
use crate::object::Object;
use crate::text;
use crate::value::Value;

/// An array of strings as a result.
struct Strings(Value);

impl Returned for Strings {
    const TYPE: Type =
        Type { name: "Array<str>", schema: r#"{"type":"ffi.Array","args":[{"type":"ffi.String"}]}"# };

    fn into_value(self) -> Value {
        self.0
    }
}

builtins! {
    pub(crate) const BUILTINS;

    "ffi.GetRegisteredTypeKeys" fn registered_type_keys() -> Strings {
        Ok(Strings(container::array(keys().map(text::string).collect())?.into()))
    }

    "ffi.GetInvalidObject" fn invalid_object() -> Object {
        Ok(invalid())
    }

    "ffi.GetKwargsObject" fn kwargs_object() -> Object {
        static KWARGS: OnceLock<Object> = OnceLock::new();
        Ok(KWARGS.get_or_init(bare_object).clone())
    }

    packed "ffi.MakeObjectFromPackedArgs" fn make_object(args) {
        create::object(args)
    }
}

/// The object that represents a missing value, one for the process.
pub(crate) fn invalid() -> Object {
    static INVALID: OnceLock<Object> = OnceLock::new();
    INVALID.get_or_init(bare_object).clone()
}

fn bare_object() -> Object {
    Object::new(TypeIndex::OBJECT, ())
}
