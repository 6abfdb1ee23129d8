//! How often memory is allocated.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering};

/// The system's allocator, counted.
struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

static NUMBER: AtomicU64 = AtomicU64::new(0);

/// How many times this program has allocated.
pub(crate) fn number() -> u64 {
    NUMBER.load(Ordering::Relaxed)
}

// SAFETY: that of the system's, which does all but the counting.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // No read-modify-write, which would cost what is measured: launches are made by one thread.
        NUMBER.store(NUMBER.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
        // SAFETY: the caller's contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller's contract.
        unsafe { System.dealloc(memory, layout) };
    }
}
