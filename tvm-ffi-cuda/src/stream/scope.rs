//! Streams that are set in the environment for the duration of a closure.

use core::cell::RefCell;

use cudarc::driver::sys;
use tvm_ffi_core::{Result, env, runtime};

use crate::token::Cuda;

thread_local! {
    /// The devices and streams that [`run`] has set on this thread. The innermost is last.
    static SET: RefCell<Vec<(u32, sys::CUstream)>> = const { RefCell::new(Vec::new()) };
}

/// Whether [`run`] has set this stream. If so, the allocator of the caller's framework does not order its memory on it.
pub(crate) fn is_set_here(device: u32, stream: sys::CUstream) -> bool {
    SET.with_borrow(|set| set.contains(&(device, stream)))
}

/// Runs `body` with the token's stream set in the environment.
///
/// # Safety
///
/// The token's stream belongs to its device, and is not destroyed while `body` runs.
#[track_caller]
pub(super) unsafe fn run<R>(cx: &Cuda<'_>, body: impl FnOnce(&Cuda<'_>) -> Result<R>) -> Result<R> {
    SET.with_borrow_mut(|set| set.push((cx.device, cx.stream)));
    let _unset = Unset;
    // Without a runtime there is no environment to set.
    if runtime().is_err() {
        return body(cx);
    }
    // SAFETY: the caller's contract.
    unsafe { env::with_stream(cx.device(), cx.raw_stream(), || body(cx)) }?
}

/// Removes the innermost entry of `SET` when it is dropped.
struct Unset;

impl Drop for Unset {
    fn drop(&mut self) {
        SET.with_borrow_mut(Vec::pop);
    }
}
