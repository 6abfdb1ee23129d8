//! Module objects: making them, and calling modules of any origin.
//!
//! A virtual function cannot say that it failed. It leaves an error raised, which the callers here look for.

use core::ffi::{CStr, c_int, c_void};
use core::mem::MaybeUninit;
use core::ptr::{NonNull, null_mut};

use tvm_ffi_abi::count::new_header;
use tvm_ffi_abi::module::{AnyModule, HANDLE_OFFSET, ModuleCell, ModuleObject, Virtuals};
use tvm_ffi_abi::{DeleterFlag, TVMFFIAny, TypeIndex};

use crate::catch::{Failure, Result};
use crate::container;
use crate::error;
use crate::object::Object;
use crate::text;
use crate::types::cannot_convert;
use crate::value::Value;

/// A new module with a body.
pub(super) fn new<T: Virtuals + Send + Sync>(body: T) -> Result<Object> {
    let cell = ModuleCell {
        vtable: ModuleObject::<T>::VTABLE,
        header: new_header(TypeIndex::MODULE, delete::<T>),
        imports: container::array(Vec::new())?.into_handle(),
        lookup_cache: container::map()?.into_handle(),
    };
    let block = NonNull::from(Box::leak(Box::new(ModuleObject { cell, body })));
    // SAFETY: the handle is inside the block.
    let handle = unsafe { block.byte_add(HANDLE_OFFSET) };
    // SAFETY: the object is new, with one reference.
    Ok(unsafe { Object::from_owned(handle.as_ptr().cast()) }.expect("a block is not at NULL"))
}

unsafe extern "C" fn delete<T>(handle: *mut c_void, flags: c_int) {
    let block = handle.wrapping_byte_sub(HANDLE_OFFSET).cast::<ModuleObject<T>>();
    if flags & DeleterFlag::STRONG != 0 {
        // SAFETY: the deleter gets the handle of a module that `new` made.
        let module = unsafe { AnyModule::new(handle) };
        // The body last, since it may close a library, whose code functions in the cache may need when they are dropped.
        for place in [module.lookup_cache(), module.imports()] {
            // SAFETY: the place is part of the block. Code that runs below finds NULL.
            let reference = unsafe { place.replace(null_mut()) };
            // SAFETY: the module owned the reference.
            drop(unsafe { Object::from_owned(reference) });
        }
        // SAFETY: the body is part of the block.
        let body = unsafe { &raw mut (*block).body };
        // SAFETY: the last strong reference is gone, so the body is not used any more.
        unsafe { body.drop_in_place() };
    }
    if flags & DeleterFlag::WEAK != 0 {
        // SAFETY: the last reference is gone, and the content was dropped with the last strong one.
        drop(unsafe { Box::from_raw(block.cast::<MaybeUninit<ModuleObject<T>>>()) });
    }
}

/// A reference to a module that is lent.
pub(super) fn owned(module: AnyModule) -> Object {
    // SAFETY: an `AnyModule` is a live object.
    unsafe { Object::from_lent(module.handle()) }.expect("a module is not at NULL")
}

/// A module that a loader gives.
pub(super) fn of_value(value: Value) -> Result<Object> {
    let index = value.type_index();
    if index != TypeIndex::MODULE {
        return Err(cannot_convert(index, "ffi.Module"));
    }
    value.into_object().ok_or_else(|| cannot_convert(TypeIndex::NONE, "ffi.Module"))
}

/// Runs a virtual function. The error that it raises is a failure; one that was raised before stays.
fn checked<R>(call: impl FnOnce() -> R) -> Result<R> {
    let before = error::take_raised();
    let result = call();
    let failure = error::take_raised();
    if let Some(error) = before {
        error::set_raised(error);
    }
    match failure {
        None => Ok(result),
        Some(error) => Err(Failure::Object(error)),
    }
}

/// The owned result of a virtual function.
fn value(call: impl FnOnce() -> TVMFFIAny) -> Result<Value> {
    // SAFETY: the function gives up the reference in its result.
    checked(|| unsafe { Value::from_owned(call()) })
}

fn optional(value: Value) -> Option<Value> {
    (value.type_index() != TypeIndex::NONE).then_some(value)
}

/// The kind of a module.
pub(super) fn kind(module: AnyModule) -> Value {
    let kind = module.kind();
    if kind.is_null() {
        return text::string(b"");
    }
    // SAFETY: a module gives a NUL-terminated text.
    text::string(unsafe { CStr::from_ptr(kind) }.to_bytes())
}

/// What can be done with a module.
pub(super) fn property_mask(module: AnyModule) -> Result<i64> {
    checked(|| i64::from(module.property_mask()))
}

/// Whether a module has a function. In this and the functions below, texts are strings.
pub(super) fn implements(module: AnyModule, name: &Value) -> Result<bool> {
    // SAFETY: the name is a string.
    checked(|| unsafe { module.implements(name.view()) })
}

/// A function of a module.
pub(super) fn function(module: AnyModule, name: &Value) -> Result<Option<Object>> {
    // SAFETY: the name is a string.
    let call = || unsafe { module.function(name.view()) };
    // SAFETY: the module gives up the reference.
    checked(|| unsafe { Object::from_owned(call()) })
}

/// The documentation of a function.
pub(super) fn doc(module: AnyModule, name: &Value) -> Result<Option<Value>> {
    // SAFETY: the name is a string.
    value(|| unsafe { module.doc(name.view()) }).map(optional)
}

/// The metadata of a function.
pub(super) fn metadata(module: AnyModule, name: &Value) -> Result<Option<Value>> {
    // SAFETY: the name is a string.
    value(|| unsafe { module.metadata(name.view()) }).map(optional)
}

/// The source of a module.
pub(super) fn inspect_source(module: AnyModule, format: &Value) -> Result<Value> {
    // SAFETY: the format is a string.
    value(|| unsafe { module.inspect_source(format.view()) })
}

/// Writes a module to a file.
pub(super) fn write_to_file(module: AnyModule, path: &Value, format: &Value) -> Result {
    // SAFETY: both are strings.
    checked(|| unsafe { module.write_to_file(path.view(), format.view()) })
}

/// The formats that a module can be written in.
pub(super) fn write_formats(module: AnyModule) -> Result<Value> {
    // SAFETY: the module gives up the reference.
    let formats = checked(|| unsafe { Object::from_owned(module.write_formats()) })?;
    formats.map_or_else(|| container::array(Vec::new()), Ok).map(Value::from)
}
