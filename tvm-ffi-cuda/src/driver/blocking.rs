//! `TVM_FFI_CUDA_LAUNCH_BLOCKING=1`: each launch waits until its kernel has ended, so that what fails is reported by the launch that caused it.

use core::ffi::{c_int, c_void};
use core::sync::atomic::Ordering;

use cudarc::driver::sys;

use super::{DRIVER, Driver};
use crate::status::Status;

/// Whether the user asks for it.
pub(super) fn is_wanted() -> bool {
    std::env::var_os("TVM_FFI_CUDA_LAUNCH_BLOCKING").is_some_and(|value| value == "1")
}

/// Launches and waits. It stands in the table in place of the driver's own launch, so that launches need not ask whether to wait.
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
    // SAFETY: whoever calls this has it from the table of the driver, which has been stored there.
    let driver: &Driver = unsafe { &*driver };
    // SAFETY: the caller's contract.
    let launched = unsafe { (driver.launch_without_waiting)(config, function, params, extra) };
    if launched != Status::SUCCESS {
        return launched;
    }
    // SAFETY: the caller's contract: it points to a configuration.
    let stream = unsafe { (*config).hStream };
    let mut capturing: c_int = 0;
    // SAFETY: the stream is one that was launched on just now; `capturing` is writable.
    let asked = unsafe { (driver.stream_is_capturing)(stream, &mut capturing) };
    // What is captured does not run, and to wait for it would end the capture. The question fails for the legacy stream while another thread captures.
    if asked != Status::SUCCESS || capturing != 0 {
        return launched;
    }
    // SAFETY: as above.
    unsafe { (driver.stream_synchronize)(stream) }
}
