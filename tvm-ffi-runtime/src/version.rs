//! The version of the C API.

use tvm_ffi_abi::TVMFFIVersion;

/// The version whose functions this runtime has.
const VERSION: TVMFFIVersion = TVMFFIVersion { major: 0, minor: 1, patch: 16 };

/// `TVMFFIGetVersion`.
///
/// # Safety
///
/// The C API: `out` is writable.
pub(crate) unsafe extern "C" fn get(out: *mut TVMFFIVersion) {
    // SAFETY: the caller's contract.
    unsafe { out.write(VERSION) };
}
