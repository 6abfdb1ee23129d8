//! The types of the runtime whose fields can be read by name.

use core::ffi::{c_int, c_void};

use tvm_ffi_abi::{
    FieldFlag, TVMFFIAny, TVMFFIByteArray, TVMFFIFieldGetter, TVMFFIFieldInfo, TVMFFIFieldSetter,
    TVMFFIObjectHandle, TypeIndex,
};

use super::register;
use crate::catch::{self, Result, fail};
use crate::module::IMPORTS_GETTER;
use crate::object::Object;
use crate::types::TypeEntry;
use crate::value::Value;

/// The imports of a module.
pub(super) const IMPORTS_OF_MODULE: Field = Field {
    name: "imports_",
    schema: r#"{"type_schema":"{\"type\":\"ffi.Array\",\"args\":[{\"type\":\"Any\"}]}"}"#,
    flags: 0,
    size: 8,
    getter: IMPORTS_GETTER,
    setter: refuse,
    type_index: TypeIndex::ARRAY,
};

/// The value of an interrupt.
pub(super) const VALUE_OF_VISIT_INTERRUPT: Field = Field {
    name: "value",
    schema: r#"{"type_schema":"{\"type\":\"Any\"}"}"#,
    flags: FieldFlag::HAS_DEFAULT,
    size: size_of::<TVMFFIAny>() as i64,
    getter: get_value,
    setter: set_value,
    type_index: TypeIndex::ANY,
};

/// A field behind the header.
pub(super) struct Field {
    name: &'static str,
    schema: &'static str,
    flags: i64,
    size: i64,
    getter: TVMFFIFieldGetter,
    setter: TVMFFIFieldSetter,
    type_index: i32,
}

impl Field {
    pub(super) fn add(&self, entry: &'static TypeEntry) -> Result {
        let field = TVMFFIFieldInfo {
            name: TVMFFIByteArray::of(self.name.as_bytes()),
            doc: TVMFFIByteArray::of(b""),
            metadata: TVMFFIByteArray::of(self.schema.as_bytes()),
            flags: self.flags,
            size: self.size,
            alignment: 8,
            offset: 24,
            getter: Some(self.getter),
            setter: self.setter as *mut c_void,
            default_value_or_factory: TVMFFIAny::NONE,
            field_static_type_index: self.type_index,
        };
        // SAFETY: the texts are readable.
        unsafe { register::field(entry, &field) }
    }
}

/// The setter of a field that is only read.
unsafe extern "C" fn refuse(_: *mut c_void, _: *const TVMFFIAny) -> c_int {
    catch::raise(fail!(AttributeError, "The field cannot be set"))
}

unsafe extern "C" fn get_value(field: *mut c_void, result: *mut TVMFFIAny) -> c_int {
    // SAFETY: the caller passes the place of a value in an object that it lends.
    let value = unsafe { &*field.cast::<Value>() }.clone();
    // SAFETY: the result is writable.
    unsafe { result.write(value.into_raw()) };
    0
}

unsafe extern "C" fn set_value(field: *mut c_void, value: *const TVMFFIAny) -> c_int {
    catch::code(|| {
        // SAFETY: the caller lends the value.
        let value = Value::of_view(unsafe { &*value })?;
        // SAFETY: the caller passes the place of a value in an object that no other thread uses.
        let before = unsafe { field.cast::<Value>().replace(value) };
        drop(before);
        Ok(())
    })
}

/// The creator of interrupts.
pub(super) unsafe extern "C" fn new_visit_interrupt(result: *mut TVMFFIObjectHandle) -> c_int {
    let object = Object::new(TypeIndex::VISIT_INTERRUPT, Value::NONE);
    // SAFETY: the result is writable.
    unsafe { result.write(object.into_handle()) };
    0
}
