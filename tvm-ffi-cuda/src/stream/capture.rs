//! The capture mode of a thread: which calls the driver allows while a stream is captured into a graph.

use core::ffi::c_int;

use tvm_ffi_core::Result;

use crate::driver::Driver;

/// `CU_STREAM_CAPTURE_MODE_RELAXED`: this thread may make any call.
pub(super) const RELAXED: c_int = 2;

/// Guard that lets this thread load code and create streams during a capture, its own or another thread's. The driver forbids both by default, as a precaution;
/// neither becomes part of the graph.
#[must_use]
pub(crate) struct Relaxed {
    driver: &'static Driver,
    before: c_int,
    /// Not `Send`: the mode belongs to the thread.
    marker: core::marker::PhantomData<*const ()>,
}

impl Relaxed {
    /// # Errors
    ///
    /// The driver's error.
    #[track_caller]
    pub(crate) fn enter(driver: &'static Driver) -> Result<Self> {
        let mut mode = RELAXED;
        // SAFETY: `mode` holds a valid mode, and receives the previous one.
        let status = unsafe { (driver.thread_exchange_stream_capture_mode)(&mut mode) };
        status.check(driver, "the capture mode of this thread could not be changed")?;
        Ok(Self { driver, before: mode, marker: core::marker::PhantomData })
    }
}

impl Drop for Relaxed {
    fn drop(&mut self) {
        // SAFETY: this is the mode that the driver returned. Restoring it does not fail.
        _ = unsafe { (self.driver.thread_exchange_stream_capture_mode)(&mut self.before) };
    }
}
