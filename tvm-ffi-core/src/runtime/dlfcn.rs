//! The part of `<dlfcn.h>` and `<link.h>` that `libloading` leaves out.
//!
//! The `libc` crate has it for every platform, and takes a tenth of the time of a clean build. So it is used only where the few
//! numbers below are not known to hold; a test compares them with it.

use core::ffi::{c_char, c_int, c_void};

/// What is known of an address, see [`dladdr`].
#[repr(C)]
pub(super) struct DlInfo {
    /// The name by which the loader knows the library.
    pub(super) file_name: *const c_char,
    _base: *mut c_void,
    _symbol_name: *const c_char,
    _symbol_address: *mut c_void,
}

unsafe extern "C" {
    /// What library and symbol an address belongs to; 0 if to none.
    pub(super) fn dladdr(address: *const c_void, info: *mut DlInfo) -> c_int;
}

/// How many libraries have been loaded into the process since it began, those included that are gone.
///
/// Nothing on platforms that do not tell.
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(super) fn loads() -> Option<u64> {
    let mut loads = 0u64;
    // SAFETY: the callback expects the address of a number, which lives as long as the call.
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

    /// What is known of a library, see [`dl_iterate_phdr`].
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
        /// Calls back for each library until the callback gives something other than 0.
        pub(super) fn dl_iterate_phdr(callback: Callback, data: *mut c_void) -> c_int;
    }

    /// Reads the number of the first library's description, which each has, and ends.
    ///
    /// # Safety
    ///
    /// `info` has `size` bytes that are readable, and `data` is the address of a number.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_platform() {
        assert_eq!(RTLD_NOLOAD, libc::RTLD_NOLOAD);
        assert_eq!(RTLD_NODELETE, libc::RTLD_NODELETE);
        assert_eq!(size_of::<DlInfo>(), size_of::<libc::Dl_info>());
        assert_eq!(core::mem::offset_of!(DlInfo, file_name), core::mem::offset_of!(libc::Dl_info, dli_fname));
    }

    #[test]
    #[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"), not(miri)))]
    fn loads_are_counted() {
        let offset = core::mem::offset_of!(link::DlPhdrInfo, adds);
        assert_eq!(offset, core::mem::offset_of!(libc::dl_phdr_info, dlpi_adds));
        assert!(loads().is_some());
    }
}
