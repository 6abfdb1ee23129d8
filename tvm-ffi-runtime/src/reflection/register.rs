//! Fields, methods, and metadata of types. What they point to is copied and kept forever.

use tvm_ffi_abi::{FieldFlag, TVMFFIByteArray, TVMFFIFieldInfo, TVMFFIMethodInfo, TVMFFITypeMetadata};

use crate::catch::{Result, fail};
use crate::object::Object;
use crate::stderr;
use crate::types::{TypeEntry, keep};
use crate::value::Value;

/// Registers a field.
///
/// # Errors
///
/// An `InternalError` if the type has a field of this name.
///
/// # Safety
///
/// The texts of the field are readable, and its values are lent.
pub(super) unsafe fn field(entry: &'static TypeEntry, field: &TVMFFIFieldInfo) -> Result {
    // SAFETY: the caller's contract.
    let name = unsafe { field.name.bytes() };
    let default = if field.flags & FieldFlag::HAS_DEFAULT != 0 {
        Value::of_view(&field.default_value_or_factory)?
    } else {
        Value::NONE
    };
    let mut registration = entry.registration();
    if has_field(entry, name) {
        drop(registration);
        let (name, key) = (String::from_utf8_lossy(name), entry.key_text());
        return Err(fail!(
            InternalError,
            "Check failed: (std::string_view(existing.name.data, existing.name.size) != new_name) is false: Duplicate field name \"{name}\" in type \"{key}\""
        ));
    }
    if field.flags & FieldFlag::SETTER_IS_FUNCTION_OBJ != 0 {
        // SAFETY: the caller's contract: the setter is an object or NULL.
        core::mem::forget(unsafe { Object::from_lent(field.setter) });
    }
    let copy = TVMFFIFieldInfo {
        name: keep(name),
        // SAFETY: the caller's contract.
        doc: unsafe { copied(&field.doc) },
        // SAFETY: the caller's contract.
        metadata: unsafe { copied(&field.metadata) },
        default_value_or_factory: default.into_raw(),
        ..*field
    };
    entry.add_field(copy, &mut registration);
    drop(registration);
    warn_of_inherited(entry, name);
    Ok(())
}

fn has_field(entry: &TypeEntry, name: &[u8]) -> bool {
    // SAFETY: the names of registered fields are kept forever.
    entry.fields().iter().any(|known| unsafe { known.name.bytes() } == name)
}

fn warn_of_inherited(entry: &TypeEntry, name: &[u8]) {
    for ancestor in entry.ancestors().iter().filter(|ancestor| has_field(ancestor, name)) {
        let (name, key, ancestor) = (String::from_utf8_lossy(name), entry.key_text(), ancestor.key_text());
        stderr::print(format_args!(
            "[WARNING] Field \"{name}\" in type \"{key}\" duplicates an ancestor field in \"{ancestor}\". \
             Child types should not re-register inherited fields."
        ));
    }
}

/// Registers a method. There may be others of the same name.
///
/// # Safety
///
/// The texts of the method are readable, and its function is lent.
pub(super) unsafe fn method(entry: &'static TypeEntry, method: &TVMFFIMethodInfo) -> Result {
    let copy = TVMFFIMethodInfo {
        method: Value::of_view(&method.method)?.into_raw(),
        // SAFETY: the caller's contract.
        name: unsafe { copied(&method.name) },
        // SAFETY: the caller's contract.
        doc: unsafe { copied(&method.doc) },
        // SAFETY: the caller's contract.
        metadata: unsafe { copied(&method.metadata) },
        ..*method
    };
    entry.add_method(copy, &mut entry.registration());
    Ok(())
}

/// Registers the metadata.
///
/// # Errors
///
/// A `RuntimeError` if the type has metadata. It is printed too: it is often raised while a library is loaded, when no caller can show it.
///
/// # Safety
///
/// The text of the metadata is readable.
pub(super) unsafe fn metadata(entry: &'static TypeEntry, metadata: &TVMFFITypeMetadata) -> Result {
    let mut registration = entry.registration();
    if entry.metadata().is_some() {
        drop(registration);
        let message = format!(
            "Overriding {}, possible causes:\n\
             - two ObjectDef<T>() calls for the same T \n\
             - when we forget to assign _type_key to ObjectRef<Y> that inherits from T\n\
             - another type with the same key is already registered\n\
             Cross check the reflection registration.",
            entry.key_text()
        );
        stderr::print(format_args!("RuntimeError: {message}"));
        return Err(fail!(RuntimeError, "{message}"));
    }
    // SAFETY: the caller's contract.
    let copy = TVMFFITypeMetadata { doc: unsafe { copied(&metadata.doc) }, ..*metadata };
    entry.set_metadata(copy, &mut registration);
    Ok(())
}

/// # Safety
///
/// The text is readable.
unsafe fn copied(text: &TVMFFIByteArray) -> TVMFFIByteArray {
    // SAFETY: the caller's contract.
    keep(unsafe { text.bytes() })
}
