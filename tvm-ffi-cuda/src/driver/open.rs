//! Loading the driver library, and checking that it can be used.

#[cfg(test)]
mod tests;

use core::ffi::{CStr, c_int, c_void};
use core::fmt::Write;
use core::ptr::NonNull;
use std::ffi::OsString;

use libloading::Library;
use tvm_ffi_core::__private::loader_says;
use tvm_ffi_core::ErrorKind;

use super::{Driver, Functions, blocking, error};
use crate::status::Status;

/// The environment variable that names another driver library, for tests.
const VARIABLE: &str = "TVM_FFI_CUDA_DRIVER";

/// The oldest supported CUDA version, and its first NVIDIA driver. Older drivers lack context-independent libraries (`cuLibrary*`).
const OLDEST: c_int = 12000;
const OLDEST_DRIVER: &str = "525";

/// The file names that are tried, in this order. The last is the place in the Windows Subsystem for Linux, where some distributions leave it off the loader's path.
#[cfg(not(any(windows, target_vendor = "apple")))]
const FILES: &[&str] = &["libcuda.so.1", "libcuda.so", "/usr/lib/wsl/lib/libcuda.so.1"];
#[cfg(windows)]
const FILES: &[&str] = &["nvcuda.dll"];
#[cfg(target_vendor = "apple")]
const FILES: &[&str] = &[];

/// Why there is no driver: the error that every call returns.
pub(super) struct CannotOpen {
    pub(super) kind: ErrorKind,
    pub(super) reason: String,
}

impl From<String> for CannotOpen {
    fn from(reason: String) -> Self {
        Self { kind: ErrorKind::RuntimeError, reason }
    }
}

/// Finds, checks, and initialises the driver.
///
/// # Errors
///
/// The error that every later call returns.
pub(super) fn open() -> Result<Driver, CannotOpen> {
    let (library, name) = find()?;
    let result = start(&library, &name);
    // The library stays loaded even after an error: an initialised driver cannot be unloaded safely.
    core::mem::forget(library);
    result
}

/// The first library that loads, and its name for messages.
fn find() -> Result<(Library, String), String> {
    match std::env::var_os(VARIABLE).filter(|path| !path.is_empty()) {
        Some(path) => named(path),
        None => search(FILES),
    }
}

fn named(path: OsString) -> Result<(Library, String), String> {
    let name = format!("`{}`, named by `{VARIABLE}`,", path.to_string_lossy());
    // SAFETY: the user names it as a CUDA driver, whose initialisers are safe to run in any process.
    match unsafe { Library::new(&path) } {
        Ok(library) => Ok((library, name)),
        Err(error) => {
            Err(format!("the CUDA driver library {name} could not be loaded: {}", loader_says(&error)))
        }
    }
}

fn search(files: &[&str]) -> Result<(Library, String), String> {
    let mut tried = String::new();
    for file in files {
        // SAFETY: the file has the name of the CUDA driver, whose initialisers are safe to run in any process.
        match unsafe { Library::new(*file) } {
            Ok(library) => return Ok((library, format!("`{file}`"))),
            // Writing to a `String` never fails.
            Err(error) => _ = write!(tried, "\n  `{file}`: {}", loader_says(&error)),
        }
    }
    if files.is_empty() {
        return Err("the CUDA driver library could not be loaded: this operating system has none".into());
    }
    Err(format!(
        "the CUDA driver library could not be loaded: this machine has no NVIDIA driver, or it is not on the loader's path\ntried:{tried}"
    ))
}

/// Checks and initialises the driver of a loaded library.
fn start(library: &Library, name: &str) -> Result<Driver, CannotOpen> {
    let find = |symbol: &CStr| {
        // SAFETY: the symbol is only used as an address here.
        let address = unsafe { library.get::<*mut c_void>(symbol.to_bytes_with_nul()) };
        NonNull::new(*address.ok()?)
    };
    let version = version(find, name)?;
    // SAFETY: the library is a CUDA driver, so each symbol is the function of that name in the driver API.
    let mut functions =
        unsafe { Functions::resolve(find) }.map_err(|symbol| missing(symbol, name, version))?;
    // SAFETY: `cuInit` takes no flags, and any thread may call it any number of times.
    let status = unsafe { (functions.init)(0) };
    if status != Status::SUCCESS {
        let reason = error::cannot_start(status, &status.describe(&functions), version);
        return Err(CannotOpen { kind: status.kind(), reason });
    }
    let launch_without_waiting = functions.launch_kernel_ex;
    let is_blocking = blocking::is_wanted();
    if is_blocking {
        functions.launch_kernel_ex = blocking::launch;
    }
    Ok(Driver { functions, version, is_blocking, launch_without_waiting, process: std::process::id() })
}

/// The CUDA version that the driver supports.
///
/// # Errors
///
/// If the driver is too old, or the library is not a CUDA driver. This is checked first, because an old driver would fail later with a less clear error.
fn version(find: impl Fn(&CStr) -> Option<NonNull<c_void>>, name: &str) -> Result<c_int, String> {
    let Some(address) = find(c"cuDriverGetVersion") else {
        return Err(format!("{name} is not a CUDA driver: it has no function `cuDriverGetVersion`"));
    };
    // SAFETY: the symbol is the function of that name, with the signature in cuda.h.
    let get = unsafe {
        core::mem::transmute::<*mut c_void, unsafe extern "C" fn(*mut c_int) -> Status>(address.as_ptr())
    };
    let mut version = 0;
    // SAFETY: `version` is writable; the function needs no initialisation.
    let status = unsafe { get(&mut version) };
    if status != Status::SUCCESS {
        return Err(error::has_no_version(status, name));
    }
    if version < OLDEST {
        return Err(format!(
            "{name} is the driver of CUDA {}, and CUDA {} or later is needed: update the NVIDIA driver to {OLDEST_DRIVER} or later",
            Version(version),
            Version(OLDEST)
        ));
    }
    Ok(version)
}

fn missing(symbol: &CStr, name: &str, version: c_int) -> String {
    format!(
        "{name} has no function `{}`, which every driver since CUDA {} has; it is the driver of CUDA {}",
        symbol.to_string_lossy(),
        Version(OLDEST),
        Version(version)
    )
}

/// Displays a version number: 12.4 for 12040.
pub(crate) struct Version(pub(crate) c_int);

impl core::fmt::Display for Version {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}.{}", self.0 / 1000, self.0 % 1000 / 10)
    }
}
