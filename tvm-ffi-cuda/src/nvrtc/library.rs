//! The NVRTC library, loaded at first use, and its functions.

use std::ffi::{CStr, OsStr, c_char, c_int, c_void};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

use tvm_ffi_core::__private::loader_says;
use tvm_ffi_core::{Error, ErrorKind, Result};

use super::environment::Environment;
use super::mapped;
use super::search::{self, Loader};

/// An `nvrtcResult`. It is not an enum, since a newer library may return codes that are unknown here.
#[repr(transparent)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Code(pub(super) c_int);

impl Code {
    pub(super) const SUCCESS: Self = Self(0);
    pub(super) const OUT_OF_MEMORY: Self = Self(1);
    pub(super) const INVALID_INPUT: Self = Self(3);
    pub(super) const INVALID_OPTION: Self = Self(5);
    pub(super) const COMPILATION: Self = Self(6);
    pub(super) const BUILTIN_OPERATION_FAILURE: Self = Self(7);
}

/// An `nvrtcProgram`.
pub(super) type RawProgram = *mut c_void;
/// A function that returns the size of a program's output in bytes.
pub(super) type SizeOf = unsafe extern "C" fn(RawProgram, *mut usize) -> Code;
/// A function that writes a program's output, with the size that [`SizeOf`] returns.
pub(super) type Write = unsafe extern "C" fn(RawProgram, *mut c_char) -> Code;

type Version = unsafe extern "C" fn(major: *mut c_int, minor: *mut c_int) -> Code;
/// A function that writes one number, or as many numbers as another function returns.
type Numbers = unsafe extern "C" fn(*mut c_int) -> Code;

/// The functions for one output of a program: its size, and its bytes.
#[derive(Clone, Copy)]
pub(super) struct Output {
    pub(super) size: SizeOf,
    pub(super) write: Write,
}

/// The functions and properties of the library. It lives until the process ends.
///
/// Contract: each field holds the NVRTC function of its name, which stays loaded.
pub(super) struct Nvrtc {
    pub(super) create_program: unsafe extern "C" fn(
        program: *mut RawProgram,
        source: *const c_char,
        name: *const c_char,
        num_headers: c_int,
        headers: *const *const c_char,
        include_names: *const *const c_char,
    ) -> Code,
    pub(super) destroy_program: unsafe extern "C" fn(program: *mut RawProgram) -> Code,
    pub(super) compile_program:
        unsafe extern "C" fn(program: RawProgram, num_options: c_int, options: *const *const c_char) -> Code,
    pub(super) add_name_expression:
        unsafe extern "C" fn(program: RawProgram, expression: *const c_char) -> Code,
    pub(super) get_lowered_name: unsafe extern "C" fn(
        program: RawProgram,
        expression: *const c_char,
        name: *mut *const c_char,
    ) -> Code,
    get_error_string: unsafe extern "C" fn(code: Code) -> *const c_char,
    pub(super) cubin: Output,
    pub(super) ptx: Output,
    pub(super) log: Output,
    /// Major and minor.
    pub(super) version: (u32, u32),
    /// The supported architectures for machine code (90 for `sm_90`), in ascending order.
    pub(super) architectures: Vec<u32>,
    /// The library's file, if known.
    pub(super) path: Option<PathBuf>,
    /// The length of the file in bytes, which distinguishes releases of the same version; 0 if unknown.
    pub(super) length: u64,
}

impl Nvrtc {
    /// The description of a code: `NVRTC_ERROR_COMPILATION`.
    pub(super) fn meaning(&self, code: Code) -> String {
        // SAFETY: contract of `Nvrtc`; the function accepts any number.
        let text = unsafe { (self.get_error_string)(code) };
        if text.is_null() {
            return format!("NVRTC error {}", code.0);
        }
        // SAFETY: the library returns NUL-terminated constants.
        let text = unsafe { CStr::from_ptr(text) };
        format!("{} ({})", text.to_string_lossy(), code.0)
    }

    /// The version as text: `13.0`.
    pub(super) fn version_text(&self) -> String {
        format!("{}.{}", self.version.0, self.version.1)
    }
}

