//! The part of `<dlfcn.h>` that `libloading` leaves out.
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
}
