//! Showing the functions of an embedded runtime to libraries that the program loads.
//!
//! A library finds the functions in the global scope of the loader, or by the name `libtvm_ffi.so`, to which C++ libraries link. A program
//! exports neither. So an ELF [`image`] with this name, whose symbols have the addresses of the functions, is loaded from memory. On Windows, only
//! libraries in Rust find them, by a variable in the environment.

#[cfg(any(all(target_os = "linux", target_env = "gnu"), test))]
mod image;

use core::ffi::{CStr, c_void};
use core::ptr::NonNull;
use core::sync::atomic::{AtomicBool, Ordering};

use super::FUNCTIONS;
use crate::builtin::{StrContent, builtins};
use crate::catch::fail;
use crate::loader::{global_symbol, library_of, open_loaded};
use crate::module::{self, Module};

#[cfg(windows)]
const FILE_NAME: &CStr = c"tvm_ffi.dll";
#[cfg(target_vendor = "apple")]
const FILE_NAME: &CStr = c"libtvm_ffi.dylib";
#[cfg(not(any(windows, target_vendor = "apple")))]
const FILE_NAME: &CStr = c"libtvm_ffi.so";

/// A function that each runtime has.
const PROBE: &CStr = c"TVMFFIGetVersion";

/// Whether the functions are not made visible.
static IS_PRIVATE: AtomicBool = AtomicBool::new(false);

/// Makes no function visible from now on, so that no module can be loaded: for the runtime in a library. The host of the library may load another runtime
/// later, whose own calls would then arrive here.
pub fn keep_private() {
    IS_PRIVATE.store(true, Ordering::Relaxed);
}

/// Makes the functions visible to libraries that are loaded later, as the runtime does by itself before it loads a module. It may be called
/// again.
///
/// # Errors
///
/// The reason, if the platform has no way to do that, if there is another runtime in the process, or if the functions are
/// [private](keep_private).
pub fn publish() -> core::result::Result<(), String> {
    if IS_PRIVATE.load(Ordering::Relaxed) {
        return Err(String::from(
            "the TVM-FFI runtime in a Python module loads no libraries: `pip install apache-tvm-ffi`, whose runtime the module then uses",
        ));
    }
    // Miri has no loader.
    if cfg!(miri) || is_visible()? {
        return Ok(());
    }
    // Two threads may both come here: a second image does no harm, and a lock that is held while the loader runs could deadlock.
    load_image().map_err(|reason| {
        format!(
            "libraries cannot find the TVM-FFI runtime that is embedded in this program: {reason}; build the runtime as a shared library \
             with `cargo xtask runtime`, and set TVM_FFI_LIBRARY to its path"
        )
    })?;
    match is_visible() {
        Ok(true) => Ok(()),
        Ok(false) => {
            Err(String::from("the loader does not find the functions of the embedded TVM-FFI runtime"))
        }
        Err(other) => Err(other),
    }
}

builtins! {
    pub(super) const BUILTINS;

    "ffi.Module.load_from_file.so" fn load_shared_library(path: StrContent<'_>, _format: StrContent<'_>) -> Module {
        publish().map_err(|reason| fail!(RuntimeError, "{reason}"))?;
        module::open(path.0).map(Module)
    }
}

/// Whether libraries that are loaded later find the functions of this runtime.
fn is_visible() -> core::result::Result<bool, String> {
    let by_name = || open_loaded(FILE_NAME).and_then(|library| library.symbol(PROBE));
    let Some(found) = global_symbol(PROBE).or_else(by_name) else { return Ok(false) };
    if is_own(found) {
        return Ok(true);
    }
    let file = library_of(found.as_ptr()).map_or_else(|| String::from("the program"), |library| library.file);
    Err(format!(
        "there is a second TVM-FFI runtime in this process, which libraries would use: {file}. Load it before the first use of \
         TVM-FFI, so that the program uses it too, or do not load it"
    ))
}

/// Whether a function belongs to this runtime: it is in the table, or is exported by the same shared library as this code.
fn is_own(function: NonNull<c_void>) -> bool {
    let function = function.as_ptr().cast_const();
    if FUNCTIONS.iter().any(|own| own.address() == function) {
        return true;
    }
    let [its, own] =
        [function, FUNCTIONS[0].address()].map(|address| library_of(address).map(|library| library.base));
    its.is_some() && its == own
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn load_image() -> core::result::Result<(), String> {
    use std::fs::File;
    use std::io::Write;
    use std::os::fd::{AsRawFd, FromRawFd};

    use crate::loader::{MemoryFile, open_global};

    // Older versions of glibc lack the function, so it is not linked.
    let create = global_symbol(c"memfd_create")
        .ok_or("there is no memfd_create: glibc is older than 2.27, or the program is linked statically")?;
    // SAFETY: the function of this name has this signature.
    let create = unsafe { core::mem::transmute::<NonNull<c_void>, MemoryFile>(create) };
    // SAFETY: the name is NUL-terminated; 1 closes the file in child processes.
    let descriptor = unsafe { create(FILE_NAME.as_ptr(), 1) };
    if descriptor < 0 {
        return Err(format!("memfd_create: {}", std::io::Error::last_os_error()));
    }
    // SAFETY: the descriptor is open and owned by this code.
    let mut file = unsafe { File::from_raw_fd(descriptor) };
    let symbols: Vec<_> =
        FUNCTIONS.iter().map(|own| (own.name, own.address().expose_provenance() as u64)).collect();
    file.write_all(&image::image(FILE_NAME, &symbols)).map_err(|error| error.to_string())?;
    // The loader takes a library for another one that it has loaded by the same path. Others write `/proc/self/fd/3`, so this does not.
    open_global(&format!("/proc/self/fd/../fd/{}\0", file.as_raw_fd()))
}

#[cfg(windows)]
fn load_image() -> core::result::Result<(), String> {
    unsafe extern "C" fn find(name: *const core::ffi::c_char) -> *mut c_void {
        // SAFETY: the contract of the type: the name is NUL-terminated.
        let name = unsafe { CStr::from_ptr(name) };
        super::symbol(name).map_or(core::ptr::null_mut(), NonNull::as_ptr)
    }
    // SAFETY: `symbol` finds functions of the C API by their names, and a program is never unloaded.
    unsafe { tvm_ffi_abi::published::publish(find) };
    Ok(())
}

#[cfg(not(any(windows, all(target_os = "linux", target_env = "gnu"))))]
fn load_image() -> core::result::Result<(), String> {
    Err(String::from("this platform has no way to show it"))
}

#[cfg(all(test, any(windows, all(target_os = "linux", target_env = "gnu")), not(miri)))]
mod tests {
    use super::*;

    #[test]
    fn functions_are_found_by_symbol() {
        publish().expect("the functions can be shown");
        publish().expect("it may be repeated");
        for function in FUNCTIONS {
            let address = NonNull::new(function.address().cast_mut());
            assert_eq!(global_symbol(function.name), address, "{:?}", function.name);
        }
        assert_eq!(global_symbol(c"TVMFFIMissing"), None);
    }

    #[cfg(not(windows))]
    #[test]
    fn functions_are_found_in_a_library_of_their_name() {
        publish().expect("the functions can be shown");
        let library = open_loaded(FILE_NAME).expect("the image is loaded");
        for function in FUNCTIONS {
            let address = NonNull::new(function.address().cast_mut());
            assert_eq!(library.symbol(function.name), address, "{:?}", function.name);
        }
        assert_eq!(library.symbol(c"TVMFFIMissing"), None);
    }
}
