//! The platform's loader: finds symbols and loaded libraries, and keeps this library in memory.

use std::ffi::{CStr, c_void};
use std::path::{Path, PathBuf};
use std::ptr::NonNull;

/// File names of the runtime, preferred first.
#[cfg(target_os = "windows")]
pub(super) const FILE_NAMES: &[&str] = &["tvm_ffi.dll"];
#[cfg(target_vendor = "apple")]
pub(super) const FILE_NAMES: &[&str] = &["libtvm_ffi.dylib", "libtvm_ffi.so"];
#[cfg(not(any(target_os = "windows", target_vendor = "apple")))]
pub(super) const FILE_NAMES: &[&str] = &["libtvm_ffi.so"];

#[cfg(any(test, feature = "embedded"))]
pub(super) use platform::is_program;
pub use platform::own_file;
pub(super) use platform::{Library, loaded_in_process, loads, pin_self, with_python};

/// A library that other code has loaded into the process. It stays there at least as long as this.
pub struct LoadedLibrary(Library);

impl LoadedLibrary {
    /// The library with a file name, if it is in the process. Nothing is loaded.
    pub fn find(file_name: &str) -> Option<Self> {
        Library::already_loaded(Path::new(file_name)).map(Self)
    }

    /// The address of a symbol of the library, or of one that it links to.
    pub fn symbol(&self, name: &CStr) -> Option<NonNull<c_void>> {
        self.0.symbol(name)
    }
}

/// The message of the system's loader: the error of `libloading` itself only names the function that failed.
pub fn loader_says(error: &libloading::Error) -> String {
    use std::error::Error;
    error.source().map_or_else(|| error.to_string(), ToString::to_string)
}

impl Library {
    /// The address of a symbol.
    pub(super) fn symbol(&self, name: &CStr) -> Option<NonNull<c_void>> {
        // SAFETY: the symbol is only taken as an address; the code that calls it states its signature.
        let symbol = unsafe { self.0.get::<*mut c_void>(name.to_bytes_with_nul()) };
        NonNull::new(symbol.ok()?.as_raw_ptr())
    }

    /// Keeps the library loaded for the rest of the process.
    pub(super) fn leak(self) {
        core::mem::forget(self.0);
    }
}

#[cfg(unix)]
mod platform {
    use std::ffi::OsStr;

    use libloading::os::unix as dl;

    use super::super::dlfcn;
    use super::*;

    /// A handle on a loaded library.
    pub(crate) struct Library(pub(super) dl::Library);

    impl Library {
        /// Loads the runtime from a file, with its symbols visible to libraries loaded later.
        pub(crate) fn load(path: &Path) -> Result<Self, String> {
            // SAFETY: the file is a TVM-FFI runtime by name or by the user's word; its initialisers are those that every
            // host of TVM-FFI runs.
            unsafe { dl::Library::open(Some(path), dl::RTLD_NOW | dl::RTLD_GLOBAL) }
                .map(Self)
                .map_err(|error| loader_says(&error))
        }

        pub(super) fn already_loaded(name: &Path) -> Option<Self> {
            // SAFETY: with RTLD_NOLOAD the loader runs no code of the library.
            unsafe { dl::Library::open(Some(name), dl::RTLD_LAZY | libc::RTLD_NOLOAD) }.ok().map(Self)
        }
    }

    /// The runtime that is in the process: by symbol in the global scope, then by the name of its library.
    pub(crate) fn loaded_in_process() -> Option<(Library, Option<PathBuf>)> {
        let program = program();
        if let Some(address) = program.symbol(c"TVMFFIGetVersion") {
            let path = file_of(address.as_ptr());
            let is_its = |library: &Library| library.symbol(c"TVMFFIGetVersion") == Some(address);
            // For the loader, a program that the runtime is linked into is not a library. Its path is what its caller says, maybe that of a library.
            let library = path.as_deref().and_then(Library::already_loaded).filter(is_its);
            return Some((library.unwrap_or(program), path));
        }
        FILE_NAMES.iter().find_map(|name| {
            let library = Library::already_loaded(Path::new(name))?;
            let path = library.symbol(c"TVMFFIGetVersion").and_then(|address| file_of(address.as_ptr()));
            Some((library, path))
        })
    }

    /// The library with Python's functions, if Python is in the process: its extensions do not link to it.
    pub(crate) fn with_python() -> Option<Library> {
        Some(program())
    }

    /// All symbols that are visible in the process.
    fn program() -> Library {
        Library(dl::Library::this())
    }

    /// The number of libraries that the process has loaded so far, if the platform counts them.
    pub(crate) fn loads() -> Option<u64> {
        // Miri knows no loader.
        if cfg!(miri) { None } else { dlfcn::loads() }
    }

    /// What the loader knows of the library or the program that an address belongs to.
    fn loaded_at(address: *const c_void) -> Option<libc::Dl_info> {
        let mut info = core::mem::MaybeUninit::<libc::Dl_info>::zeroed();
        // SAFETY: any address may be asked about, and `info` is writable.
        let found = unsafe { libc::dladdr(address, info.as_mut_ptr()) };
        // SAFETY: a zeroed `Dl_info` is valid, and dladdr has filled it.
        (found != 0).then(|| unsafe { info.assume_init() })
    }

    /// The file that an address was loaded from.
    fn file_of(address: *const c_void) -> Option<PathBuf> {
        use std::os::unix::ffi::OsStrExt;
        let info = loaded_at(address)?;
        if info.dli_fname.is_null() {
            return None;
        }
        // SAFETY: dladdr gives a NUL-terminated name that lives as long as the library is loaded.
        let name = unsafe { CStr::from_ptr(info.dli_fname) };
        Some(PathBuf::from(OsStr::from_bytes(name.to_bytes())))
    }

