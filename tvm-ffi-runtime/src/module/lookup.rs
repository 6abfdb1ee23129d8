//! How code of a library finds functions of the modules that it imports.

use core::ffi::c_void;
use std::sync::{Mutex, PoisonError};

use tvm_ffi_abi::TVMFFIObjectHandle;
use tvm_ffi_abi::module::AnyModule;

use super::{imports, object, published};
use crate::catch::{Result, fail};
use crate::container;
use crate::globals::Globals;
use crate::object::Object;
use crate::text;
use crate::value::Value;

/// Held while a thread reads or changes the cache of a module. No code of others runs meanwhile: the keys are strings, and no value is replaced.
static CACHES: Mutex<()> = Mutex::new(());

/// Looks a name up in the cache of a module, which owns the function; with `function`, puts it there if another thread did not.
fn cached(module: AnyModule, name: &Value, function: Option<&Object>) -> Result<Option<TVMFFIObjectHandle>> {
    let _guard = CACHES.lock().unwrap_or_else(PoisonError::into_inner);
    // SAFETY: the place is part of a module, and no other thread uses it now.
    let cache = unsafe { module.lookup_cache().read() };
    // SAFETY: the module owns a map, or the handle is NULL.
    let cache =
        unsafe { Object::from_lent(cache) }.ok_or_else(|| fail!(InternalError, "the module has no cache"))?;
    // SAFETY: the cache is a map, which no other thread uses now.
    if let Some(known) = unsafe { container::map_get(&cache, name) }? {
        return Ok(Some(known.view().payload.ptr()));
    }
    let Some(function) = function else { return Ok(None) };
    // SAFETY: as above.
    unsafe { container::map_set(&cache, name.clone(), function.clone().into()) }?;
    Ok(Some(function.handle()))
}

/// The function that a name has in the imports of a module, or else in the global functions. The module and its library keep it.
///
/// # Safety
///
/// The context was in the variable of a library, or it is the start of a live module.
pub(crate) unsafe fn lookup(
    context: *mut c_void,
    name: &Value,
    globals: &Globals,
) -> Result<TVMFFIObjectHandle> {
    // SAFETY: the caller's contract.
    let held = unsafe { published::module_of(context) }?;
    // SAFETY: the object is a module.
    let module = unsafe { AnyModule::new(held.handle()) };
    if let Some(function) = cached(module, name, None)? {
        return Ok(function);
    }
    let content = text::string_content(name.view()).unwrap_or_default();
    let found = imports::search_imports(module, |import| object::function(import, name))?;
    let function = found.or_else(|| globals.get(content)).ok_or_else(|| {
        let name = String::from_utf8_lossy(content);
        fail!(RuntimeError, "Cannot find function {name} in the imported modules or global registry.")
    })?;
    let kept = cached(module, name, Some(&function))?;
    published::keep_functions(module);
    Ok(kept.unwrap_or(core::ptr::null_mut()))
}
