//! The modules that code of a library looks functions up from.
//!
//! A library has one variable for a module, however often it is loaded. Its code passes what it read there to
//! `TVMFFIEnvModLookupFromImports` while another thread may be dropping that module, and it may keep the function for later calls. So the
//! module is found by its address, and the functions stay until the last module of the library is gone.

use core::ffi::c_void;
use core::ptr::{NonNull, null_mut};
use core::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tvm_ffi_abi::module::{AnyModule, HANDLE_OFFSET};

use super::context::Address;
use crate::catch::{Result, fail};
use crate::object::Object;

/// A module and the pointer variable of its library, which it was written into.
#[derive(Clone, Copy)]
pub(super) struct ModuleVariable {
    variable: NonNull<*mut c_void>,
    start: Address,
}

// SAFETY: the variable is only accessed atomically.
unsafe impl Send for ModuleVariable {}
// SAFETY: as above.
unsafe impl Sync for ModuleVariable {}

/// What a library knows.
struct Published {
    variable: Address,
    /// The start of every module that was in the variable, the latest last, and whether its memory is there.
    modules: Vec<(Address, bool)>,
    /// The functions that were looked up, in the maps of the modules that they were looked up from.
    caches: Vec<Object>,
}

impl Published {
    fn position(&self, start: Address) -> Option<usize> {
        self.modules.iter().position(|module| module.0 == start)
    }

    fn latest(&self) -> Option<Address> {
        self.modules.iter().rev().find(|module| module.1).map(|module| module.0)
    }
}

/// No code of others runs under the lock.
static LIBRARIES: Mutex<Vec<Published>> = Mutex::new(Vec::new());

fn libraries() -> MutexGuard<'static, Vec<Published>> {
    LIBRARIES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes a module into the variable. Nothing else does, and the lock is held.
fn write(variable: NonNull<*mut c_void>, start: *mut c_void) {
    // SAFETY: by the rules of modules, the variable is a pointer, which is part of an open library.
    unsafe { AtomicPtr::from_ptr(variable.as_ptr()) }.store(start, Ordering::Release);
}

/// Makes a module known to its library.
pub(super) fn publish(module: AnyModule, variable: NonNull<*mut c_void>) -> ModuleVariable {
    let start = Address(module.start());
    let place = ModuleVariable { variable, start };
    let variable = Address(variable.as_ptr().cast());
    let mut libraries = libraries();
    write(place.variable, start.0);
    // The memory of a module that is gone may be that of one of another library now.
    libraries.iter_mut().for_each(|library| library.modules.retain(|module| module.0 != start));
    let known = libraries.iter().position(|library| library.variable == variable);
    let number = known.unwrap_or_else(|| {
        libraries.push(Published { variable, modules: Vec::new(), caches: Vec::new() });
        libraries.len() - 1
    });
    libraries[number].modules.push((start, true));
    place
}

/// Keeps the functions that were looked up from a module as long as its library has modules.
pub(super) fn keep_functions(module: AnyModule) {
    // SAFETY: the place is part of a live module, and only written when that is made and dropped.
    let cache = unsafe { module.lookup_cache().read() };
    // SAFETY: the module owns a map, or the handle is NULL.
    let Some(cache) = (unsafe { Object::from_lent(cache) }) else { return };
    let start = Address(module.start());
    let mut libraries = libraries();
    let library = libraries.iter_mut().find(|library| library.modules.contains(&(start, true)));
    if let Some(library) = library
        && !library.caches.iter().any(|known| known.handle() == cache.handle())
    {
        library.caches.push(cache);
    }
}

/// Gives the library the latest of its other modules, because this one is being dropped.
pub(super) fn withdraw(place: ModuleVariable) {
    let mut libraries = libraries();
    let variable = Address(place.variable.as_ptr().cast());
    let Some(number) = libraries.iter().position(|library| library.variable == variable) else { return };
    let library = &mut libraries[number];
    if let Some(module) = library.position(place.start) {
        library.modules[module].1 = false;
    }
    let latest = library.latest();
    write(place.variable, latest.map_or(null_mut(), |start| start.0));
    let unused = latest.is_none().then(|| libraries.swap_remove(number));
    drop(libraries);
    drop(unused);
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
    let handle = |start: *mut c_void| start.wrapping_byte_add(HANDLE_OFFSET);
    let libraries = libraries();
    let known = libraries.iter().find(|library| library.position(Address(context)).is_some());
    let module = match known {
        Some(library) => {
            let named = library.modules.iter().find(|module| module.0.0 == context);
            let others = library.modules.iter().rev();
            // SAFETY: the deleter of a module whose memory is there waits for the lock, or has not run.
            let upgrade = |module: &(Address, bool)| unsafe { Object::upgrade(handle(module.0.0)) };
            named.into_iter().chain(others).filter(|module| module.1).find_map(upgrade)
        }
        // SAFETY: the caller's contract.
        None => unsafe { Object::from_lent(handle(context)) },
    };
    module.ok_or_else(|| fail!(RuntimeError, "the module that looks a function up is gone"))
}
