//! The borrow state of an object: one atomic word before its header.
//!
//! Bit 0 is set while a thread waits for the object, bit 1 while the borrow is exclusive. The other bits are the number of shared
//! borrows.

use core::ptr::NonNull;
use core::sync::atomic::{AtomicU64, Ordering};

use crate::abi::TVMFFIObject;

/// The word lies this many bytes before the header.
pub(crate) const WORD_BEFORE_HEADER: usize = 16;

/// A thread waits for the object: other threads that come now let it go first.
pub(super) const WAITING: u64 = 1;
/// The borrow is exclusive.
pub(super) const EXCLUSIVE: u64 = 2;
/// One shared borrow. A count cannot overflow: a century has fewer nanoseconds.
pub(super) const ONE: u64 = 4;

/// How a caller wants to borrow an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// To read it.
    Shared,
    /// To change it.
    Exclusive,
}

impl Mode {
    /// What the borrow adds to the word.
    #[inline]
    pub(super) fn part(self) -> u64 {
        match self {
            Self::Shared => ONE,
            Self::Exclusive => EXCLUSIVE,
        }
    }

    /// Whether the existing borrows allow this one.
    #[inline]
    pub(super) fn fits(self, word: u64) -> bool {
        match self {
            Self::Shared => word & EXCLUSIVE == 0,
            Self::Exclusive => word & !WAITING == 0,
        }
    }
}

/// The borrow word of an object.
///
/// # Safety
///
/// Borrow word: the object was made by this library with a word before its header, and lives for `'a`.
#[inline]
pub(super) unsafe fn word<'a>(object: NonNull<TVMFFIObject>) -> &'a AtomicU64 {
    // SAFETY: Borrow word: the block of the object has that many bytes before the header.
    let word = unsafe { object.byte_sub(WORD_BEFORE_HEADER) };
    // SAFETY: Borrow word: the word is aligned, as the header is, live, and only accessed atomically.
    unsafe { AtomicU64::from_ptr(word.as_ptr().cast()) }
}

/// Borrows if the existing borrows allow it and no thread waits.
#[inline]
pub(super) fn try_add(word: &AtomicU64, mode: Mode) -> bool {
    let before = match mode {
        Mode::Shared => word.load(Ordering::Relaxed),
        Mode::Exclusive => 0,
    };
    before & (WAITING | EXCLUSIVE) == 0 && replace(word, before, before + mode.part())
}

/// Borrows on behalf of a thread that waits, if the existing borrows allow it. Otherwise sets the waiting bit.
///
/// While `is_first` is `false`, and another thread waits, that one goes first: otherwise a writer could starve, because of
/// readers that overlap, or of a writer that borrows again at once.
pub(super) fn try_add_waiting(word: &AtomicU64, mode: Mode, is_first: &mut bool) -> bool {
    let before = word.load(Ordering::Relaxed);
    if before & WAITING != 0 && !*is_first {
        return false;
    }
    *is_first = true;
    if mode.fits(before) {
        // Other waiting threads set the bit again.
        return replace(word, before, (before & !WAITING) + mode.part());
    }
    word.fetch_or(WAITING, Ordering::Relaxed);
    false
}

/// Acquire: what earlier borrowers did to the object is visible to this one.
#[inline]
fn replace(word: &AtomicU64, before: u64, after: u64) -> bool {
    word.compare_exchange(before, after, Ordering::Acquire, Ordering::Relaxed).is_ok()
}

/// Ends a borrow.
#[inline]
pub(super) fn remove(word: &AtomicU64, mode: Mode) {
    // Release: what this borrower did to the object is visible to later ones.
    word.fetch_sub(mode.part(), Ordering::Release);
}

/// Ends the waiting of a thread that gives up. Other waiting threads set the bit again.
pub(super) fn stop_waiting(word: &AtomicU64) {
    word.fetch_and(!WAITING, Ordering::Relaxed);
}
