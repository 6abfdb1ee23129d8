//! The imports of modules. They are changed here for modules of any origin, and not by virtual functions, so that one lock protects all of them.

use core::ffi::{c_int, c_void};
use std::sync::{PoisonError, RwLock};

use tvm_ffi_abi::module::{AnyModule, imported, reaches};
use tvm_ffi_abi::{TVMFFIAny, TVMFFIFieldGetter};

use super::object;
use crate::catch::{self, Result, fail};
use crate::container;
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
    let (mut visited, mut stack) = (Vec::new(), Vec::new());
    push_imports(&mut stack, module);
    while let Some(next) = stack.pop() {
        // SAFETY: arrays of imports have modules.
        let module = unsafe { AnyModule::new(next.handle()) };
        // There are few: asking a module takes longer than the search.
        if visited.contains(&module.handle()) {
            continue;
        }
        visited.push(module.handle());
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
    // SAFETY: no other thread changes imports while this one holds the lock.
    if unsafe { reaches(other, module) } {
        return Err(fail!(RuntimeError, "Cyclic dependency detected during import"));
    }
    // SAFETY: no other thread changes the array now.
    let before = unsafe { module.imports().read() };
    // SAFETY: as above.
    let modules: Vec<_> =
        unsafe { imported(before) }.chain([other]).map(object::owned).map(Value::from).collect();
    let replaced = replace(module, container::array(modules)?);
    drop(guard);
    drop(replaced);
    Ok(())
}

/// Removes all imports of a module.
pub(super) fn clear(module: AnyModule) -> Result {
    let none = container::array(Vec::new())?;
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
