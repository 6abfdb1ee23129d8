//! The borrow state of an object: one atomic word in front of its header.
//!
//! Bit 0 says that somebody waits, bit 1 that the borrow is exclusive. Above them stands the number of shared borrows, or the id of
//! the thread that has the exclusive one.

use core::ptr::NonNull;
use core::sync::atomic::{AtomicU64, Ordering};

use crate::abi::TVMFFIObject;

/// The word lies this many bytes before the header.
pub(crate) const WORD_BEFORE_HEADER: usize = 16;

/// Somebody waits for the word: newcomers stand in line behind them, and whoever gives up a borrow wakes them.
pub(super) const WAITING: u64 = 1;
/// One borrow has the object for itself.
pub(super) const EXCLUSIVE: u64 = 2;
/// One shared borrow, or thread number one. There are too few nanoseconds in a century to count to the end.
pub(super) const ONE: u64 = 4;

/// How an object is to be borrowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Want {
    Shared,
    /// By the thread of this id, 0 for a borrow during which its thread borrows nothing.
    Exclusive(u64),
}

impl Want {
    /// What the borrow adds to the word.
    #[inline(always)]
    pub(super) fn part(self) -> u64 {
        match self {
            Self::Shared => ONE,
            Self::Exclusive(thread) => (thread * ONE) | EXCLUSIVE,
        }
    }

    /// Whether borrows that exist leave room for this one.
    #[inline(always)]
    pub(super) fn fits(self, word: u64) -> bool {
        match self {
            Self::Shared => word & EXCLUSIVE == 0,
            Self::Exclusive(_) => word & !WAITING == 0,
        }
    }
}

/// The borrow word of an object.
///
/// # Safety
///
/// Borrow word: the object is one of ours with a word in front of its header, and lives for `'a`.
#[inline(always)]
pub(super) unsafe fn word<'a>(object: NonNull<TVMFFIObject>) -> &'a AtomicU64 {
    // SAFETY: Borrow word: the header has that many bytes of its block in front of it.
    let place = unsafe { object.byte_sub(WORD_BEFORE_HEADER) };
    // SAFETY: Borrow word: the place is aligned, as the header is, live, and accessed atomically by everybody.
    unsafe { AtomicU64::from_ptr(place.as_ptr().cast()) }
}

/// Borrows if nothing is in the way, and nobody stands in line.
#[inline(always)]
pub(super) fn try_add(word: &AtomicU64, want: Want) -> bool {
    let before = match want {
        Want::Shared => word.load(Ordering::Relaxed),
        Want::Exclusive(_) => 0,
    };
    // Acquire: what those before have done to the object is visible.
    let add = || word.compare_exchange(before, before + want.part(), Ordering::Acquire, Ordering::Relaxed);
    before & (WAITING | EXCLUSIVE) == 0 && add().is_ok()
}

/// Gives up a borrow; whether somebody should be woken.
#[inline(always)]
pub(super) fn give_up(word: &AtomicU64, part: u64) -> bool {
    // Release: what was done to the object is visible to those who come next.
    word.fetch_sub(part, Ordering::Release) - part == WAITING
}

/// Whether nothing borrows the object.
///
/// # Safety
///
/// Borrow word.
pub(crate) unsafe fn is_free(object: NonNull<TVMFFIObject>) -> bool {
    // SAFETY: the caller's contract. Acquire, as for a borrow.
    unsafe { word(object) }.load(Ordering::Acquire) & !WAITING == 0
}
