//! Waiting for an object that another thread has borrowed.

use core::ptr::NonNull;
use core::sync::atomic::{AtomicU64, Ordering};
use core::time::Duration;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::refusal::{Cause, Refusal};
use super::thread;
use super::word::{EXCLUSIVE, ONE, WAITING, Want, try_add, word};
use crate::abi::TVMFFIObject;

/// How long one waits, in milliseconds.
pub(super) const BOUND: u32 = 1000;
/// The same for who holds the GIL, which the other thread may need to get done.
const BOUND_WITH_GIL: u32 = 5;

/// How often one looks before one lies down. Most borrows are over in less.
const LOOKS: u32 = if cfg!(miri) { 2 } else { 100 };

/// Those who wait for objects whose addresses fall into one class, in the order in which they came.
struct Line {
    waiters: Mutex<Vec<Waiter>>,
    moved: Condvar,
}

#[derive(Clone, Copy)]
struct Waiter {
    address: usize,
    /// The address of something on the stack of the waiter, which tells waiters apart.
    who: usize,
}

const LINES: usize = 16;

static ALL: [Line; LINES] =
    [const { Line { waiters: Mutex::new(Vec::new()), moved: Condvar::new() } }; LINES];

fn line(address: usize) -> &'static Line {
    // Objects are at least 32 bytes apart; a multiplication spreads what allocators put at round distances.
    &ALL[(address >> 5).wrapping_mul(0x9E37_79B9) >> 8 & (LINES - 1)]
}

impl Line {
    fn lock(&self) -> MutexGuard<'_, Vec<Waiter>> {
        self.waiters.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Wakes those who wait for an object. Nothing looks at the object, which may be gone.
#[cold]
#[inline(never)]
pub(super) extern "C" fn wake(address: usize) {
    let line = line(address);
    // Whoever has set the waiting bit has the lock until it waits.
    let _waiters = line.lock();
    line.moved.notify_all();
}

/// Borrows an object that is not free for it, if it becomes so in time. Otherwise leaves the reason with the thread.
///
/// `brief` says that the thread holds the GIL in any case.
///
/// # Safety
///
/// Borrow word.
#[cold]
#[inline(never)]
#[allow(improper_ctypes_definitions, reason = "called from Rust; `C` says that it does not unwind")]
pub(super) unsafe extern "C" fn borrow_slowly(
    object: NonNull<TVMFFIObject>,
    want: Want,
    brief: bool,
) -> bool {
    let address = object.addr().get();
    // SAFETY: the caller's contract.
    let word = unsafe { word(object) };
    let bound = if brief || thread::holds_gil() { BOUND_WITH_GIL } else { BOUND };
    match on_this_thread(word, address, want) {
        Here::Added => return true,
        Here::InTheWay(cause) => {
            thread::refuse(Refusal { address, cause });
            return false;
        }
        Here::Nothing => {}
    }
    for _ in 0..LOOKS {
        if try_add(word, want) {
            return true;
        }
        core::hint::spin_loop();
    }
    // A call that gives up may decode its arguments in other forms, and does not wait for one object twice.
    if thread::was_refused_lately(address) {
        return false;
    }
    let added = stand_in_line(word, address, want, Duration::from_millis(bound.into()));
    if !added {
        let changed = word.load(Ordering::Relaxed) & EXCLUSIVE != 0;
        let cause = if changed { Cause::ChangedElsewhere(bound) } else { Cause::ReadElsewhere(bound) };
        thread::refuse(Refusal { address, cause });
    }
    added
}

/// What the borrows of this thread mean for another one.
enum Here {
    /// It could be added.
    Added,
    /// They are in its way, and will be for as long as it would wait.
    InTheWay(Cause),
    Nothing,
}

fn on_this_thread(word: &AtomicU64, address: usize, want: Want) -> Here {
    let mut now = word.load(Ordering::Relaxed);
    if now & EXCLUSIVE != 0 {
        let here = now & !WAITING == Want::Exclusive(thread::id()).part();
        return if here { Here::InTheWay(Cause::ChangedHere) } else { Here::Nothing };
    }
    if !thread::is_listed(address) {
        return Here::Nothing;
    }
    // What the list says of an object that was freed long ago holds nobody up.
    if want != Want::Shared {
        return if want.fits(now) { Here::Nothing } else { Here::InTheWay(Cause::ReadHere) };
    }
    // It does not stand in line behind somebody who waits for what this thread has.
    while now >= ONE && now & EXCLUSIVE == 0 {
        match word.compare_exchange_weak(now, now + ONE, Ordering::Acquire, Ordering::Relaxed) {
            Ok(_) => return Here::Added,
            Err(found) => now = found,
        }
    }
    Here::Nothing
}

/// Waits until it is this borrow's turn, which is when it fits and nobody waits who came before.
pub(super) fn stand_in_line(word: &AtomicU64, address: usize, want: Want, bound: Duration) -> bool {
    let line = line(address);
    let start = Instant::now();
    let me = Waiter { address, who: (&raw const start).addr() };
    let mut waiters = line.lock();
    waiters.push(me);
    loop {
        if is_next(&waiters, me) && add_or_announce(word, want, is_last(&waiters, me)) {
            leave(&mut waiters, me);
            // Those behind may share with this one.
            line.moved.notify_all();
            return true;
        }
        let Some(left) = bound.checked_sub(start.elapsed()).filter(|left| !left.is_zero()) else {
            leave(&mut waiters, me);
            if waiters.iter().all(|other| other.address != address) {
                word.fetch_and(!WAITING, Ordering::Relaxed);
            }
            // Those behind may have waited for this one.
            line.moved.notify_all();
            return false;
        };
        waiters = line.moved.wait_timeout(waiters, left).unwrap_or_else(PoisonError::into_inner).0;
    }
}

/// Whether nobody came before this one who waits for the same object.
fn is_next(waiters: &[Waiter], me: Waiter) -> bool {
    waiters.iter().find(|other| other.address == me.address).is_some_and(|first| first.who == me.who)
}

/// Whether nobody else waits for the same object.
fn is_last(waiters: &[Waiter], me: Waiter) -> bool {
    waiters.iter().all(|other| other.address != me.address || other.who == me.who)
}

fn leave(waiters: &mut Vec<Waiter>, me: Waiter) {
    waiters.retain(|other| other.who != me.who);
}

/// Adds the borrow, or sets the waiting bit, so that whoever is in the way wakes this thread. The lock is held, so it cannot be woken
/// before it waits.
fn add_or_announce(word: &AtomicU64, want: Want, last: bool) -> bool {
    let mut now = word.load(Ordering::Relaxed);
    loop {
        let fits = want.fits(now);
        let next = match (fits, last) {
            (true, true) => (now & !WAITING) + want.part(),
            (true, false) => (now | WAITING) + want.part(),
            (false, _) => now | WAITING,
        };
        match word.compare_exchange_weak(now, next, Ordering::Acquire, Ordering::Relaxed) {
            Ok(_) => return fits,
            Err(found) => now = found,
        }
    }
}

/// Whether those who wait for two objects stand in one line.
#[cfg(test)]
pub(super) fn share_a_line(a: usize, b: usize) -> bool {
    core::ptr::eq(line(a), line(b))
}

/// How many wait for an object.
#[cfg(test)]
pub(super) fn in_line(address: usize) -> usize {
    line(address).lock().iter().filter(|waiter| waiter.address == address).count()
}
