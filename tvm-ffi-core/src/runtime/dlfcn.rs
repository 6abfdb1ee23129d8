//! The parts of `<dlfcn.h>` and `<link.h>` that `libloading` does not have.
//!
//! The `libc` crate has them for every platform, but it takes a tenth of the time of a clean build. So it is used only on platforms for which the
//! definitions below are not known to be right. A test compares them with `libc`.

use core::ffi::{c_char, c_int, c_void};

/// The result of [`dladdr`].
#[repr(C)]
pub(super) struct DlInfo {
    /// The loader's name of the library.
    pub(super) file_name: *const c_char,
    /// Where the library begins in memory.
    pub(super) base: *mut c_void,
    _symbol_name: *const c_char,
    _symbol_address: *mut c_void,
}

unsafe extern "C" {
    /// Finds the library and the symbol that an address belongs to. Returns 0 if there is none.
    pub(super) fn dladdr(address: *const c_void, info: *mut DlInfo) -> c_int;
}

/// The number of libraries that the process has ever loaded, including unloaded ones.
///
/// `None` on platforms that do not provide it.
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(super) fn loads() -> Option<u64> {
    let mut loads = 0u64;
    // SAFETY: the callback expects the address of a number, which lives during the call.
    unsafe { link::dl_iterate_phdr(link::read_loads, (&raw mut loads).cast()) };
    Some(loads).filter(|loads| *loads != 0)
}

#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
pub(super) fn loads() -> Option<u64> {
    None
}

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod link {
    use super::{c_char, c_int, c_void};

    /// The description of a library, see [`dl_iterate_phdr`].
    #[repr(C)]
    pub(super) struct DlPhdrInfo {
        _address: usize,
        _name: *const c_char,
        _headers: *const c_void,
        _num_headers: u16,
        pub(super) adds: u64,
    }

    type Callback = unsafe extern "C" fn(info: *const DlPhdrInfo, size: usize, data: *mut c_void) -> c_int;

    unsafe extern "C" {
        /// Calls `callback` for each library until it returns something other than 0.
        pub(super) fn dl_iterate_phdr(callback: Callback, data: *mut c_void) -> c_int;
    }

    /// Reads the number from the first library's description (all have the same), and stops.
    ///
    /// # Safety
    ///
    /// `info` has `size` readable bytes, and `data` is the address of a number.
    pub(super) unsafe extern "C" fn read_loads(
        info: *const DlPhdrInfo,
        size: usize,
        data: *mut c_void,
    ) -> c_int {
        if size >= size_of::<DlPhdrInfo>() {
            // SAFETY: the caller's contract.
            let adds = unsafe { (*info).adds };
            // SAFETY: the caller's contract.
            unsafe { data.cast::<u64>().write(adds) };
        }
        1
    }
}

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod flags {
    pub(in super::super) const RTLD_NOLOAD: core::ffi::c_int = 0x4;
    pub(in super::super) const RTLD_NODELETE: core::ffi::c_int = 0x1000;
}

#[cfg(target_vendor = "apple")]
mod flags {
    pub(in super::super) const RTLD_NOLOAD: core::ffi::c_int = 0x10;
    pub(in super::super) const RTLD_NODELETE: core::ffi::c_int = 0x80;
}

#[cfg(not(any(
    all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")),
    target_vendor = "apple"
)))]
mod flags {
    pub(in super::super) use libc::{RTLD_NODELETE, RTLD_NOLOAD};
}

pub(super) use flags::{RTLD_NODELETE, RTLD_NOLOAD};

/// An address in the program: that of its program headers.
#[cfg(all(any(test, feature = "embedded"), any(target_os = "linux", target_os = "android")))]
pub(super) fn address_in_program() -> *const c_void {
    const AT_PHDR: core::ffi::c_ulong = 3;
    unsafe extern "C" {
        fn getauxval(kind: core::ffi::c_ulong) -> core::ffi::c_ulong;
    }
    // SAFETY: the function may be asked for any number.
    let address = unsafe { getauxval(AT_PHDR) };
    core::ptr::with_exposed_provenance(address as usize)
}

/// An address in the program: that of its header.
#[cfg(all(any(test, feature = "embedded"), target_vendor = "apple"))]
pub(super) fn address_in_program() -> *const c_void {
    unsafe extern "C" {
        fn _dyld_get_image_header(index: u32) -> *const c_void;
    }
    // SAFETY: the first image is the program.
    unsafe { _dyld_get_image_header(0) }
}

/// Other platforms do not tell.
#[cfg(all(
    any(test, feature = "embedded"),
    not(any(target_os = "linux", target_os = "android", target_vendor = "apple"))
))]
pub(super) fn address_in_program() -> *const c_void {
    core::ptr::null()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_platform() {
        assert_eq!(RTLD_NOLOAD, libc::RTLD_NOLOAD);
        assert_eq!(RTLD_NODELETE, libc::RTLD_NODELETE);
        assert_eq!(size_of::<DlInfo>(), size_of::<libc::Dl_info>());
        assert_eq!(core::mem::offset_of!(DlInfo, file_name), core::mem::offset_of!(libc::Dl_info, dli_fname));
        assert_eq!(core::mem::offset_of!(DlInfo, base), core::mem::offset_of!(libc::Dl_info, dli_fbase));
    }

    #[test]
    #[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"), not(miri)))]
    fn loads_are_counted() {
        let offset = core::mem::offset_of!(link::DlPhdrInfo, adds);
        assert_eq!(offset, core::mem::offset_of!(libc::dl_phdr_info, dlpi_adds));
        assert!(loads().is_some());
    }
}
