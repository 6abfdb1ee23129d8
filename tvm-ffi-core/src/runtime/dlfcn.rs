//! What the loader tells beyond what `libloading` asks it, by `libc`.

use core::ffi::c_void;

/// The number of libraries that the process has ever loaded, including unloaded ones.
///
/// `None` on platforms that do not provide it.
#[cfg(target_os = "linux")]
pub(super) fn loads() -> Option<u64> {
    let mut loads = 0u64;
    // SAFETY: the callback expects the address of a number, which lives during the call.
    unsafe { libc::dl_iterate_phdr(Some(read_loads), (&raw mut loads).cast()) };
    Some(loads).filter(|loads| *loads != 0)
}

#[cfg(not(target_os = "linux"))]
pub(super) fn loads() -> Option<u64> {
    None
}

/// Reads the number from the first library's description (all have the same), and stops.
///
/// # Safety
///
/// `info` has `size` readable bytes, and `data` is the address of a number.
#[cfg(target_os = "linux")]
unsafe extern "C" fn read_loads(
    info: *mut libc::dl_phdr_info,
    size: usize,
    data: *mut c_void,
) -> core::ffi::c_int {
    if size >= size_of::<libc::dl_phdr_info>() {
        // SAFETY: the caller's contract.
        let adds = unsafe { (*info).dlpi_adds };
        // SAFETY: the caller's contract.
        unsafe { data.cast::<u64>().write(adds) };
    }
    1
}

/// An address in the program: that of its program headers.
#[cfg(all(any(test, feature = "embedded"), any(target_os = "linux", target_os = "android")))]
pub(super) fn address_in_program() -> *const c_void {
    // SAFETY: the function may be asked for any number.
    let address = unsafe { libc::getauxval(libc::AT_PHDR) };
    core::ptr::with_exposed_provenance(address as usize)
}

/// An address in the program: that of its header.
#[cfg(all(any(test, feature = "embedded"), target_vendor = "apple"))]
pub(super) fn address_in_program() -> *const c_void {
    unsafe extern "C" {
        // `libc` has it too, and calls it deprecated.
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
