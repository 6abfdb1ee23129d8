//! Launching work on streams other than the caller's.

mod capture;
mod pool;
mod scope;

use core::ffi::c_void;

use tvm_ffi_core::Result;

pub(crate) use capture::Relaxed;
use pool::SideStream;
pub(crate) use scope::is_set_here;

use crate::context;
use crate::token::Cuda;

/// The numbers that are passed to the driver, for the comparison with cuda.h.
#[cfg(test)]
pub(crate) const NUMBERS: &[(&str, i32)] = &[
    ("CU_STREAM_CAPTURE_MODE_RELAXED", capture::RELAXED),
    ("CU_STREAM_NON_BLOCKING", pool::NON_BLOCKING as i32),
    ("CU_EVENT_DISABLE_TIMING", pool::DISABLE_TIMING as i32),
];

impl Cuda<'_> {
    /// Runs `body` with a token for another stream of the same GPU. The stream is also set in the environment of this thread, so that functions that `body` calls
    /// use it too. The previous stream is restored afterwards, also after an error or a panic.
    ///
    /// Nothing orders the work on the two streams.
    ///
    /// # Safety
    ///
    /// `stream` is a `CUstream` (or `cudaStream_t`) of this token's device and its primary context, NULL, or a special handle of a default stream. It is not
    /// destroyed while `body` runs.
    ///
    /// # Errors
    ///
    /// The error of `body`.
    #[track_caller]
    pub unsafe fn with_stream<R>(
        &self,
        stream: *mut c_void,
        body: impl FnOnce(&Cuda<'_>) -> Result<R>,
    ) -> Result<R> {
        let cx = self.on_stream(stream.cast());
        // SAFETY: the caller's contract.
        unsafe { scope::run(&cx, body) }
    }

    /// Runs `body` with a token for a second stream, the side stream. Work on the side stream runs concurrently with work that `body` launches with `self`.
    ///
    /// Work on the side stream starts after all work that was launched with `self` before the fork. Work that is launched with `self` after `fork` has returned
    /// starts after all work on the side stream, even if `body` fails or panics. Within `body` nothing orders the two streams. The host never waits, and everything
    /// can be captured: the captured graph has two branches.
    ///
    /// ```no_run
    /// use tvm_ffi_core::Result;
    /// use tvm_ffi_cuda::Cuda;
    ///
    /// fn both(cx: &Cuda<'_>, left: fn(&Cuda<'_>) -> Result<()>, right: fn(&Cuda<'_>) -> Result<()>) -> Result<()> {
    ///     cx.fork(|side| {
    ///         left(side)?;
    ///         right(cx)
    ///     })
    /// }
    /// ```
    ///
    /// Side streams are kept and reused until the process ends. Functions that `body` calls use the side stream. Memory that such a function allocates from the
    /// caller's framework belongs to the caller's stream, so the function has to keep it until `fork` has returned. [`workspace`](Self::workspace) of the side token
    /// allocates from the driver instead.
    ///
    /// # Errors
    ///
    /// The error of `body`, and the driver's error if the streams cannot be ordered.
    #[track_caller]
    pub fn fork<R>(&self, body: impl FnOnce(&Cuda<'_>) -> Result<R>) -> Result<R> {
        self.fork_with_priority(0, body)
    }

    /// Like [`fork`](Self::fork), with a priority for the side stream. The GPU schedules blocks of streams with lower numbers first. The default is 0; a number
    /// outside the GPU's range is replaced by the nearest one inside it.
    ///
    /// # Errors
    ///
    /// As for [`fork`](Self::fork).
    #[track_caller]
    pub fn fork_with_priority<R>(
        &self,
        priority: i32,
        body: impl FnOnce(&Cuda<'_>) -> Result<R>,
    ) -> Result<R> {
        let side = pool::acquire(self, priority)?;
        let cx = self.on_stream(side.stream);
        if let Err(error) = order(self, side.forked, &cx) {
            pool::release(self, side);
            return Err(error);
        }
        let mut fork = Fork { main: self, side: Some(side) };
        // SAFETY: streams of the pool belong to the token's device, and are not destroyed while they are used.
        let result = unsafe { scope::run(&cx, body) };
        let joined = fork.join();
        let value = result?;
        joined.map(|()| value)
    }
}

/// A side stream that the main stream has not joined yet.
struct Fork<'a> {
    main: &'a Cuda<'a>,
    side: Option<SideStream>,
}

impl Fork<'_> {
    /// Makes the main stream wait for the side stream, and returns the side stream to the pool.
    #[track_caller]
    fn join(&mut self) -> Result<()> {
        let Some(side) = self.side.take() else { return Ok(()) };
        let cx = self.main.on_stream(side.stream);
        let result = order(&cx, side.joined, self.main);
        if result.is_err() {
            // The main stream does not wait, so the host has to: later users of the memory must not overlap with the side stream's work.
            _ = cx.synchronize();
        }
        pool::release(self.main, side);
        result
    }
}

impl Drop for Fork<'_> {
    fn drop(&mut self) {
        // The side stream is still here only while a panic unwinds.
        _ = self.join();
    }
}

/// Makes work that is launched with `then` from now on wait for all work that was launched with `first`.
#[track_caller]
fn order(first: &Cuda<'_>, event: pool::Event, then: &Cuda<'_>) -> Result<()> {
    let driver = first.driver;
    let _guard = context::enter(driver, first.device)?;
    // SAFETY: the event belongs to the pool and to the context of the stream, and the stream lives as long as its token.
    let status = unsafe { (driver.event_record)(event, first.stream) };
    status.check(driver, "the streams could not be ordered")?;
    // SAFETY: as above.
    let status = unsafe { (driver.stream_wait_event)(then.stream, event, 0) };
    status.check(driver, "the streams could not be ordered")
}
