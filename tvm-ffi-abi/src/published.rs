//! How a library for Windows finds the runtime that is linked into its program.
//!
//! Programs export no functions there. So the program sets a variable in its environment, which each library can read, to the address of a function that
//! finds the others by name. The number of the process comes before it, because children inherit the variable.

use core::ffi::{CStr, c_char, c_void};
use core::ptr::NonNull;

/// The number is that of the type [`Find`] and of the text.
const VARIABLE: &str = "TVM_FFI_RS_RUNTIME_1";

/// Finds a C function of the runtime by its name; NULL if there is none.
pub type Find = unsafe extern "C" fn(name: *const c_char) -> *mut c_void;

/// Shows the functions that `find` finds to the libraries of this process.
///
/// # Safety
///
/// Every address that `find` returns for a name is the function of that name in the C API, for the rest of the process.
pub unsafe fn publish(find: Find) {
    let value = format!("{} {}", std::process::id(), find as usize);
    // SAFETY: on Windows, the system guards the environment by a lock.
    unsafe { std::env::set_var(VARIABLE, value) };
}

/// The function of the published runtime with a name.
pub fn symbol(name: &CStr) -> Option<NonNull<c_void>> {
    let value = std::env::var(VARIABLE).ok()?;
    let (process, address) = value.split_once(' ')?;
    if process.parse() != Ok(std::process::id()) {
        return None;
    }
    let address = core::ptr::with_exposed_provenance::<c_void>(address.parse().ok()?);
    let address = NonNull::new(address.cast_mut())?;
    // SAFETY: `publish` in this process has written the address of a function of this type.
    let find = unsafe { core::mem::transmute::<NonNull<c_void>, Find>(address) };
    // SAFETY: the name is NUL-terminated.
    NonNull::new(unsafe { find(name.as_ptr()) })
}
