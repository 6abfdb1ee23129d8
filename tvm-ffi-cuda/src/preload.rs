//! Loading all kernels of a library before they are launched.

use tvm_ffi_core::Result;

use crate::device;
use crate::driver::driver;
use crate::kernel::Registered;

/// Loads every kernel of this library for a device.
///
/// # Errors
///
/// The first that was met; the other kernels are loaded all the same. A library without kernels needs no driver.
#[track_caller]
pub fn preload(device: i32) -> Result<()> {
    let mut kernels = inventory::iter::<Registered>.into_iter().map(|entry| entry.0).peekable();
    if kernels.peek().is_none() {
        return Ok(());
    }
    let driver = driver()?;
    let device = device::number(driver, device)?;
    let mut result = Ok(());
    for kernel in kernels {
        let loaded = kernel.load(driver, device).map(drop);
        result = result.and(loaded);
    }
    result
}
