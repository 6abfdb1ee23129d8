//! Borrows of objects that another borrow may conflict with.

use core::ptr::NonNull;
use core::sync::atomic::{AtomicU64, Ordering};
use core::time::Duration;

use super::refusal::{Cause, Refusal};
use super::thread;
use super::word::{EXCLUSIVE, Mode, WAITING, stop_waiting, try_add_waiting, try_share_again, word};
use crate::abi::TVMFFIObject;
use crate::wait::{self, BOUND};

/// How long a thread waits that holds the GIL, which the other thread may need before it can finish.
const BOUND_WITH_GIL: Duration = Duration::from_millis(5);

/// Borrows an object after the first attempt failed, and waits for other threads. If the object stays borrowed, keeps the reason for the
/// thread.
///
/// `brief`: the thread holds the GIL.
///
/// # Safety
///
/// Borrow word.
#[cold]
#[inline(never)]
#[allow(improper_ctypes_definitions, reason = "called from Rust; `C` says that it does not unwind")]
pub(super) unsafe extern "C" fn borrow_slowly(
    object: NonNull<TVMFFIObject>,
    mode: Mode,
    brief: bool,
) -> bool {
    let address = object.addr().get();
    // SAFETY: the caller's contract.
    let word = unsafe { word(object) };
    let bound = if brief || thread::holds_gil() { BOUND_WITH_GIL } else { BOUND };
    match borrow_again(word, address, mode) {
        Some(Ok(())) => return true,
        Some(Err(cause)) => {
            thread::refuse(Refusal { address, cause });
            return false;
        }
        None => {}
    }
    // A call whose borrow was refused may decode its arguments once more, in another form. It does not wait a second time.
    let bound = if thread::was_refused_lately(address) { Duration::ZERO } else { bound };
    let borrowed = wait_for(word, mode, bound);
    if !borrowed && !bound.is_zero() {
        let changed = word.load(Ordering::Relaxed) & EXCLUSIVE != 0;
        let cause = if changed { Cause::ChangedElsewhere(bound) } else { Cause::ReadElsewhere(bound) };
        thread::refuse(Refusal { address, cause });
    }
    borrowed
}

/// Borrows an object that this thread has borrowed already, or says why it cannot. `None` if this thread has not borrowed it.
///
/// Such a caller must not wait: it would wait for itself, or for a thread that waits for it.
fn borrow_again(word: &AtomicU64, address: usize, mode: Mode) -> Option<Result<(), Cause>> {
    let before = word.load(Ordering::Relaxed);
    if before & EXCLUSIVE != 0 {
        let is_here = before & !WAITING == Mode::Exclusive(thread::id()).part();
        return is_here.then_some(Err(Cause::ChangedHere));
    }
    // A forgotten borrow leaves an address in the list, where another object may lie now, which is not borrowed.
    if !thread::is_listed(address) || Mode::Exclusive(0).fits(before) {
        return None;
    }
    match mode {
        Mode::Shared => try_share_again(word).then_some(Ok(())),
        Mode::Exclusive(_) => Some(Err(Cause::ReadHere)),
    }
}

/// Borrows an object, or gives up after `bound`.
pub(super) fn wait_for(word: &AtomicU64, mode: Mode, bound: Duration) -> bool {
    let mut is_waiting = false;
    let borrowed =
        wait::until(bound, || try_add_waiting(word, mode, &mut is_waiting).then_some(())).is_some();
    if !borrowed {
        stop_waiting(word);
    }
    borrowed
}
