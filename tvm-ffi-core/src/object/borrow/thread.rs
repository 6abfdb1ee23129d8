//! What a thread knows of its own borrows.
//!
//! An object may be borrowed on many threads, and its word cannot name them. So each thread lists what it reads: who wants to change
//! an object that it reads itself would wait for nobody but itself.

use core::cell::{Cell, RefCell};
use core::marker::PhantomData;
use core::sync::atomic::{AtomicU64, Ordering};
use core::time::Duration;
use std::time::Instant;

use super::refusal::Refusal;

/// So many borrows are listed in place; a call rarely has more.
const IN_PLACE: usize = 8;

/// It has no destructor, so that it is there as long as the thread is, and is reached without a test.
struct Thread {
    /// 0 before somebody asks.
    id: Cell<u64>,
    /// How many calls that hold the GIL are running.
    gil: Cell<u32>,
    refusal: Cell<Option<(Refusal, Instant)>>,
    count: Cell<usize>,
    in_place: [Cell<usize>; IN_PLACE],
}

std::thread_local! {
    static THREAD: Thread = const {
        Thread {
            id: Cell::new(0),
            gil: Cell::new(0),
            refusal: Cell::new(None),
            count: Cell::new(0),
            in_place: [const { Cell::new(0) }; IN_PLACE],
        }
    };

    /// What does not fit in place.
    static MORE: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

/// Asks the state of this thread. Where a thread that is ending has none, its borrows are merely taken for those of others.
#[inline(always)]
fn with<R: Default>(ask: impl FnOnce(&Thread) -> R) -> R {
    THREAD.try_with(ask).unwrap_or_default()
}

/// A number for this thread that no other thread gets.
#[inline(always)]
pub(super) fn id() -> u64 {
    with(|thread| match thread.id.get() {
        0 => number(thread),
        id => id,
    })
}

#[cold]
#[inline(never)]
#[allow(improper_ctypes_definitions, reason = "called from Rust; `C` says that it does not unwind")]
extern "C" fn number(thread: &Thread) -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    thread.id.set(NEXT.fetch_add(1, Ordering::Relaxed));
    thread.id.get()
}

/// Lists an object that this thread reads.
#[inline(always)]
pub(super) fn list(address: usize) {
    with(|thread| {
        let count = thread.count.get();
        match thread.in_place.get(count) {
            Some(place) => {
                place.set(address);
                thread.count.set(count + 1);
            }
            None => list_more(address),
        }
    });
}

#[cold]
#[inline(never)]
extern "C" fn list_more(address: usize) {
    let _ = MORE.try_with(|more| more.borrow_mut().push(address));
}

/// Takes an object off the list if it is the last one on it, as it mostly is.
#[inline(always)]
pub(super) fn unlist_last(address: usize) -> bool {
    with(|thread| {
        let last = thread.count.get().wrapping_sub(1);
        let is_last = thread.in_place.get(last).is_some_and(|place| place.get() == address);
        if is_last {
            thread.count.set(last);
        }
        is_last
    })
}

/// Takes an object off the list.
pub(super) fn unlist(address: usize) {
    let in_place = with(|thread| {
        let listed = &thread.in_place[..thread.count.get()];
        let found = listed.iter().rposition(|place| place.get() == address);
        if let (Some(place), Some((last, rest))) = (found, listed.split_last()) {
            listed[place].set(last.get());
            thread.count.set(rest.len());
        }
        found.is_some()
    });
    if in_place {
        return;
    }
    let _ = MORE.try_with(|more| {
        let mut more = more.borrow_mut();
        if let Some(place) = more.iter().rposition(|&listed| listed == address) {
            more.swap_remove(place);
        }
    });
}

/// Whether this thread reads an object. It may have forgotten to stop before the object was freed and its memory used again.
pub(super) fn is_listed(address: usize) -> bool {
    let in_place = THREAD
        .with(|thread| thread.in_place[..thread.count.get()].iter().any(|listed| listed.get() == address));
    in_place || MORE.try_with(|more| more.borrow().contains(&address)).unwrap_or(false)
}

/// Keeps why this thread could not borrow an object.
pub(super) fn refuse(refusal: Refusal) {
    with(|thread| thread.refusal.set(Some((refusal, Instant::now()))));
}

/// Whether this thread could not borrow an object a moment ago, and nobody has asked why: the same call is trying again.
pub(super) fn was_refused_lately(address: usize) -> bool {
    const LATELY: Duration = Duration::from_millis(if cfg!(test) { 1_000_000 } else { 100 });
    with(|thread| {
        let refused = thread.refusal.get().filter(|(refusal, _)| refusal.address == address);
        refused.is_some_and(|(_, when)| when.elapsed() < LATELY)
    })
}

/// Takes the last refusal, if it is about this object.
pub(super) fn take_refusal(address: usize) -> Option<Refusal> {
    with(|thread| {
        let (refusal, _) = thread.refusal.get().filter(|(refusal, _)| refusal.address == address)?;
        thread.refusal.set(None);
        Some(refusal)
    })
}

/// Whether a call that holds the GIL is running on this thread.
pub(super) fn holds_gil() -> bool {
    with(|thread| thread.gil.get() != 0)
}

/// A call that holds the GIL: an access to a field, or a constructor. While there is one on a thread, the thread waits only shortly
/// for objects that others have borrowed, since they may need the GIL to get done.
#[derive(Debug)]
pub struct HoldsGil(PhantomData<*mut ()>);

/// Notes that this thread holds the GIL.
#[inline]
pub fn enter_gil() -> HoldsGil {
    with(|thread| thread.gil.set(thread.gil.get() + 1));
    HoldsGil(PhantomData)
}

impl Drop for HoldsGil {
    #[inline]
    fn drop(&mut self) {
        with(|thread| thread.gil.set(thread.gil.get() - 1));
    }
}
