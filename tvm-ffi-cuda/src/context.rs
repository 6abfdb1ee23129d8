//! The context that is current on a thread: set where a call of the driver needs it, and restored.

use core::marker::PhantomData;
use core::ptr::null_mut;

use cudarc::driver::sys;
use tvm_ffi_core::Result;

use crate::device;
use crate::driver::Driver;
use crate::status::Status;

/// Makes the primary context of a device current until the guard is dropped; `None` where it is already.
///
/// # Errors
///
/// What the driver says.
#[track_caller]
pub(crate) fn enter(driver: &'static Driver, device: u32) -> Result<Option<Guard>> {
    let primary = device::primary(driver, device)?;
    let mut current: sys::CUcontext = null_mut();
    // SAFETY: `current` is writable.
    let status = unsafe { (driver.ctx_get_current)(&mut current) };
    status.check(driver, "the current context could not be asked for")?;
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
        // It was current before. That it has been destroyed meanwhile is the mistake of whoever did so, who gets an error when using it; there is nobody to
        // report it to here, and nothing that was done for this call is undone by it.
        // SAFETY: the driver checks the handle, which may be NULL.
        let _: Status = unsafe { (self.driver.ctx_set_current)(self.before) };
    }
}
