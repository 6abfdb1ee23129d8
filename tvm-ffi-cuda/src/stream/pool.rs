//! Pool of side streams, which are reused.

use core::ffi::c_uint;
use core::ptr::null_mut;
use std::sync::{Mutex, PoisonError};

use cudarc::driver::sys;
use tvm_ffi_core::Result;

use super::Relaxed;
use crate::context;
use crate::device::MAX_DEVICES;
use crate::driver::{Capture, Driver};
use crate::token::Cuda;

pub(super) type Event = sys::CUevent;

/// A stream with the events for its fork and its join. It is never destroyed: at the process's end that would race with the driver's shutdown.
pub(super) struct SideStream {
    pub(super) stream: sys::CUstream,
    pub(super) forked: Event,
    pub(super) joined: Event,
    priority: i32,
}

// SAFETY: streams and events belong to a context, and any thread may use them.
unsafe impl Send for SideStream {}

/// The unused streams by device. The most recently used one is last.
static POOL: [Mutex<Vec<SideStream>>; MAX_DEVICES] = [const { Mutex::new(Vec::new()) }; MAX_DEVICES];

pub(super) const NON_BLOCKING: c_uint = 1;
pub(super) const DISABLE_TIMING: c_uint = 2;

/// Takes a side stream that fits the device and the capture of `main`, or makes one.
///
/// The least recently used stream is taken first, so that concurrent forks do not wait for each other's work.
#[track_caller]
pub(super) fn acquire(main: &Cuda<'_>, priority: i32) -> Result<SideStream> {
    let _guard = context::enter(main.driver, main.device)?;
    {
        let mut pool = POOL[main.index()].lock().unwrap_or_else(PoisonError::into_inner);
        let fits = |side: &SideStream| side.priority == priority && is_free(main, side);
        if let Some(position) = pool.iter().position(fits) {
            return Ok(pool.remove(position));
        }
    }
    make(main.driver, main.device, priority)
}

/// Returns a stream to the pool.
pub(super) fn release(main: &Cuda<'_>, side: SideStream) {
    POOL[main.index()].lock().unwrap_or_else(PoisonError::into_inner).push(side);
}

/// Makes a side stream in the current context, which is the device's.
#[track_caller]
fn make(driver: &'static Driver, device: u32, priority: i32) -> Result<SideStream> {
    let _relaxed = Relaxed::enter(driver)?;
    let mut stream: sys::CUstream = null_mut();
    // SAFETY: `stream` is writable. The driver clamps the priority.
    let status = unsafe { (driver.stream_create_with_priority)(&mut stream, NON_BLOCKING, priority) };
    status.check(driver, format_args!("a side stream could not be made on cuda:{device}"))?;
    match events(driver) {
        Ok([forked, joined]) => Ok(SideStream { stream, forked, joined, priority }),
        Err(error) => {
            // SAFETY: the stream was made above, and nothing uses it. If this fails too, there is nothing left to try.
            _ = unsafe { (driver.stream_destroy)(stream) };
            Err(error)
        }
    }
}

/// The two events of a side stream.
#[track_caller]
fn events(driver: &'static Driver) -> Result<[Event; 2]> {
    let forked = event(driver)?;
    match event(driver) {
        Ok(joined) => Ok([forked, joined]),
        Err(error) => {
            // SAFETY: the event was made above, and nothing uses it. If this fails too, there is nothing left to try.
            _ = unsafe { (driver.event_destroy)(forked) };
            Err(error)
        }
    }
}

/// Makes an event in the current context.
#[track_caller]
fn event(driver: &'static Driver) -> Result<Event> {
    let mut event: Event = null_mut();
    // SAFETY: `event` is writable.
    let status = unsafe { (driver.event_create)(&mut event, DISABLE_TIMING) };
    status.check(driver, "an event could not be made")?;
    Ok(event)
}

/// Whether a stream of the pool can be used next to `main`. A stream that took part in a capture belongs to that capture until it ends, even after the join.
fn is_free(main: &Cuda<'_>, side: &SideStream) -> bool {
    // SAFETY: the streams of the pool are never destroyed, and the token's stream lives as long as the token.
    let capture = |stream| unsafe { main.driver.capture(stream) };
    match capture(side.stream) {
        Ok(Capture::Not) => true,
        Ok(active @ Capture::Active(_)) => !main.is_on_default_stream() && capture(main.stream) == Ok(active),
        Ok(Capture::Broken) | Err(_) => false,
    }
}
