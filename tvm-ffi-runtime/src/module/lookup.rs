//! `TVMFFIEnvModLookupFromImports`: how code of a library finds functions of the modules that it imports.

use core::ffi::{CStr, c_char, c_int, c_void};
use std::sync::{Mutex, PoisonError};

use tvm_ffi_abi::TVMFFIObjectHandle;
use tvm_ffi_abi::module::{AnyModule, HANDLE_OFFSET};

use super::{imports, object};
use crate::catch::{self, Result, fail};
use crate::container;
use crate::globals;
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

fn find(module: AnyModule, name: &Value) -> Result<TVMFFIObjectHandle> {
    if let Some(function) = cached(module, name, None)? {
        return Ok(function);
    }
    let content = text::string_content(name.view()).unwrap_or_default();
    let found = imports::search_imports(module, |import| object::function(import, name))?;
    let function = found.or_else(|| globals::get(content)).ok_or_else(|| {
        let name = String::from_utf8_lossy(content);
        fail!(RuntimeError, "Cannot find function {name} in the imported modules or global registry.")
    })?;
    cached(module, name, Some(&function)).map(|kept| kept.unwrap_or(core::ptr::null_mut()))
}

/// `TVMFFIEnvModLookupFromImports`. The module owns the function that `out` gets.
///
/// # Safety
///
/// The C API: the context is what the runtime wrote into the library's `__tvm_ffi__library_ctx`, the name is a C string, and `out` is
/// writable.
pub(crate) unsafe extern "C" fn lookup_from_imports(
    context: *mut c_void,
    name: *const c_char,
    out: *mut TVMFFIObjectHandle,
) -> c_int {
    if context.is_null() || name.is_null() {
        return catch::raise(fail!(ValueError, "a look-up in the imports needs a module and a name"));
    }
    // SAFETY: the context points to the start of a module.
    let module = unsafe { AnyModule::new(context.wrapping_byte_add(HANDLE_OFFSET)) };
    // SAFETY: the caller's contract.
    let name = text::string(unsafe { CStr::from_ptr(name) }.to_bytes());
    catch::code(|| {
        let function = find(module, &name)?;
        // SAFETY: the caller's contract.
        unsafe { out.write(function) };
        Ok(())
    })
}
