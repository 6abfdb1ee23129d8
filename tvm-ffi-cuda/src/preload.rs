//! Loading all kernels of a library before they are launched.

mod export;

use tvm_ffi_core::Result;

use crate::device;
use crate::driver::driver;
use crate::kernel::Registered;

/// Loads every kernel of this library for a device, so that no launch has to.
///
/// Without it, a kernel is loaded by its first launch on a device, which takes from some microseconds to a second: machine code is quick, PTX and source are
/// compiled. Launches may be captured into a graph either way. What is loaded stays loaded as long as the process lives.
///
/// Every library with kernels exports it too, for Python: `mod.tvm_ffi_cuda_preload(device=None)` takes the number of a GPU, a device (`"cuda:1"`, or
/// `tvm_ffi.device("cuda", 1)`), or nothing for the GPU that is current on the calling thread. It never loads for all GPUs: that would make a context on each,
/// which costs every process hundreds of megabytes there.
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
/// A `RuntimeError` if there is no driver, a `ValueError` if there is no such device, and of kernels that could not be loaded the error of the first; the others
/// are loaded all the same. A library without kernels needs neither driver nor device.
#[track_caller]
pub fn preload(device: i32) -> Result<()> {
    if !has_kernels() {
        return Ok(());
    }
    let driver = driver()?;
    let device = device::number(driver, device)?;
    let mut result = Ok(());
    for Registered(kernel) in inventory::iter::<Registered> {
        let loaded = kernel.load(driver, device).map(drop);
        result = result.and(loaded);
    }
    result
}

/// Whether this library has kernels.
fn has_kernels() -> bool {
    inventory::iter::<Registered>.into_iter().next().is_some()
}
