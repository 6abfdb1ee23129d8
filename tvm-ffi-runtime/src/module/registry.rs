//! The system library: functions that are linked into the program, or that libraries register.

use core::ffi::{CStr, c_char, c_int, c_void};
use core::ptr::NonNull;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError, RwLock};

use super::context::Address;
use super::library::{self, Library};
use crate::catch::{self, Result, fail};
use crate::object::Object;
use crate::stderr;

static SYMBOLS: RwLock<BTreeMap<Box<[u8]>, Address>> = RwLock::new(BTreeMap::new());

/// The module of each prefix, until the process ends.
static MODULES: Mutex<BTreeMap<Box<[u8]>, Object>> = Mutex::new(BTreeMap::new());

/// The address of a registered symbol.
pub(super) fn symbol(name: &[u8]) -> Option<NonNull<c_void>> {
    let symbols = SYMBOLS.read().unwrap_or_else(PoisonError::into_inner);
    NonNull::new(symbols.get(name)?.0)
}

/// The module of a prefix.
pub(super) fn system_lib(prefix: &[u8]) -> Result<Object> {
    let find = || MODULES.lock().unwrap_or_else(PoisonError::into_inner).get(prefix).cloned();
    if let Some(module) = find() {
        return Ok(module);
    }
    // No lock is held: a library can contain modules that others load. Of two threads, one wins.
    let loaded = library::load(Library::System { prefix: prefix.into() })?;
    let mut modules = MODULES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(module) = modules.get(prefix).cloned() {
        drop(modules);
        drop(loaded);
        return Ok(module);
    }
    let module = loaded.publish();
    modules.insert(prefix.into(), module.clone());
    Ok(module)
}

/// `TVMFFIEnvModRegisterSystemLibSymbol`.
///
/// # Safety
///
/// The C API: the name is a C string.
pub(crate) unsafe extern "C" fn register_system_lib_symbol(
    name: *const c_char,
    symbol: *mut c_void,
) -> c_int {
    if name.is_null() {
        return catch::raise(fail!(ValueError, "a symbol of the system library needs a name"));
    }
    // SAFETY: the caller's contract.
    let name = unsafe { CStr::from_ptr(name) }.to_bytes();
    catch::code(|| {
        let before =
            SYMBOLS.write().unwrap_or_else(PoisonError::into_inner).insert(name.into(), Address(symbol));
        if let Some(before) = before.filter(|before| *before != Address(symbol)) {
            let name = String::from_utf8_lossy(name);
            stderr::print(format_args!(
                "Warning:SystemLib symbol {name} get overriden to a different address {symbol:?}->{:?}",
                before.0
            ));
        }
        Ok(())
    })
}
