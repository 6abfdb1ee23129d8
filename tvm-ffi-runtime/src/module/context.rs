//! Context symbols: addresses that are written into each library that has a variable of their name.

use core::ffi::{CStr, c_char, c_int, c_void};
use core::sync::atomic::{AtomicPtr, Ordering};
use std::ffi::CString;
use std::sync::{Arc, Mutex, PoisonError};

use super::library::Library;
use crate::catch::{self, fail};

/// An address of a caller, which is not followed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Address(pub(super) *mut c_void);

// SAFETY: the address is not followed.
unsafe impl Send for Address {}
// SAFETY: as above.
unsafe impl Sync for Address {}

static SYMBOLS: Mutex<Vec<Arc<(CString, Address)>>> = Mutex::new(Vec::new());

/// Writes all context symbols into a library.
pub(super) fn write_context_symbols(library: &Library) {
    let symbols = SYMBOLS.lock().unwrap_or_else(PoisonError::into_inner).clone();
    for symbol in symbols {
        let (name, address) = &*symbol;
        if let Some(variable) = library.symbol(&[name.as_bytes()]) {
            let variable = variable.cast::<*mut c_void>().as_ptr();
            // SAFETY: by the rules of modules, a library's symbol with the name of a context symbol is a pointer variable. Another thread may be
            // loading the same library.
            unsafe { AtomicPtr::from_ptr(variable) }.store(address.0, Ordering::Release);
        }
    }
}

/// `TVMFFIEnvModRegisterContextSymbol`.
///
/// # Safety
///
/// The C API: the name is a C string.
pub(crate) unsafe extern "C" fn register_context_symbol(name: *const c_char, symbol: *mut c_void) -> c_int {
    if name.is_null() {
        return catch::raise(fail!(ValueError, "a context symbol needs a name"));
    }
    // SAFETY: the caller's contract.
    let name = unsafe { CStr::from_ptr(name) }.to_owned();
    catch::code(|| {
        let symbol = Arc::new((name, Address(symbol)));
        SYMBOLS.lock().unwrap_or_else(PoisonError::into_inner).push(symbol);
        Ok(())
    })
}
