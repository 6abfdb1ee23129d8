//! The modules that code of a library looks functions up from.
//!
//! A library has one variable for a module, however often it is loaded. Its code passes what it read there to
//! `TVMFFIEnvModLookupFromImports` while another thread may be dropping that module, and it may keep the function for later calls. So the
//! memory of the modules and the functions stay until the last module of the library is gone.

use core::ffi::c_void;
use core::ptr::{NonNull, null_mut};
use core::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tvm_ffi_abi::module::HANDLE_OFFSET;

use super::context::Address;
use crate::catch::{Result, fail};
use crate::object::{Object, WeakObject};

/// The pointer variable of a library.
pub(super) type Variable = NonNull<*mut c_void>;

/// What a library knows.
struct Published {
    variable: Address,
    /// Every module that was in the variable, the latest last.
    modules: Vec<WeakObject>,
    /// The functions that were looked up.
    functions: Vec<Object>,
}

/// No code of others runs under the lock.
static LIBRARIES: Mutex<Vec<Published>> = Mutex::new(Vec::new());

fn libraries() -> MutexGuard<'static, Vec<Published>> {
    LIBRARIES.lock().unwrap_or_else(PoisonError::into_inner)
}

fn address(variable: Variable) -> Address {
    Address(variable.as_ptr().cast())
}

fn start(module: &WeakObject) -> *mut c_void {
    module.handle().wrapping_byte_sub(HANDLE_OFFSET)
}

/// Writes a module into the variable. Nothing else does, and the lock is held.
fn write(variable: Variable, start: *mut c_void) {
    // SAFETY: by the rules of modules, the variable is a pointer, which is part of an open library.
    unsafe { AtomicPtr::from_ptr(variable.as_ptr()) }.store(start, Ordering::Release);
}

/// Makes a module known to its library.
pub(super) fn publish(module: &Object, variable: Variable) {
    let module = WeakObject::of(module);
    let mut libraries = libraries();
    write(variable, start(&module));
    match libraries.iter_mut().find(|library| library.variable == address(variable)) {
        Some(library) => library.modules.push(module),
        None => {
            let (variable, modules) = (address(variable), vec![module]);
            libraries.push(Published { variable, modules, functions: Vec::new() });
        }
    }
}

/// Gives the library the latest of its other modules, after one is gone.
pub(super) fn withdraw(variable: Variable) {
    let mut libraries = libraries();
    let Some(place) = libraries.iter().position(|library| library.variable == address(variable)) else {
        // Two modules were dropped at once.
        return;
    };
    let latest = libraries[place].modules.iter().rev().find(|module| module.is_alive());
    write(variable, latest.map_or(null_mut(), start));
    let unused = latest.is_none().then(|| libraries.swap_remove(place));
    drop(libraries);
    drop(unused);
}

/// The library that has or had a module.
fn library_of(libraries: &mut [Published], context: *mut c_void) -> Option<&mut Published> {
    libraries.iter_mut().find(|library| library.modules.iter().any(|module| start(module) == context))
}

/// The module that code of a library means: what was in the variable, or the latest one if that is gone.
///
/// # Errors
///
/// A `RuntimeError` if all modules of the library are gone.
///
/// # Safety
///
/// The context was in the variable of a library, or it is the start of a live module.
pub(super) unsafe fn module_of(context: *mut c_void) -> Result<Object> {
    let module = match library_of(&mut libraries(), context) {
        Some(library) => {
            let named = library.modules.iter().find(|module| start(module) == context);
            named.into_iter().chain(library.modules.iter().rev()).find_map(WeakObject::upgrade)
        }
        // SAFETY: the caller's contract.
        None => unsafe { Object::from_lent(context.wrapping_byte_add(HANDLE_OFFSET)) },
    };
    module.ok_or_else(|| fail!(RuntimeError, "the module that looks a function up is gone"))
}

/// Keeps a function that code of a library gets.
pub(super) fn keep(context: *mut c_void, function: &Object) {
    if let Some(library) = library_of(&mut libraries(), context)
        && !library.functions.iter().any(|known| known.handle() == function.handle())
    {
        library.functions.push(function.clone());
    }
}
