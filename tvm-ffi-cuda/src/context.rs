//! Guard that makes a device's primary context current on this thread, and restores the previous context.

use core::marker::PhantomData;
use core::ptr::null_mut;

use cudarc::driver::sys;
use tvm_ffi_core::Result;

use crate::device;
use crate::driver::Driver;
use crate::status::Status;

/// Makes the primary context of a device current until the guard is dropped. Returns `None` if it is current already.
///
/// # Errors
///
/// The driver's error.
#[track_caller]
pub(crate) fn enter(driver: &'static Driver, device: u32) -> Result<Option<Guard>> {
    let primary = device::primary(driver, device)?;
    let mut current: sys::CUcontext = null_mut();
    // SAFETY: `current` is writable.
    let status = unsafe { (driver.ctx_get_current)(&mut current) };
    status.check(driver, "the current context could not be queried")?;
    if current == primary {
        return Ok(None);
    }
    // SAFETY: the primary context is never released.
    let status = unsafe { (driver.ctx_set_current)(primary) };
    status.check(driver, "the context of the device could not be made current")?;
    Ok(Some(Guard { driver, before: current, marker: PhantomData }))
}

/// Restores the context that was current on this thread, also while a panic unwinds.
#[must_use]
pub(crate) struct Guard {
    driver: &'static Driver,
    before: sys::CUcontext,
    /// Not `Send`: the current context is the thread's.
    marker: PhantomData<*const ()>,
}

impl Drop for Guard {
    fn drop(&mut self) {
        // This fails only if other code destroyed the previous context in the meantime. A destructor cannot report that, and the work of this call is
        // unaffected; the next use of the destroyed context reports it.
        // SAFETY: the driver checks the handle, which may be NULL.
        let _: Status = unsafe { (self.driver.ctx_set_current)(self.before) };
    }
}
