//! Work on other streams than the caller's.

mod capture;
mod pool;
mod scope;

use core::ffi::c_void;

use tvm_ffi_core::Result;

pub(crate) use capture::Relaxed;
use pool::Side;
pub(crate) use scope::is_set_here;

use crate::context;
use crate::token::Cuda;

/// What the driver is passed as numbers, for the comparison with cuda.h.
#[cfg(test)]
pub(crate) const NUMBERS: &[(&str, i32)] = &[
    ("CU_STREAM_CAPTURE_MODE_RELAXED", capture::RELAXED),
    ("CU_STREAM_NON_BLOCKING", pool::NON_BLOCKING as i32),
    ("CU_EVENT_DISABLE_TIMING", pool::DISABLE_TIMING as i32),
];

impl Cuda<'_> {
    /// Runs `body` with a token for another stream of the same GPU, which is also set in the environment of this thread, so that functions which `body` calls
    /// work on it. The old one is set again afterwards, also after an error or a panic.
    ///
    /// Nothing orders the work on the two streams.
    ///
    /// # Safety
    ///
    /// `stream` is a `CUstream` (or `cudaStream_t`) of this token's device and its primary context, NULL, or one of the default streams' special handles. It is
    /// not destroyed while `body` runs.
    ///
    /// # Errors
    ///
    /// Those of `body`.
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

    /// Runs `body` with a token for a second stream, a side stream, whose work runs beside what is launched with `self` meanwhile.
    ///
    /// What is launched on the side stream runs after all that has been launched with `self` before; what is launched with `self` after `fork` has returned runs
    /// after all that has been launched on the side stream. That holds after an error and a panic, too. Within `body` nothing orders the two streams. Nothing
    /// waits on the host, and all of it can be captured into a graph, so a captured graph has two branches.
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
    /// Side streams are kept for the whole process and used again. Functions that `body` calls work on the side stream. Memory that they are given by the
    /// caller's framework is to be used on the caller's stream, so they have to hold it until `fork` has returned; [`workspace`](Self::workspace) of the side
    /// token takes care of that.
    ///
    /// # Errors
    ///
    /// Those of `body`, and what the driver says when it is asked to order the streams.
    #[track_caller]
    pub fn fork<R>(&self, body: impl FnOnce(&Cuda<'_>) -> Result<R>) -> Result<R> {
        self.fork_with_priority(0, body)
    }

    /// As [`fork`](Self::fork), with a priority: blocks of kernels on a stream with a lower number are given to the GPU's multiprocessors first. The usual one
    /// is 0; a number beyond what the GPU has, such as -5, is taken for the nearest that it has.
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
        let side = pool::take(self, priority)?;
        let cx = self.on_stream(side.stream);
        if let Err(error) = order(self, side.forked, &cx) {
            pool::give(self, side);
            return Err(error);
        }
        let mut branch = Branch { main: self, side: Some(side) };
        // SAFETY: streams of the pool are of the token's device, and are never destroyed.
        let result = unsafe { scope::run(&cx, body) };
        let joined = branch.join();
        let value = result?;
        joined.map(|()| value)
    }
}

/// A side stream until the main stream waits for it.
struct Branch<'a> {
    main: &'a Cuda<'a>,
    side: Option<Side>,
}

impl Branch<'_> {
    /// Has the main stream wait for the side stream, and gives that back.
    #[track_caller]
    fn join(&mut self) -> Result<()> {
        let Some(side) = self.side.take() else { return Ok(()) };
        let cx = self.main.on_stream(side.stream);
        let result = order(&cx, side.joined, self.main);
        if result.is_err() {
            // The main stream does not wait, so the host does: whoever uses the memory next must not meet the side stream's work. It fails where that has.
            _ = cx.synchronize();
        }
        pool::give(self.main, side);
        result
    }
}

impl Drop for Branch<'_> {
    fn drop(&mut self) {
        // Something is left to do here while a panic unwinds only.
        _ = self.join();
    }
}

/// Has what is launched with `then` from now on run after all that has been launched with `first`.
#[track_caller]
fn order(first: &Cuda<'_>, event: pool::Event, then: &Cuda<'_>) -> Result<()> {
    let driver = first.driver;
    let _guard = context::enter(driver, first.device)?;
    // SAFETY: the event is one of the pool's, of the same context as the stream, and the stream lives as long as its token.
    let status = unsafe { (driver.event_record)(event, first.stream) };
    status.check(driver, "the streams could not be ordered")?;
    // SAFETY: as above.
    let status = unsafe { (driver.stream_wait_event)(then.stream, event, 0) };
    status.check(driver, "the streams could not be ordered")
}