static NVRTC: OnceLock<Nvrtc> = OnceLock::new();

/// The library, loaded by the first call.
///
/// A loaded library is never unloaded. A failed search is repeated by the next call, since an import may load the library in the meantime.
///
/// # Errors
///
/// A `RuntimeError` that names the source, and lists where the library was searched.
pub(super) fn nvrtc(environment: &Environment, source: &str) -> Result<&'static Nvrtc> {
    static LOADING: Mutex<()> = Mutex::new(());
    if let Some(nvrtc) = NVRTC.get() {
        return Ok(nvrtc);
    }
    let _guard = LOADING.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(nvrtc) = NVRTC.get() {
        return Ok(nvrtc);
    }
    let loaded = search::search(&System, environment).and_then(load);
    let nvrtc = loaded.map_err(|report| {
        Error::new(ErrorKind::RuntimeError, format!("`{source}` cannot be compiled: {report}"))
    })?;
    Ok(NVRTC.get_or_init(|| nvrtc))
}

/// The system's loader.
pub(super) struct System;

#[cfg(unix)]
impl Loader for System {
    type Library = libloading::Library;

    fn already_loaded(&self, name: &str) -> Option<Self::Library> {
        use libloading::os::unix as dl;
        /// From `<dlfcn.h>`; `libloading` does not define it.
        const RTLD_NOLOAD: c_int = if cfg!(target_vendor = "apple") { 0x10 } else { 0x4 };
        // SAFETY: with `RTLD_NOLOAD` the loader runs no code of the library.
        let library = unsafe { dl::Library::open(Some(name), dl::RTLD_NOW | RTLD_NOLOAD) };
        library.ok().map(Into::into)
    }

    fn load(&self, name: &OsStr) -> Result<Self::Library, String> {
        load_file(name)
    }
}

#[cfg(windows)]
impl Loader for System {
    type Library = libloading::Library;

    fn already_loaded(&self, name: &str) -> Option<Self::Library> {
        libloading::os::windows::Library::open_already_loaded(name).ok().map(Into::into)
    }

    fn load(&self, name: &OsStr) -> Result<Self::Library, String> {
        load_file(name)
    }
}

fn load_file(name: &OsStr) -> Result<libloading::Library, String> {
    // SAFETY: the file has the name of NVIDIA's library, or the user names it, and its initialisers are safe to run in any process.
    unsafe { libloading::Library::new(name) }.map_err(|error| loader_says(&error))
}

/// Looks up the functions of a library, and keeps it loaded.
fn load(library: libloading::Library) -> Result<Nvrtc, String> {
    /// The function of a name, with the type of the field that it is stored in.
    macro_rules! function {
        ($name:literal) => {
            // SAFETY: the field is declared as in NVRTC's header.
            unsafe { find(&library, $name) }?
        };
    }
    let version: Version = function!("nvrtcVersion");
    let path = mapped::file_of(version as *const () as usize);
    let nvrtc = Nvrtc {
        create_program: function!("nvrtcCreateProgram"),
        destroy_program: function!("nvrtcDestroyProgram"),
        compile_program: function!("nvrtcCompileProgram"),
        add_name_expression: function!("nvrtcAddNameExpression"),
        get_lowered_name: function!("nvrtcGetLoweredName"),
        get_error_string: function!("nvrtcGetErrorString"),
        cubin: Output { size: function!("nvrtcGetCUBINSize"), write: function!("nvrtcGetCUBIN") },
        ptx: Output { size: function!("nvrtcGetPTXSize"), write: function!("nvrtcGetPTX") },
        log: Output { size: function!("nvrtcGetProgramLogSize"), write: function!("nvrtcGetProgramLog") },
        version: read_version(version)?,
        architectures: read_architectures(
            function!("nvrtcGetNumSupportedArchs"),
            function!("nvrtcGetSupportedArchs"),
        )?,
        length: path.as_deref().and_then(|path| path.metadata().ok()).map_or(0, |file| file.len()),
        path,
    };
    // NVRTC opens this library by its bare name, which the loader finds only if it is loaded already.
    for path in nvrtc.path.as_deref().map(builtins).unwrap_or_default() {
        if let Ok(builtins) = load_file(path.as_os_str()) {
            core::mem::forget(builtins);
        }
    }
    core::mem::forget(library);
    Ok(nvrtc)
}

