//! `TVMFFIEnvModLookupFromImports`: how code of a library finds functions of the modules that it imports.

use core::ffi::{CStr, c_char, c_int, c_void};
use std::sync::{Mutex, PoisonError};

use tvm_ffi_abi::TVMFFIObjectHandle;
use tvm_ffi_abi::module::{AnyModule, HANDLE_OFFSET};

use super::{containers, imports, object};
use crate::catch::{self, Result, fail};
use crate::globals;
use crate::object::Object;
use crate::text;
use crate::value::Value;

/// Held while a thread reads or changes the cache of a module. No code of others runs meanwhile: the keys are strings.
static CACHES: Mutex<()> = Mutex::new(());

/// The function of a name in the cache, which owns it.
fn cached(module: AnyModule, name: &Value) -> Result<Option<TVMFFIObjectHandle>> {
    // SAFETY: the place is readable, and the caller holds the lock.
    let cache = unsafe { module.lookup_cache().read() };
    // SAFETY: the cache is a map, or NULL.
    unsafe { containers::map_get(cache, name.view()) }
}

/// Puts a function into the cache, unless another thread did. Gives that which is in the cache, and what to drop without the lock.
fn keep(module: AnyModule, name: &Value, function: Object) -> Result<(TVMFFIObjectHandle, Option<Object>)> {
    if let Some(function) = cached(module, name)? {
        return Ok((function, None));
    }
    let handle = function.handle();
    // SAFETY: the place is readable, and the caller holds the lock.
    let before = unsafe { module.lookup_cache().read() };
    // SAFETY: the cache is a map, or NULL.
    let cache = unsafe { containers::map_with(before, name.view(), &function.view()) }?;
    // SAFETY: the place is writable, and the caller holds the lock.
    unsafe { module.lookup_cache().write(cache.into_handle()) };
    // SAFETY: the module gives up its reference.
    Ok((handle, unsafe { Object::from_owned(before) }))
}

fn find(module: AnyModule, name: &Value) -> Result<TVMFFIObjectHandle> {
    let guard = CACHES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(function) = cached(module, name)? {
        return Ok(function);
    }
    drop(guard);
    let content = text::string_content(name.view()).unwrap_or_default();
    let found = imports::search_imports(module, |import| object::function(import, name))?;
    let Some(function) = found.or_else(|| globals::get(content)) else {
        let name = String::from_utf8_lossy(content);
        return Err(fail!(
            RuntimeError,
            "Cannot find function {name} in the imported modules or global registry."
        ));
    };
    let spare = function.clone();
    let guard = CACHES.lock().unwrap_or_else(PoisonError::into_inner);
    let kept = keep(module, name, function);
    drop(guard);
    drop(spare);
    let (function, replaced) = kept?;
    drop(replaced);
    Ok(function)
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
