//! Shared libraries, opened with the platform's loader.

use core::ffi::{CStr, c_void};
use core::ptr::NonNull;

/// An open shared library. It is closed when this is dropped.
pub(crate) struct SharedLibrary(NonNull<c_void>);

// SAFETY: loaders may be called from any thread.
unsafe impl Send for SharedLibrary {}
// SAFETY: as above.
unsafe impl Sync for SharedLibrary {}

/// The program or the library that contains an address.
pub(crate) struct Containing {
    /// Where it begins.
    pub(crate) base: usize,
    pub(crate) file: String,
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(crate) use platform::{MemoryFile, open_global};
pub(crate) use platform::{global_symbol, library_of, open_loaded};
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
pub(crate) use segments::mapped_from;

#[cfg(unix)]
mod platform {
    use core::ffi::{c_char, c_int};
    use std::ffi::CString;

    use super::*;

    unsafe extern "C" {
        fn dlopen(path: *const c_char, flags: c_int) -> *mut c_void;
        fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
        fn dlclose(library: *mut c_void) -> c_int;
        fn dlerror() -> *const c_char;
        fn dladdr(address: *const c_void, info: *mut DlInfo) -> c_int;
    }

    #[repr(C)]
    struct DlInfo {
        file_name: *const c_char,
        base: *const c_void,
        _symbol_name: *const c_char,
        _symbol_address: *const c_void,
    }

    const RTLD_LAZY: c_int = 1;
    #[cfg(target_vendor = "apple")]
    mod flags {
        pub(super) const LOCAL: core::ffi::c_int = 4;
        pub(super) const NOLOAD: core::ffi::c_int = 0x10;
        pub(super) const DEFAULT: isize = -2;
    }
    #[cfg(not(target_vendor = "apple"))]
    mod flags {
        pub(super) const LOCAL: core::ffi::c_int = 0;
        pub(super) const NOLOAD: core::ffi::c_int = 4;
        pub(super) const DEFAULT: isize = 0;
    }

    impl SharedLibrary {
        /// Opens a library for its own use.
        pub(crate) fn open(path: &[u8]) -> Result<Self, String> {
            let path = CString::new(path).map_err(|_| String::from("the path contains a NUL"))?;
            // SAFETY: the path is NUL-terminated. The caller of the global function decides what code is loaded.
            let handle = unsafe { dlopen(path.as_ptr(), RTLD_LAZY | flags::LOCAL) };
            NonNull::new(handle).map(Self).ok_or_else(loader_says)
        }

        /// The address of a symbol.
        pub(crate) fn symbol(&self, name: &CStr) -> Option<NonNull<c_void>> {
            // SAFETY: the library is open, and the name is NUL-terminated.
            NonNull::new(unsafe { dlsym(self.0.as_ptr(), name.as_ptr()) })
        }
    }

    impl Drop for SharedLibrary {
        fn drop(&mut self) {
            // SAFETY: the library is open, and the handle is not used again.
            unsafe { dlclose(self.0.as_ptr()) };
        }
    }

    /// What the loader says about its last failure on this thread.
    fn loader_says() -> String {
        // SAFETY: the function may be called at any time.
        let text = unsafe { dlerror() };
        if text.is_null() {
            return String::new();
        }
        // SAFETY: the loader gives a NUL-terminated text, which lives until its next call on this thread.
        unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
    }

    /// The address of a symbol that is visible to all libraries.
    pub(crate) fn global_symbol(name: &CStr) -> Option<NonNull<c_void>> {
        // SAFETY: the name is NUL-terminated, and the handle is that of the global scope.
        NonNull::new(unsafe {
            dlsym(core::ptr::without_provenance_mut(flags::DEFAULT.cast_unsigned()), name.as_ptr())
        })
    }

    /// A library that is in the process already.
    pub(crate) fn open_loaded(name: &CStr) -> Option<SharedLibrary> {
        // SAFETY: the name is NUL-terminated, and with this flag the loader runs no code.
        NonNull::new(unsafe { dlopen(name.as_ptr(), RTLD_LAZY | flags::NOLOAD) }).map(SharedLibrary)
    }

    /// `memfd_create`: makes a file in memory.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    pub(crate) type MemoryFile = unsafe extern "C" fn(name: *const c_char, flags: core::ffi::c_uint) -> c_int;

    /// Opens a library whose symbols all others see, until the process ends. The path ends with a NUL.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    pub(crate) fn open_global(path: &str) -> Result<(), String> {
        const NOW: c_int = 2;
        const GLOBAL: c_int = 0x100;
        const NODELETE: c_int = 0x1000;
        let path = CStr::from_bytes_with_nul(path.as_bytes()).map_err(|error| error.to_string())?;
        // SAFETY: the path is NUL-terminated, and the library has no code.
        let handle = unsafe { dlopen(path.as_ptr(), NOW | GLOBAL | NODELETE) };
        NonNull::new(handle).map(drop).ok_or_else(loader_says)
    }

    /// What contains an address.
    pub(crate) fn library_of(address: *const c_void) -> Option<Containing> {
        let mut info = core::mem::MaybeUninit::<DlInfo>::zeroed();
        // SAFETY: any address may be asked about, and `info` is writable.
        if unsafe { dladdr(address, info.as_mut_ptr()) } == 0 {
            return None;
        }
        // SAFETY: a zeroed `DlInfo` is valid, and the loader has filled it.
        let info = unsafe { info.assume_init() };
        // SAFETY: the name is NULL or NUL-terminated, and lives as long as the library is loaded.
        let file = unsafe { crate::lent::c_text(info.file_name) };
        Some(Containing { base: info.base.addr(), file: String::from_utf8_lossy(file).into_owned() })
    }
}

