//! The capture state of a stream.

use core::ffi::c_int;
use core::ptr::null_mut;

use cudarc::driver::sys;

use super::Driver;
use crate::status::Status;

/// Whether a stream is being captured into a graph.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Capture {
    Not,
    /// The capture's number, unique in the process.
    Active(u64),
    Broken,
}

impl Driver {
    /// The capture state of a stream.
    ///
    /// # Errors
    ///
    /// The status of the query. It fails for the legacy default stream while another stream is captured.
    ///
    /// # Safety
    ///
    /// The stream is live.
    pub(crate) unsafe fn capture(&self, stream: sys::CUstream) -> Result<Capture, Status> {
        let (mut status, mut id): (c_int, u64) = (0, 0);
        // SAFETY: the caller's contract; the outputs are writable, and the others may be NULL.
        let asked = unsafe {
            (self.stream_get_capture_info)(stream, &mut status, &mut id, null_mut(), null_mut(), null_mut())
        };
        match status {
            _ if !asked.is_success() => Err(asked),
            0 => Ok(Capture::Not),
            1 => Ok(Capture::Active(id)),
            _ => Ok(Capture::Broken),
        }
    }
}
