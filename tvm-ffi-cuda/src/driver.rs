//! The CUDA driver: found when it is first needed, never linked to.

use core::ffi::{c_char, c_int, c_uint, c_void};
use core::ptr::null;
use core::sync::atomic::{AtomicPtr, Ordering};

use cudarc::driver::sys;
use tvm_ffi_core::{Result, bail};

use crate::status::Status;

/// The functions of a driver library, and what is known of it. It lives as long as the process.
pub(crate) struct Driver {
    pub(crate) launch_kernel_ex: unsafe extern "C" fn(
        config: *const sys::CUlaunchConfig,
        function: sys::CUfunction,
        params: *mut *mut c_void,
        extra: *mut *mut c_void,
    ) -> Status,
    pub(crate) ctx_get_current: unsafe extern "C" fn(context: *mut sys::CUcontext) -> Status,
    pub(crate) ctx_set_current: unsafe extern "C" fn(context: sys::CUcontext) -> Status,
    pub(crate) get_error_name: unsafe extern "C" fn(status: Status, name: *mut *const c_char) -> Status,
    pub(crate) device_get_count: unsafe extern "C" fn(count: *mut c_int) -> Status,
    pub(crate) library_load_data: unsafe extern "C" fn(
        library: *mut sys::CUlibrary,
        image: *const c_void,
        jit_options: *mut c_int,
        jit_values: *mut *mut c_void,
        num_jit_options: c_uint,
        options: *mut c_int,
        values: *mut *mut c_void,
        num_options: c_uint,
    ) -> Status,
}

static DRIVER: AtomicPtr<Driver> = AtomicPtr::new(core::ptr::null_mut());

/// The driver, which is looked for by the first call.
///
/// # Errors
///
/// A `RuntimeError` that says what is missing: the library, a function, or a device.
#[inline(always)]
pub(crate) fn driver() -> Result<&'static Driver> {
    let driver = DRIVER.load(Ordering::Acquire).cast_const();
    if driver != null() {
        // SAFETY: what is stored there lives as long as the process, and was written before it was stored.
        return Ok(unsafe { &*driver });
    }
    load()
}

#[cold]
#[inline(never)]
fn load() -> Result<&'static Driver> {
    bail!("the CUDA driver library could not be loaded")
}
