//! Objects made of the values of their fields.

use core::ffi::c_void;
use core::ptr::null_mut;

use tvm_ffi_abi::{FieldFlag, TVMFFIAny, TVMFFIAnyPayload, TVMFFIFieldInfo, TVMFFIFieldSetter, TypeIndex};

use super::types;
use crate::builtin::Parameter;
use crate::catch::{Failure, Result, fail};
use crate::function;
use crate::object::Object;
use crate::text::string_content;
use crate::types::{TypeEntry, cannot_convert};
use crate::value::Value;

/// The object of `ffi.MakeObjectFromPackedArgs`: the key or the index of its type, then names and values of fields.
///
/// # Errors
///
/// An error if an argument is not what it should be, and what the creator and the setters fail with.
pub(super) fn object(args: &[TVMFFIAny]) -> Result<Value> {
    let _held = Value::held(args);
    let Some((first, args)) = args.split_first() else { return Err(not_in_pairs()) };
    let type_index = match i64::read(first).and_then(|index| i32::try_from(index).ok()) {
        Some(type_index) => type_index,
        None => types().index_of(text(first)?)?,
    };
    let (pairs, []) = args.as_chunks::<2>() else { return Err(not_in_pairs()) };
    let entry = types().entry(type_index)?;
    let object = empty(entry)?;
    let mut given = Given::new(pairs)?;
    // The root has no fields.
    let types = entry.ancestors().iter().copied().skip(1).chain([entry]);
    for field in types.flat_map(TypeEntry::fields) {
        // SAFETY: names of registered fields are kept forever.
        let name = unsafe { field.name.bytes() };
        match given.take(name) {
            // SAFETY: the field is one of the object's type.
            Some(value) => unsafe { set(field, &object, value) }?,
            // SAFETY: as above.
            None if field.flags & FieldFlag::HAS_DEFAULT != 0 => unsafe { set_default(field, &object) }?,
            None => {
                let (name, key) = (String::from_utf8_lossy(name), entry.key_text());
                return Err(fail!(TypeError, "Required field `{name}` not set in type `{key}`"));
            }
        }
    }
    given.check_empty(entry)?;
    Ok(object.into())
}

fn not_in_pairs() -> Failure {
    fail!(InternalError, "Check failed: (args.size() % 2 == 1) is false: ")
}

fn text(view: &TVMFFIAny) -> Result<&[u8]> {
    string_content(view).ok_or_else(|| cannot_convert(view.type_index, "str"))
}

/// The values that the caller gives.
struct Given<'a>(Vec<(&'a [u8], &'a TVMFFIAny)>);

impl<'a> Given<'a> {
    fn new(pairs: &'a [[TVMFFIAny; 2]]) -> Result<Self> {
        Ok(Self(pairs.iter().map(|[name, value]| Ok((text(name)?, value))).collect::<Result<_>>()?))
    }

    /// Takes the value of a name.
    fn take(&mut self, name: &[u8]) -> Option<&'a TVMFFIAny> {
        let index = self.0.iter().position(|(given, _)| *given == name)?;
        Some(self.0.remove(index).1)
    }

    fn check_empty(&self, entry: &TypeEntry) -> Result {
        let Some((name, _)) = self.0.first() else { return Ok(()) };
        let (name, key) = (String::from_utf8_lossy(name), entry.key_text());
        Err(fail!(TypeError, "Type `{key}` does not have field `{name}`"))
    }
}

/// An object whose fields are not set.
fn empty(entry: &'static TypeEntry) -> Result<Object> {
    let key = entry.key_text();
    let object = if let Some(create) = entry.metadata().and_then(|metadata| metadata.creator) {
        let mut object = null_mut();
        // SAFETY: the registration promises a function that makes an object of the type.
        if unsafe { create(&mut object) } != 0 {
            return Err(Failure::of_callee());
        }
        // SAFETY: as above.
        unsafe { Object::from_owned(object) }
    } else {
        let Some(new) = types().columns.find(b"__ffi_new__").and_then(|column| column.get(entry.type_index))
        else {
            return Err(fail!(
                RuntimeError,
                "Type `{key}` does not support reflection creation (no native creator or __ffi_new__ type attr)"
            ));
        };
        call(&new, &[])?.into_object()
    };
    // The places of fields are those of the type.
    object
        .filter(|object| {
            types().entry(object.type_index()).is_ok_and(|own| own.is_instance_of(entry.type_index))
        })
        .ok_or_else(|| fail!(TypeError, "The creator of type `{key}` gives an object of another type"))
}

/// Calls a value that is a function.
fn call(value: &TVMFFIAny, args: &[TVMFFIAny]) -> Result<Value> {
    let function = function::of_view(value);
    let function = function.ok_or_else(|| cannot_convert(value.type_index, "ffi.Function"))?;
    // SAFETY: the object is a function, and the arguments are lent.
    unsafe { function::call(&function, args) }
}

/// Sets a field.
///
/// # Safety
///
/// The field is one of the object's type.
unsafe fn set(field: &TVMFFIFieldInfo, object: &Object, value: &TVMFFIAny) -> Result {
    let address = object.handle().wrapping_byte_offset(field.offset as isize);
    if field.flags & FieldFlag::SETTER_IS_FUNCTION_OBJ != 0 {
        // SAFETY: the registration kept the object, unless it is NULL.
        let setter = unsafe { Object::from_lent(field.setter) };
        let setter = setter.as_ref().map_or(TVMFFIAny::NONE, Object::view);
        let address = TVMFFIAny::new(TypeIndex::OPAQUE_PTR, TVMFFIAnyPayload::from_ptr(address));
        return call(&setter, &[address, *value]).map(drop);
    }
    // SAFETY: `Option` of a function has the size of a pointer, and NULL is `None`. The registration promises such a function.
    let setter = unsafe { core::mem::transmute::<*mut c_void, Option<TVMFFIFieldSetter>>(field.setter) };
    let Some(setter) = setter else {
        // SAFETY: names of registered fields are kept forever.
        let name = String::from_utf8_lossy(unsafe { field.name.bytes() });
        return Err(fail!(TypeError, "Field `{name}` has no setter"));
    };
    // SAFETY: the registration promises a setter for this place in an object of the type.
    if unsafe { setter(address, value) } == 0 { Ok(()) } else { Err(Failure::of_callee()) }
}

/// Sets a field to its default.
///
/// # Safety
///
/// As for [`set`].
unsafe fn set_default(field: &TVMFFIFieldInfo, object: &Object) -> Result {
    let default = &field.default_value_or_factory;
    if field.flags & FieldFlag::DEFAULT_FROM_FACTORY == 0 {
        // SAFETY: the caller's contract.
        return unsafe { set(field, object, default) };
    }
    let value = call(default, &[])?;
    // SAFETY: the caller's contract.
    unsafe { set(field, object, value.view()) }
}
