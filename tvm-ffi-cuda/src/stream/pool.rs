//! Side streams, which are made once and used again.

use core::ffi::{c_int, c_uint};
use core::ptr::null_mut;
use std::sync::{Mutex, PoisonError};

use cudarc::driver::sys;
use tvm_ffi_core::Result;

use super::Relaxed;
use crate::context;
use crate::device::MAX_DEVICES;
use crate::driver::Driver;
use crate::token::Cuda;

pub(super) type Event = sys::CUevent;

/// A stream with the events of its fork and its join. It is never destroyed: that would have to wait for its work, or happen behind the back of a driver that is
/// shutting down.
pub(super) struct Side {
    pub(super) stream: sys::CUstream,
    pub(super) forked: Event,
    pub(super) joined: Event,
    priority: i32,
}

// SAFETY: streams and events are the context's, which every thread may use.
unsafe impl Send for Side {}

/// By device: streams that nobody uses, the one that was used last behind.
static POOL: [Mutex<Vec<Side>>; MAX_DEVICES] = [const { Mutex::new(Vec::new()) }; MAX_DEVICES];

pub(super) const NON_BLOCKING: c_uint = 1;
pub(super) const DISABLE_TIMING: c_uint = 2;

/// A side stream for the device and the capture of `main`.
///
/// The one whose last use is longest ago is taken first, so that forks beside each other do not wait for one another's work.
#[track_caller]
pub(super) fn take(main: &Cuda<'_>, priority: i32) -> Result<Side> {
    let _guard = context::enter(main.driver, main.device)?;
    {
        let mut pool = POOL[main.index()].lock().unwrap_or_else(PoisonError::into_inner);
        let fits = |side: &Side| side.priority == priority && is_free(main, side);
        if let Some(position) = pool.iter().position(fits) {
            return Ok(pool.remove(position));
        }
    }
    make(main.driver, main.device, priority)
}

/// Gives a stream back.
pub(super) fn give(main: &Cuda<'_>, side: Side) {
    POOL[main.index()].lock().unwrap_or_else(PoisonError::into_inner).push(side);
}

/// Makes one in the current context, which is that of the device.
#[track_caller]
fn make(driver: &'static Driver, device: u32, priority: i32) -> Result<Side> {
    let _relaxed = Relaxed::enter(driver)?;
    let mut stream: sys::CUstream = null_mut();
    // SAFETY: `stream` is writable. A priority out of range is brought into it.
    let status = unsafe { (driver.stream_create_with_priority)(&mut stream, NON_BLOCKING, priority) };
    status.check(driver, format_args!("a side stream could not be made on cuda:{device}"))?;
    match events(driver) {
        Ok([forked, joined]) => Ok(Side { stream, forked, joined, priority }),
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

/// An event of the current context.
#[track_caller]
fn event(driver: &'static Driver) -> Result<Event> {
    let mut event: Event = null_mut();
    // SAFETY: `event` is writable.
    let status = unsafe { (driver.event_create)(&mut event, DISABLE_TIMING) };
    status.check(driver, "an event could not be made")?;
    Ok(event)
}

/// Whether a stream of the pool can be used beside `main`. After a capture that it took part in has been joined it belongs to that capture still, until the
/// capture ends, and can be used for nothing else.
fn is_free(main: &Cuda<'_>, side: &Side) -> bool {
    match capture(main.driver, side.stream) {
        Some(Capture::Not) => true,
        Some(Capture::Active(id)) => {
            !main.is_on_default_stream() && capture(main.driver, main.stream) == Some(Capture::Active(id))
        }
        Some(Capture::Broken) | None => false,
    }
}

/// What captures a stream.
#[derive(PartialEq, Eq)]
enum Capture {
    Not,
    /// With its number in the process.
    Active(u64),
    Broken,
}

/// `None` if the driver does not tell.
fn capture(driver: &Driver, stream: sys::CUstream) -> Option<Capture> {
    let mut status: c_int = 0;
    let mut id = 0;
    // SAFETY: the stream lives; what is to be told is writable, and the rest may be NULL.
    let asked = unsafe {
        (driver.stream_get_capture_info)(stream, &mut status, &mut id, null_mut(), null_mut(), null_mut())
    };
    match status {
        _ if !asked.is_success() => None,
        0 => Some(Capture::Not),
        1 => Some(Capture::Active(id)),
        _ => Some(Capture::Broken),
    }
}
