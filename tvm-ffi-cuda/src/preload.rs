//! Loading all kernels of a library ahead of time.

mod export;

use tvm_ffi_core::Result;

use crate::device;
use crate::driver::driver;
use crate::kernel::KERNELS;

/// Loads every kernel of this library for a device, so that no launch has to.
///
/// Otherwise the first launch on a device loads the kernel. Loading takes from some microseconds, for machine code, to a second, for PTX and source, which are
/// compiled. Both ways work during a capture. Kernels stay loaded until the process ends.
///
/// Every library with kernels also exports this function for Python: `mod.tvm_ffi_cuda_preload(device=None)` takes the number of a GPU, a device (`"cuda:1"` or
/// `tvm_ffi.device("cuda", 1)`), or nothing for the current GPU of the calling thread. It never loads for all GPUs, since that would create a context on each,
/// with hundreds of megabytes of its memory.
///
/// ```no_run
/// # fn main() -> tvm_ffi_core::Result<()> {
/// tvm_ffi_cuda::preload(0)?;
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// A `RuntimeError` if there is no driver, and a `ValueError` if the device does not exist. If kernels cannot be loaded, the error of the first one; the others are
/// loaded anyway. A library without kernels needs neither driver nor device.
#[track_caller]
pub fn preload(device: i32) -> Result<()> {
    if !has_kernels() {
        return Ok(());
    }
    let driver = driver()?;
    let device = device::number(driver, device)?;
    let mut result = Ok(());
    for kernel in KERNELS.iter() {
        let loaded = kernel.load(driver, device).map(drop);
        result = result.and(loaded);
    }
    result
}

/// Whether this library has kernels.
fn has_kernels() -> bool {
    KERNELS.iter().next().is_some()
}