    static ANCHOR: u8 = 0;

    /// The file that contains this code.
    pub fn own_file() -> Option<PathBuf> {
        file_of((&raw const ANCHOR).cast())
    }

    /// Whether this code is linked into the program, not into a shared library.
    #[cfg(any(test, feature = "embedded"))]
    pub(crate) fn is_program() -> bool {
        // Miri runs programs only. The loader knows every library, but not a program that is linked statically.
        if cfg!(miri) {
            return true;
        }
        let base = |address| loaded_at(address).map(|info| info.dli_fbase);
        base((&raw const ANCHOR).cast()).is_none_or(|own| base(dlfcn::address_in_program()) == Some(own))
    }

    /// Keeps the library that contains this code in memory.
    ///
    /// The loader matches the name that it knows the library by, so this works after a change of directory and after the
    /// file was deleted. In a program there is nothing to pin, and the call fails without harm.
    pub(crate) fn pin_self() {
        let Some(path) = own_file() else { return };
        let flags = dl::RTLD_LAZY | libc::RTLD_NOLOAD | libc::RTLD_NODELETE;
        // SAFETY: with RTLD_NOLOAD the loader runs no code.
        if let Ok(library) = unsafe { dl::Library::open(Some(&*path), flags) } {
            core::mem::forget(library);
        }
    }
}

#[cfg(windows)]
mod platform {
    use super::*;
    use libloading::os::windows as dl;

    /// A handle on a loaded library.
    pub(crate) struct Library(pub(super) dl::Library);

    impl Library {
        /// Loads the runtime from a file.
        pub(crate) fn load(path: &Path) -> Result<Self, String> {
            // SAFETY: the file is a TVM-FFI runtime by name or by the user's word; its initialisers are those that every
            // host of TVM-FFI runs.
            unsafe { dl::Library::new(path) }.map(Self).map_err(|error| loader_says(&error))
        }

        pub(super) fn already_loaded(name: &Path) -> Option<Self> {
            dl::Library::open_already_loaded(name).ok().map(Self)
        }
    }

    /// The runtime that is in the process, by the name of its library.
    pub(crate) fn loaded_in_process() -> Option<(Library, Option<PathBuf>)> {
        FILE_NAMES.iter().find_map(|name| {
            let library = dl::Library::open_already_loaded(*name).ok()?;
            Some((Library(library), None))
        })
    }

    /// The library with Python's functions, if Python is in the process. The name has the version, and a letter if the library is free-threaded or a
    /// debug build. `python3.dll` would not do: it has the stable ABI only, and nothing loads it before the first extension module.
    pub(crate) fn with_python() -> Option<Library> {
        let names = (9..50).flat_map(|minor| ["", "t", "_d"].map(|kind| format!("python3{minor}{kind}.dll")));
        names.filter_map(|name| dl::Library::open_already_loaded(name).ok()).map(Library).next()
    }

    /// Nothing here tells.
    pub(crate) fn loads() -> Option<u64> {
        None
    }

    const FLAG_PIN: u32 = 0x1;
    const FLAG_UNCHANGED_COUNT: u32 = 0x2;
    const FLAG_FROM_ADDRESS: u32 = 0x4;
    /// The length of the longest path.
    const LONGEST_PATH: u16 = 0x7fff;

    #[link(name = "kernel32")]
    unsafe extern "system" {
        fn GetModuleHandleExW(flags: u32, name: *const c_void, module: *mut *mut c_void) -> i32;
        fn GetModuleFileNameW(module: *mut c_void, name: *mut u16, size: u32) -> u32;
    }

    /// The module that contains this code; NULL if there is none, which Windows rules out.
    fn own_module(flag: u32) -> *mut c_void {
        static ANCHOR: u8 = 0;
        let mut module = core::ptr::null_mut();
        // SAFETY: with FROM_ADDRESS the second argument is any address inside a module.
        unsafe { GetModuleHandleExW(flag | FLAG_FROM_ADDRESS, (&raw const ANCHOR).cast(), &mut module) };
        module
    }

    /// The file that contains this code.
    pub fn own_file() -> Option<PathBuf> {
        use std::os::windows::ffi::OsStringExt;
        let mut name = vec![0u16; usize::from(LONGEST_PATH)];
        let module = own_module(FLAG_UNCHANGED_COUNT);
        // SAFETY: the module is loaded, and the name has that many units.
        let length = unsafe { GetModuleFileNameW(module, name.as_mut_ptr(), LONGEST_PATH.into()) };
        let name = name.get(..length as usize).filter(|name| !name.is_empty())?;
        Some(std::ffi::OsString::from_wide(name).into())
    }

    /// Whether this code is linked into the program, not into a shared library.
    #[cfg(any(test, feature = "embedded"))]
    pub(crate) fn is_program() -> bool {
        let mut program = core::ptr::null_mut();
        // SAFETY: without a name the module is that of the program.
        unsafe { GetModuleHandleExW(FLAG_UNCHANGED_COUNT, core::ptr::null(), &mut program) };
        own_module(FLAG_UNCHANGED_COUNT) == program
    }

    /// Keeps the library that contains this code in memory.
    pub(crate) fn pin_self() {
        own_module(FLAG_PIN);
    }
}

#[cfg(not(any(unix, windows)))]
compile_error!("tvm-ffi needs a platform with shared libraries: Linux, macOS, or Windows");
