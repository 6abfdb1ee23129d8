//! The traceback of an error made in Rust, in the form that the runtime and Python read: one frame a line,
//! `  File "src/lib.rs", line 10, in scale`, most recent call first.

use std::panic::Location;
use std::sync::atomic::{AtomicPtr, Ordering};

use super::Frames;

/// The traceback with one frame, kept for the next error of the same place.
///
/// Formatting it would double the cost of raising an error in this crate. Most libraries raise at fewer places than
/// the cache has slots. If the slot of a place is taken, its traceback is formatted each time.
pub(super) fn one_frame<R>(
    location: &'static Location<'static>,
    function: &'static str,
    body: impl FnOnce(&str) -> R,
) -> R {
    let slot = slot_of(location, function);
    // SAFETY: a slot holds NULL, or an entry that is never changed or freed, published with release.
    match unsafe { slot.load(Ordering::Acquire).as_ref() } {
        Some(entry) if entry.is(location, function) => body(&entry.text),
        _ => body(&keep(slot, location, function)),
    }
}

/// The traceback with the frames that were captured.
#[cold]
pub(super) fn text(location: &Location<'_>, function: &str, frames: Option<&Frames>) -> String {
    let mut text = String::new();
    match frames {
        Some(frames) => frames.write(location, function, &mut text),
        None => Frames::none().write(location, function, &mut text),
    }
    text
}

struct CachedText {
    location: &'static Location<'static>,
    function: &'static str,
    text: String,
}

impl CachedText {
    /// Compares addresses: equal places may have different ones, which only costs a slot.
    #[inline(always)]
    fn is(&self, location: &'static Location<'static>, function: &'static str) -> bool {
        core::ptr::eq(self.location, location) && core::ptr::eq(self.function, function)
    }
}

const SLOTS: usize = 256;

static CACHE: [AtomicPtr<CachedText>; SLOTS] = [const { AtomicPtr::new(core::ptr::null_mut()) }; SLOTS];

#[inline(always)]
fn slot_of(location: &'static Location<'static>, function: &'static str) -> &'static AtomicPtr<CachedText> {
    // Locations are 24 bytes long.
    let key = core::ptr::from_ref(location).addr() / 8 + function.as_ptr().addr();
    &CACHE[key % SLOTS]
}

/// Formats the frame, and keeps it if the slot is free.
#[cold]
#[inline(never)]
fn keep(
    slot: &AtomicPtr<CachedText>,
    location: &'static Location<'static>,
    function: &'static str,
) -> String {
    let text = text(location, function, None);
    if slot.load(Ordering::Relaxed).is_null() {
        let entry = Box::into_raw(Box::new(CachedText { location, function, text: text.clone() }));
        let kept = slot.compare_exchange(core::ptr::null_mut(), entry, Ordering::Release, Ordering::Relaxed);
        if kept.is_err() {
            // SAFETY: the entry was made above and is not published.
            drop(unsafe { Box::from_raw(entry) });
        }
    }
    text
}
