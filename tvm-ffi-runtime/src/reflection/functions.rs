//! The global functions for types.

use std::sync::OnceLock;

use tvm_ffi_abi::TypeIndex;

use super::{create, types};
use crate::builtin::{Strings, builtins};
use crate::container;
use crate::object::Object;
use crate::text;

builtins! {
    pub(crate) const BUILTINS;

    "ffi.GetRegisteredTypeKeys" fn registered_type_keys() -> Strings {
        Ok(Strings(container::array(types().keys().map(text::string).collect())?.into()))
    }

    "ffi.GetInvalidObject" fn invalid_object() -> Object {
        Ok(container::missing())
    }

    "ffi.GetKwargsObject" fn kwargs_object() -> Object {
        static KWARGS: OnceLock<Object> = OnceLock::new();
        Ok(KWARGS.get_or_init(|| Object::new(TypeIndex::OBJECT, ())).clone())
    }

    packed "ffi.MakeObjectFromPackedArgs" fn make_object(args) {
        create::object(args)
    }
}
