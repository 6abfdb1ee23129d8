//! The functions through which this library is called from outside.

use core::ops::ControlFlow;
use core::sync::atomic::{AtomicUsize, Ordering};
use std::sync::OnceLock;

use super::walk;

/// Whether a function that begins at an address is one through which this library is called from outside, or a cold function that
/// such a one ends in, which may have taken over its frame. Set when the library is loaded.
static IS_ENTRY: OnceLock<fn(usize) -> bool> = OnceLock::new();

/// Sets what tells the functions through which this library is called from outside.
pub(crate) fn set_entries(is_entry: fn(usize) -> bool) {
    // Only the first one is kept.
    let _ = IS_ENTRY.set(is_entry);
}

/// Whether an exported call is being made on this thread: a frame of its stack catches panics for the ABI.
pub(crate) fn is_on_stack() -> bool {
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
    let Some(is_entry) = IS_ENTRY.get() else { return false };
    let is_boundary = is_entry(function);
    slot.store(function * 2 + usize::from(is_boundary), Ordering::Relaxed);
    is_boundary
}

/// Spreads addresses, which are multiples of 16, by Fibonacci hashing.
fn slot_of(function: usize) -> usize {
    function.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (usize::BITS - SLOTS.ilog2())
}
