//! The borrows of one thread.
//!
//! Several threads may share an object, and its word cannot name them. So each thread lists its shared borrows: a thread that asks for an
//! exclusive borrow of an object that it has borrowed would wait for itself.

use core::cell::{Cell, RefCell};
use core::marker::PhantomData;
use core::sync::atomic::{AtomicU64, Ordering};
use core::time::Duration;
use std::time::Instant;

use super::refusal::Refusal;

/// Borrows that fit in place; a call rarely has more.
const IN_PLACE: usize = 8;

/// It has no destructor, so that it lives as long as its thread, and an access needs no test.
struct Thread {
    /// 0 until it is needed.
    id: Cell<u64>,
    /// The number of running calls that hold the GIL.
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

    /// Addresses that do not fit in place.
    static MORE: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

/// Accesses the state of this thread. A thread that is ending may have none; then its borrows look like those of other threads.
#[inline(always)]
fn with<R: Default>(access: impl FnOnce(&Thread) -> R) -> R {
    THREAD.try_with(access).unwrap_or_default()
}

/// The id of this thread, which no other thread ever has.
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

/// Adds an object that this thread shares to the list.
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

/// Removes an object from the list if it is the last one, as it usually is.
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

/// Removes an object from the list.
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

/// Whether this thread has a shared borrow of the object at an address, or has forgotten one of an object that was there earlier.
pub(super) fn is_listed(address: usize) -> bool {
    let in_place = THREAD
        .with(|thread| thread.in_place[..thread.count.get()].iter().any(|listed| listed.get() == address));
    in_place || MORE.try_with(|more| more.borrow().contains(&address)).unwrap_or(false)
}

/// Keeps the reason why this thread could not borrow an object.
pub(super) fn refuse(refusal: Refusal) {
    with(|thread| thread.refusal.set(Some((refusal, Instant::now()))));
}

/// Whether this thread could not borrow an object a moment ago, and the reason is still there: then the same call tries again.
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

/// A call that holds the GIL: an access to a field, or a constructor. During such a call the thread waits only a short time for objects
/// that other threads have borrowed, since these may need the GIL before they can finish.
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
