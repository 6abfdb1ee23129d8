//! What this thread may do while streams are captured into graphs.

use core::ffi::c_int;

use tvm_ffi_core::Result;

use crate::driver::Driver;

/// `CU_STREAM_CAPTURE_MODE_RELAXED`: nothing is forbidden to this thread.
pub(super) const RELAXED: c_int = 2;

/// Lets this thread do what a capture, its own or another thread's, forbids to be on the safe side, until it is dropped: loading code, and making streams. Neither
/// becomes part of the graph.
#[must_use]
pub(crate) struct Relaxed {
    driver: &'static Driver,
    before: c_int,
    /// Not `Send`: the mode is the thread's.
    marker: core::marker::PhantomData<*const ()>,
}

impl Relaxed {
    /// # Errors
    ///
    /// What the driver says.
    #[track_caller]
    pub(crate) fn enter(driver: &'static Driver) -> Result<Self> {
        let mut mode = RELAXED;
        // SAFETY: `mode` has a mode, and is overwritten with the one before.
        let status = unsafe { (driver.thread_exchange_stream_capture_mode)(&mut mode) };
        status.check(driver, "the capture mode of this thread could not be changed")?;
        Ok(Self { driver, before: mode, marker: core::marker::PhantomData })
    }
}

impl Drop for Relaxed {
    fn drop(&mut self) {
        // SAFETY: this is the mode that the driver gave. It does not fail for one that was set before.
        _ = unsafe { (self.driver.thread_exchange_stream_capture_mode)(&mut self.before) };
    }
}
