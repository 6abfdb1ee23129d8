//! Streams that are set for a time.

use core::cell::RefCell;

use cudarc::driver::sys;
use tvm_ffi_core::{Result, env, runtime};

use crate::token::Cuda;

thread_local! {
    /// The devices and streams that [`run`] has set on this thread, the innermost last.
    static SET: RefCell<Vec<(u32, sys::CUstream)>> = const { RefCell::new(Vec::new()) };
}

/// Whether a stream that is set for this thread was set here, so that the allocator of the caller's framework does not work in its order.
pub(crate) fn is_set_here(device: u32, stream: sys::CUstream) -> bool {
    SET.with_borrow(|set| set.contains(&(device, stream)))
}

/// Runs `body` with a token whose stream is set in the environment meanwhile.
///
/// # Safety
///
/// The token's stream is one of its device, and is not destroyed while `body` runs.
#[track_caller]
pub(super) unsafe fn run<R>(cx: &Cuda<'_>, body: impl FnOnce(&Cuda<'_>) -> Result<R>) -> Result<R> {
    SET.with_borrow_mut(|set| set.push((cx.device, cx.stream)));
    let _unset = Unset;
    // Without a runtime there is no environment, and nobody who could look into it.
    if runtime().is_err() {
        return body(cx);
    }
    // SAFETY: the caller's contract.
    unsafe { env::with_stream(cx.device(), cx.raw_stream(), || body(cx)) }?
}

/// Forgets the innermost stream, also after a panic.
struct Unset;

impl Drop for Unset {
    fn drop(&mut self) {
        SET.with_borrow_mut(Vec::pop);
    }
}
