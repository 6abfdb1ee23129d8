//! Why an object could not be borrowed.

use core::cell::Cell;
use core::fmt;
use core::ptr::NonNull;
use std::time::Instant;

use super::word::Mode;
use crate::abi::TVMFFIObject;
use crate::abi::wait::BOUND;
use crate::convert::Mismatch;
use crate::error::{Error, ErrorKind};
use crate::tensor_search::Obstacle;

/// Why an object could not be borrowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refusal {
    pub(super) object: NonNull<TVMFFIObject>,
    pub(super) cause: Cause,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cause {
    /// This thread has borrowed the object.
    Here(Mode),
    /// Another thread has borrowed the object for longer than this one waits.
    Elsewhere(Mode),
    /// A search for tensors in the fields is incomplete.
    NotSearched(Obstacle),
}

std::thread_local! {
    /// Why this thread could not borrow an object lately.
    static KEPT: Cell<Option<(Refusal, Instant)>> = const { Cell::new(None) };
}

impl Refusal {
    /// Keeps the reason for this thread.
    pub(super) fn keep(self) {
        KEPT.set(Some((self, Instant::now())));
    }

    /// Whether this thread could not borrow the object just now, and has not taken the reason.
    pub(super) fn is_recent(object: NonNull<TVMFFIObject>) -> bool {
        KEPT.get().is_some_and(|(kept, when)| kept.object == object && when.elapsed() < BOUND)
    }

    /// Takes the reason why the last attempt of this thread to borrow the object failed.
    #[cold]
    pub fn take(object: NonNull<TVMFFIObject>) -> Option<Self> {
        let (kept, _) = KEPT.get().filter(|(kept, _)| kept.object == object)?;
        KEPT.set(None);
        Some(kept)
    }

    /// Whether the conflicting borrow is one of this thread.
    pub(crate) fn is_of_this_thread(&self) -> bool {
        matches!(self.cause, Cause::Here(_))
    }

    /// The reason why a search for tensors in the fields of the object is incomplete.
    pub(crate) fn not_searched(object: NonNull<TVMFFIObject>, obstacle: Obstacle) -> Self {
        Self { object, cause: Cause::NotSearched(obstacle) }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bound = BOUND.as_secs();
        let how = |mode| if mode == Mode::Exclusive { " mutably" } else { "" };
        match self.cause {
            Cause::Here(mode) => {
                write!(f, "the object is borrowed{} by a call that is running on this thread", how(mode))
            }
            Cause::Elsewhere(mode) => {
                write!(f, "the object is still borrowed{} by another thread after {bound} s", how(mode))
            }
            Cause::NotSearched(Obstacle::Locked) => {
                write!(f, "a lock in the object is still held after {bound} s")
            }
            Cause::NotSearched(Obstacle::Deep) => {
                f.write_str("the fields of the object are nested too deeply to be searched for tensors")
            }
        }
    }
}

impl From<Refusal> for Mismatch {
    fn from(refusal: Refusal) -> Self {
        Self::runtime_error(refusal.to_string())
    }
}

/// An object could not be borrowed: this thread has borrowed it already, or another thread has for too long.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BorrowError {
    pub(super) type_key: &'static str,
    pub(super) refusal: Refusal,
}

impl fmt::Display for BorrowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.type_key, self.refusal)
    }
}

impl std::error::Error for BorrowError {}

impl From<BorrowError> for Error {
    #[track_caller]
    fn from(error: BorrowError) -> Self {
        Self::new(ErrorKind::RuntimeError, error.to_string())
    }
}