/// A function of the library.
///
/// # Safety
///
/// `F` is a function pointer with the signature of the function of that name.
unsafe fn find<F: Copy>(library: &libloading::Library, name: &str) -> Result<F, String> {
    // SAFETY: the caller's contract; NULL is `None`.
    let function = unsafe { library.get::<Option<F>>(name) };
    let function = function.ok().and_then(|function| *function);
    function.ok_or_else(|| format!("the NVRTC library has no `{name}`; CUDA 12.0 or newer is needed"))
}

/// The libraries of built-in functions in the compiler's folder. Their names end in versions.
fn builtins(nvrtc: &Path) -> Vec<PathBuf> {
    let Some(entries) = nvrtc.parent().and_then(|folder| folder.read_dir().ok()) else { return Vec::new() };
    let files = entries.flatten().filter(|entry| {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let is_builtins = name.starts_with("libnvrtc-builtins.so.") || name.starts_with("nvrtc-builtins64_");
        is_builtins && !name.contains(".alt.")
    });
    files.map(|entry| entry.path()).collect()
}

fn read_version(version: Version) -> Result<(u32, u32), String> {
    let (mut major, mut minor) = (0, 0);
    // SAFETY: the function writes two numbers.
    let code = unsafe { version(&mut major, &mut minor) };
    match (u32::try_from(major), u32::try_from(minor)) {
        (Ok(major), Ok(minor)) if code == Code::SUCCESS => Ok((major, minor)),
        _ => Err(format!("the NVRTC library does not report its version: error {}", code.0)),
    }
}

fn read_architectures(count: Numbers, list: Numbers) -> Result<Vec<u32>, String> {
    const UNKNOWN: &str = "the NVRTC library does not report which architectures it supports";
    let mut number = 0;
    // SAFETY: the function writes one number.
    let counted = unsafe { count(&mut number) };
    // Without the number, the size of the next function's output is unknown.
    let number = usize::try_from(number).ok().filter(|number| counted == Code::SUCCESS && *number > 0);
    let mut architectures = vec![0; number.ok_or(UNKNOWN)?];
    // SAFETY: the function writes as many numbers as the previous one returned.
    let listed = unsafe { list(architectures.as_mut_ptr()) };
    if listed != Code::SUCCESS {
        return Err(UNKNOWN.to_owned());
    }
    let known = architectures.into_iter().filter_map(|architecture: c_int| u32::try_from(architecture).ok());
    let mut known: Vec<u32> = known.collect();
    known.sort_unstable();
    Ok(known)
}

#[cfg(test)]
mod tests {
    use super::*;

    unsafe extern "C" fn two(number: *mut c_int) -> Code {
        // SAFETY: the caller has room for one number.
        unsafe { *number = 2 };
        Code::SUCCESS
    }

    unsafe extern "C" fn negative(number: *mut c_int) -> Code {
        // SAFETY: the caller has room for one number.
        unsafe { *number = -2 };
        Code::SUCCESS
    }

    unsafe extern "C" fn failure(_: *mut c_int) -> Code {
        Code::INVALID_INPUT
    }

    unsafe extern "C" fn list_of_two(numbers: *mut c_int) -> Code {
        // SAFETY: the caller has room for two numbers.
        unsafe { numbers.cast::<[c_int; 2]>().write([90, 80]) };
        Code::SUCCESS
    }

    unsafe extern "C" fn not_to_be_called(_: *mut c_int) -> Code {
        panic!("there is no room for what it writes")
    }

    #[test]
    fn a_list_is_queried_only_into_a_large_enough_buffer() {
        assert_eq!(read_architectures(two, list_of_two), Ok(vec![80, 90]));
        for count in [negative, failure] {
            assert!(read_architectures(count, not_to_be_called).is_err());
        }
        assert!(read_architectures(two, failure).is_err());
    }
}
