//! The functions through which this library is called from outside.

use core::ops::ControlFlow;
use core::sync::atomic::{AtomicUsize, Ordering};

use super::{guarded, guarded_call, raise_panic};
use crate::export::fail::{call_failed, call_panicked, raise_error};
use crate::export::metadata::{doc, metadata};
use crate::stack::walk;

/// Whether an exported call is being made on this thread: a frame of its stack catches panics for the ABI.
pub(super) fn is_on_stack() -> bool {
    let mut found = false;
    walk(&mut |frame| {
        found = is_boundary(frame.function);
        if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    found
}

/// Enough that the functions of one stack seldom share a slot.
const SLOTS: usize = 4096;

/// What [`is_boundary`] has found out: twice the address of a function, plus one if it is a boundary.
///
/// Nothing invalidates an answer: this library is never unloaded, so no other function gets the address of one of its own.
static ANSWERS: [AtomicUsize; SLOTS] = [const { AtomicUsize::new(0) }; SLOTS];

/// Whether a function that begins at an address catches panics for the ABI: a shim, or one of the cold functions that a shim
/// ends in, which may have taken over its frame.
pub(crate) fn is_boundary(function: usize) -> bool {
    if function == 0 {
        return false;
    }
    let slot = &ANSWERS[slot_of(function)];
    let answer = slot.load(Ordering::Relaxed);
    if answer / 2 == function {
        return answer % 2 == 1;
    }
    let is_boundary = is_cold_path(function) || super::is_shim(function);
    slot.store(function * 2 + usize::from(is_boundary), Ordering::Relaxed);
    is_boundary
}

/// Spreads addresses, which are multiples of 16, by Fibonacci hashing.
fn slot_of(function: usize) -> usize {
    function.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (usize::BITS - SLOTS.ilog2())
}

fn is_cold_path(function: usize) -> bool {
    [
        guarded as *const () as usize,
        guarded_call as *const () as usize,
        raise_panic as *const () as usize,
        raise_error as *const () as usize,
        call_failed as *const () as usize,
        call_panicked as *const () as usize,
        metadata as *const () as usize,
        doc as *const () as usize,
    ]
    .contains(&function)
}
