//! How a library for Windows finds the runtime that is linked into its program.
//!
//! Programs export no functions there. So the program sets a variable in its environment, which each library can read, to the address of a function that
//! finds the others by name. The number of the process and its start come before it: children inherit the variable, and one of them may get the number
//! of a process that has ended.

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
    let value = format!("{} {}", this_process(), find as usize);
    // SAFETY: on Windows, the system guards the environment by a lock.
    unsafe { std::env::set_var(VARIABLE, value) };
}

/// The function of the published runtime with a name.
pub fn symbol(name: &CStr) -> Option<NonNull<c_void>> {
    let value = std::env::var(VARIABLE).ok()?;
    let (process, address) = value.rsplit_once(' ')?;
    if process != this_process() {
        return None;
    }
    let address = core::ptr::with_exposed_provenance::<c_void>(address.parse().ok()?);
    let address = NonNull::new(address.cast_mut())?;
    // SAFETY: `publish` in this process has written the address of a function of this type.
    let find = unsafe { core::mem::transmute::<NonNull<c_void>, Find>(address) };
    // SAFETY: the name is NUL-terminated.
    NonNull::new(unsafe { find(name.as_ptr()) })
}

/// The number of this process, and the time of its start.
fn this_process() -> String {
    #[link(name = "kernel32")]
    unsafe extern "system" {
        fn GetCurrentProcess() -> *mut c_void;
        fn GetProcessTimes(
            process: *mut c_void,
            start: *mut u64,
            end: *mut u64,
            kernel: *mut u64,
            user: *mut u64,
        ) -> i32;
    }
    let [mut start, mut end, mut kernel, mut user] = [0; 4];
    // SAFETY: the function may be called at any time.
    let process = unsafe { GetCurrentProcess() };
    // SAFETY: the places are writable, and a `FILETIME` is two halves of 64 bits.
    unsafe { GetProcessTimes(process, &mut start, &mut end, &mut kernel, &mut user) };
    format!("{} {start}", std::process::id())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_this_process_has_published_is_found() {
        unsafe extern "C" fn find(name: *const c_char) -> *mut c_void {
            name.cast_mut().cast()
        }
        let address = find as *const () as usize;
        let (process, start) = (std::process::id(), "0");
        let others =
            ["", "1", "1 2 3", &format!("{process} {start} {address}"), &format!("{process} {address}")];
        for other in others {
            // SAFETY: on Windows, the system guards the environment by a lock.
            unsafe { std::env::set_var(VARIABLE, other) };
            assert_eq!(symbol(c"f"), None, "{other}");
        }
        for address in ["0", "x", "-1"] {
            // SAFETY: as above.
            unsafe { std::env::set_var(VARIABLE, format!("{} {address}", this_process())) };
            assert_eq!(symbol(c"f"), None, "{address}");
        }
        // SAFETY: the function finds a place for each name, which nothing calls.
        unsafe { publish(find) };
        let name = c"f";
        assert_eq!(symbol(name), NonNull::new(name.as_ptr().cast_mut().cast()));
    }
}
