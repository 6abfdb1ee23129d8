//! The imports of modules.

use core::ffi::{c_int, c_void};
use std::collections::BTreeSet;
use std::sync::{PoisonError, RwLock};

use tvm_ffi_abi::module::{AnyModule, imported};
use tvm_ffi_abi::{TVMFFIAny, TVMFFIFieldGetter};

use super::{containers, object};
use crate::catch::{self, Result, fail};
use crate::object::Object;
use crate::value::Value;

/// Held while a thread reads or changes the arrays of imports. No code of others runs meanwhile.
static IMPORTS: RwLock<()> = RwLock::new(());

/// The imports of a module, which do not change.
fn imports_of(module: AnyModule) -> Option<Object> {
    let _guard = IMPORTS.read().unwrap_or_else(PoisonError::into_inner);
    // SAFETY: the place is readable, and no other thread changes it now.
    let imports = unsafe { module.imports().read() };
    // SAFETY: the module owns an array, or the handle is NULL.
    unsafe { Object::from_lent(imports) }
}

/// The first answer of a module or, with `query_imports`, of its imports, depth first. A module is asked once.
pub(super) fn search<R>(
    module: AnyModule,
    query_imports: bool,
    ask: impl Fn(AnyModule) -> Result<Option<R>>,
) -> Result<Option<R>> {
    match ask(module)? {
        None if query_imports => search_imports(module, ask),
        answer => Ok(answer),
    }
}

/// The first answer of the imports of a module.
pub(super) fn search_imports<R>(
    module: AnyModule,
    ask: impl Fn(AnyModule) -> Result<Option<R>>,
) -> Result<Option<R>> {
    let mut visited = BTreeSet::from([module.handle().addr()]);
    let mut stack = Vec::new();
    push_imports(&mut stack, module);
    while let Some(next) = stack.pop() {
        // SAFETY: arrays of imports have modules.
        let module = unsafe { AnyModule::new(next.handle()) };
        if !visited.insert(module.handle().addr()) {
            continue;
        }
        if let Some(answer) = ask(module)? {
            return Ok(Some(answer));
        }
        push_imports(&mut stack, module);
    }
    Ok(None)
}

/// Pushes the imports so that the first one is on top.
fn push_imports(stack: &mut Vec<Object>, module: AnyModule) {
    let Some(imports) = imports_of(module) else { return };
    let from = stack.len();
    // SAFETY: the array is held, so no code changes it.
    stack.extend(unsafe { imported(imports.handle()) }.map(object::owned));
    stack[from..].reverse();
}

/// Adds a module to the imports of another.
///
/// # Errors
///
/// A `RuntimeError` if modules would import each other in a circle.
pub(super) fn add(module: AnyModule, other: AnyModule) -> Result {
    let guard = IMPORTS.write().unwrap_or_else(PoisonError::into_inner);
    if reaches(other, module) {
        return Err(fail!(RuntimeError, "Cyclic dependency detected during import"));
    }
    // SAFETY: no other thread changes the array now.
    let before = unsafe { module.imports().read() };
    let mut modules: Vec<TVMFFIAny> = if before.is_null() {
        Vec::new()
    } else {
        // SAFETY: as above.
        unsafe { imported(before) }.map(view).collect()
    };
    modules.push(view(other));
    let replaced = replace(module, containers::array(&modules)?);
    drop(guard);
    drop(replaced);
    Ok(())
}

/// Removes all imports of a module.
pub(super) fn clear(module: AnyModule) -> Result {
    let none = containers::array(&[])?;
    let guard = IMPORTS.write().unwrap_or_else(PoisonError::into_inner);
    let replaced = replace(module, none);
    drop(guard);
    drop(replaced);
    Ok(())
}

/// Sets the array of imports, and gives the one that was there. The caller holds the lock.
fn replace(module: AnyModule, imports: Object) -> Option<Object> {
    // SAFETY: the place is readable and writable, and no other thread uses it now.
    let before = unsafe { module.imports().replace(imports.into_handle()) };
    // SAFETY: the module gives up its reference.
    unsafe { Object::from_owned(before) }
}

fn view(module: AnyModule) -> TVMFFIAny {
    TVMFFIAny::new(tvm_ffi_abi::TypeIndex::MODULE, tvm_ffi_abi::TVMFFIAnyPayload::from_ptr(module.handle()))
}

/// Whether a module is another one, or imports it in any number of steps. The caller holds the lock.
fn reaches(from: AnyModule, module: AnyModule) -> bool {
    let mut visited = BTreeSet::new();
    let mut stack = vec![from];
    while let Some(next) = stack.pop() {
        if next.handle() == module.handle() {
            return true;
        }
        if !visited.insert(next.handle().addr()) {
            continue;
        }
        // SAFETY: the place is readable, and no other thread changes it now.
        let imports = unsafe { next.imports().read() };
        if !imports.is_null() {
            // SAFETY: as above.
            stack.extend(unsafe { imported(imports) });
        }
    }
    false
}

/// The getter of the field `imports_`.
pub(crate) const IMPORTS_GETTER: TVMFFIFieldGetter = get_imports;

unsafe extern "C" fn get_imports(field: *mut c_void, result: *mut TVMFFIAny) -> c_int {
    catch::code(|| {
        let guard = IMPORTS.read().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: the caller passes the place of the imports of a module.
        let imports = unsafe { field.cast::<*mut c_void>().read() };
        // SAFETY: the module owns an array, or the handle is NULL.
        let imports = unsafe { Object::from_lent(imports) };
        drop(guard);
        // SAFETY: the result is writable.
        unsafe { result.write(imports.map_or(Value::NONE, Value::from).into_raw()) };
        Ok(())
    })
}