/// How many bytes the program, or the library that contains an address, has from there on. `None` if that is not known.
#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
pub(crate) fn mapped_from(_address: *const c_void) -> Option<usize> {
    None
}

#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod segments {
    use core::ffi::{c_char, c_int, c_void};

    /// The begin of `dl_phdr_info`.
    #[repr(C)]
    struct Info {
        base: usize,
        _name: *const c_char,
        headers: *const Header,
        count: u16,
    }

    /// `Elf64_Phdr`.
    #[repr(C)]
    struct Header {
        kind: u32,
        _flags: u32,
        _offset: u64,
        address: u64,
        _physical_address: u64,
        _file_size: u64,
        size: u64,
        _align: u64,
    }

    /// The kind of a segment that is in memory.
    const LOAD: u32 = 1;

    type Callback = unsafe extern "C" fn(info: *const Info, size: usize, data: *mut c_void) -> c_int;

    unsafe extern "C" {
        fn dl_iterate_phdr(callback: Callback, data: *mut c_void) -> c_int;
    }

    /// An address, and the bytes that were found there.
    struct Search {
        address: usize,
        found: Option<usize>,
    }

    /// How many bytes the program, or the library that contains an address, has from there on. `None` if there is none.
    pub(crate) fn mapped_from(address: *const c_void) -> Option<usize> {
        let mut search = Search { address: address.addr(), found: None };
        // SAFETY: `visit` gets the search, which outlives the call.
        unsafe { dl_iterate_phdr(visit, (&raw mut search).cast()) };
        search.found
    }

    unsafe extern "C" fn visit(info: *const Info, _size: usize, search: *mut c_void) -> c_int {
        // SAFETY: `mapped_from` passes its search, which nothing else uses now.
        let search = unsafe { &mut *search.cast::<Search>() };
        // SAFETY: the loader gives a library.
        let info = unsafe { &*info };
        for index in 0..usize::from(info.count) {
            // SAFETY: the library has that many headers.
            let header = unsafe { info.headers.add(index) };
            // SAFETY: as above.
            let header = unsafe { &*header };
            let start = info.base.wrapping_add(header.address as usize);
            let behind = search.address.wrapping_sub(start);
            if header.kind == LOAD && behind < header.size as usize {
                search.found = Some(header.size as usize - behind);
                return 1;
            }
        }
        0
    }
}

#[cfg(windows)]
mod platform {
    use super::*;

    #[link(name = "kernel32")]
    unsafe extern "system" {
        fn LoadLibraryW(path: *const u16) -> *mut c_void;
        fn GetModuleHandleW(name: *const u16) -> *mut c_void;
        fn GetModuleHandleExW(flags: u32, name: *const c_void, module: *mut *mut c_void) -> i32;
        fn GetProcAddress(library: *mut c_void, name: *const core::ffi::c_char) -> *mut c_void;
        fn FreeLibrary(library: *mut c_void) -> i32;
    }

    /// A text in UTF-16, with a NUL.
    fn wide(text: &str) -> Vec<u16> {
        text.encode_utf16().chain([0]).collect()
    }

    impl SharedLibrary {
        /// Opens a library for its own use.
        pub(crate) fn open(path: &[u8]) -> Result<Self, String> {
            let path = core::str::from_utf8(path).map_err(|_| String::from("the path is not UTF-8"))?;
            if path.contains('\0') {
                return Err(String::from("the path contains a NUL"));
            }
            // SAFETY: the path is NUL-terminated. The caller of the global function decides what code is loaded.
            let handle = unsafe { LoadLibraryW(wide(path).as_ptr()) };
            NonNull::new(handle).map(Self).ok_or_else(|| std::io::Error::last_os_error().to_string())
        }

        /// The address of a symbol.
        pub(crate) fn symbol(&self, name: &CStr) -> Option<NonNull<c_void>> {
            // SAFETY: the library is open, and the name is NUL-terminated.
            NonNull::new(unsafe { GetProcAddress(self.0.as_ptr(), name.as_ptr()) })
        }
    }

    impl Drop for SharedLibrary {
        fn drop(&mut self) {
            // SAFETY: the library is open, and the handle is not used again.
            unsafe { FreeLibrary(self.0.as_ptr()) };
        }
    }

    /// Windows has no scope of all libraries, so this finds what a program has published.
    pub(crate) fn global_symbol(name: &CStr) -> Option<NonNull<c_void>> {
        tvm_ffi_abi::published::symbol(name)
    }

    /// A library that is in the process already.
    pub(crate) fn open_loaded(name: &CStr) -> Option<SharedLibrary> {
        let name = wide(name.to_str().ok()?);
        // SAFETY: the name is NUL-terminated.
        NonNull::new(unsafe { GetModuleHandleW(name.as_ptr()) })?;
        // SAFETY: as above; this takes a reference, which the result owns.
        NonNull::new(unsafe { LoadLibraryW(name.as_ptr()) }).map(SharedLibrary)
    }

    /// What contains an address.
    pub(crate) fn library_of(address: *const c_void) -> Option<Containing> {
        const UNCHANGED_REFCOUNT: u32 = 2;
        const FROM_ADDRESS: u32 = 4;
        let mut module = core::ptr::null_mut();
        // SAFETY: with this flag the second argument is any address, and `module` is writable.
        let found = unsafe { GetModuleHandleExW(UNCHANGED_REFCOUNT | FROM_ADDRESS, address, &mut module) };
        (found != 0).then(|| Containing { base: module.addr(), file: String::from("tvm_ffi.dll") })
    }
}
