//! Borrows of objects that another borrow may conflict with.

use core::ptr::NonNull;
use core::sync::atomic::{AtomicU64, Ordering};

use super::refusal::{Cause, Refusal};
use super::thread;
use super::word::{EXCLUSIVE, Mode, stop_waiting, try_add_waiting, word};
use crate::abi::TVMFFIObject;
use crate::abi::wait::until;
use crate::runtime::without_gil;

/// Borrows an object after the first attempt failed, and waits for other threads.
///
/// # Safety
///
/// Borrow word.
#[cold]
#[inline(never)]
pub(super) unsafe fn borrow_slowly(object: NonNull<TVMFFIObject>, mode: Mode) -> Result<(), Refusal> {
    // SAFETY: the caller's contract.
    let word = unsafe { word(object) };
    let cause = match (thread::listed(object), mode) {
        (Some(Mode::Exclusive), _) => Cause::Here(Mode::Exclusive),
        (Some(Mode::Shared), Mode::Exclusive) => Cause::Here(Mode::Shared),
        // A call whose borrow was refused may decode its arguments once more, in another form. It does not wait a second time.
        (None, _) if Refusal::is_recent(object) => elsewhere(word),
        // A thread that waits for the object waits for this one, if that reads the object already.
        (here, _) if wait_for(word, mode, here.is_some()) => return Ok(()),
        _ => elsewhere(word),
    };
    Err(Refusal { object, cause })
}

fn elsewhere(word: &AtomicU64) -> Cause {
    let changed = word.load(Ordering::Relaxed) & EXCLUSIVE != 0;
    Cause::Elsewhere(if changed { Mode::Exclusive } else { Mode::Shared })
}

/// Borrows an object, or gives up. `is_first`: no other waiting thread goes before this one.
pub(super) fn wait_for(word: &AtomicU64, mode: Mode, mut is_first: bool) -> bool {
    let mut attempt = || try_add_waiting(word, mode, &mut is_first).then_some(());
    let borrowed = without_gil(|| until(&mut attempt)).is_some();
    if !borrowed {
        stop_waiting(word);
    }
    borrowed
}
