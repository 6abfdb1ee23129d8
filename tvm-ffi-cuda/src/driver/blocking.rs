//! `TVM_FFI_CUDA_LAUNCH_BLOCKING=1`: each launch waits for its kernel to end, so that the launch of the kernel that failed reports the error.

use core::ffi::c_void;
use core::sync::atomic::Ordering;

use cudarc::driver::sys;

use super::{Capture, DRIVER, Driver};
use crate::status::Status;

/// Whether the user asks for blocking launches.
pub(super) fn is_wanted() -> bool {
    std::env::var_os("TVM_FFI_CUDA_LAUNCH_BLOCKING").is_some_and(|value| value == "1")
}

/// Launches a kernel and waits for it. The table holds this function in place of the driver's launch, so that the fast path needs no test.
///
/// # Safety
///
/// As for the driver's function.
pub(super) unsafe extern "C" fn launch(
    config: *const sys::CUlaunchConfig,
    function: sys::CUfunction,
    params: *mut *mut c_void,
    extra: *mut *mut c_void,
) -> Status {
    let driver = DRIVER.load(Ordering::Acquire).cast_const();
    // SAFETY: callers get this function from the driver's table, which is stored in `DRIVER` before they can.
    let driver: &Driver = unsafe { &*driver };
    // SAFETY: the caller's contract.
    let launched = unsafe { (driver.launch_without_waiting)(config, function, params, extra) };
    if launched != Status::SUCCESS {
        return launched;
    }
    // SAFETY: the caller's contract: `config` points to a launch configuration.
    let stream = unsafe { (*config).hStream };
    // SAFETY: the stream is valid, since the launch above used it.
    let capture = unsafe { driver.capture(stream) };
    // A captured kernel does not run yet, and waiting would invalidate the capture. The query fails for the legacy stream while another thread captures.
    if capture != Ok(Capture::Not) {
        return launched;
    }
    // SAFETY: as above.
    unsafe { (driver.stream_synchronize)(stream) }
}
