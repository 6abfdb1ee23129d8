//! The word of an object that has both counts, and what each reference does to it.

use crate::sync::{AtomicU64, Ordering};

/// One strong reference.
pub const STRONG_ONE: u64 = 1;
/// One weak reference.
pub const WEAK_ONE: u64 = 1 << 32;
/// The count of a new object: one strong reference, which has the weak one.
pub const BOTH_ONE: u64 = STRONG_ONE | WEAK_ONE;
/// The bits of the strong count.
pub const STRONG_MASK: u64 = WEAK_ONE - 1;

/// A strong reference that was the last one, as the word before: asked in two steps, the counts take fewer instructions.
#[derive(Debug, Clone, Copy)]
pub struct LastStrong(u64);

/// What ends with the last strong reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Last {
    /// The object, but not its memory, which weak references keep.
    Strong,
    /// The object and its memory.
    Both,
}

/// Adds a strong reference to those of the caller. Gives the word before.
#[inline(always)]
pub fn add_strong(word: &AtomicU64) -> u64 {
    // Relaxed suffices: the caller holds a reference already.
    word.fetch_add(STRONG_ONE, Ordering::Relaxed)
}

/// Adds a weak reference to those of the caller, of either kind. Gives the word before.
#[inline(always)]
pub fn add_weak(word: &AtomicU64) -> u64 {
    // Relaxed suffices, as above.
    word.fetch_add(WEAK_ONE, Ordering::Relaxed)
}

/// Adds a strong reference to a weak one of the caller, if there is another strong one. Gives the word before.
#[inline]
pub fn upgrade(word: &AtomicU64) -> Option<u64> {
    let alive = |word: u64| (word & STRONG_MASK != 0).then(|| word + STRONG_ONE);
    // Acquire pairs with whatever published the object to the holder of the weak reference.
    word.fetch_update(Ordering::AcqRel, Ordering::Relaxed, alive).ok()
}

/// Gives up a strong reference. `None` if there are others.
#[inline(always)]
pub fn release_strong(word: &AtomicU64) -> Option<LastStrong> {
    // The object ends after all that other threads did with it. A fence for the last reference would do as well, but ThreadSanitizer does
    // not understand fences, and on x86 the instruction is the same.
    let before = word.fetch_sub(STRONG_ONE, Ordering::AcqRel);
    (before & STRONG_MASK == STRONG_ONE).then_some(LastStrong(before))
}

impl LastStrong {
    /// What ends. After [`Last::Strong`], the caller gives up the weak reference of the strong ones too.
    #[inline(always)]
    pub fn ends(self) -> Last {
        if self.0 == BOTH_ONE { Last::Both } else { Last::Strong }
    }
}

/// Gives up a weak reference. `true` if no reference is left.
#[inline]
pub fn release_weak(word: &AtomicU64) -> bool {
    // As above.
    word.fetch_sub(WEAK_ONE, Ordering::AcqRel) == WEAK_ONE
}
