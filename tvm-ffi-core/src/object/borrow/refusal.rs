//! Why an object could not be borrowed.

use core::fmt;
use core::ptr::NonNull;
use core::time::Duration;

use crate::abi::TVMFFIObject;
use crate::convert::Mismatch;
use crate::error::{Error, ErrorKind};
use crate::tensor_search::Obstacle;
use crate::wait::BOUND;

/// Why an object could not be borrowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refusal {
    /// The address of the object.
    pub(super) address: usize,
    pub(super) cause: Cause,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cause {
    /// This thread has borrowed the object exclusively.
    ChangedHere,
    /// This thread has a shared borrow and asks for an exclusive one.
    ReadHere,
    /// Another thread still has an exclusive borrow after this time.
    ChangedElsewhere(Duration),
    /// Another thread still has a shared borrow after this time.
    ReadElsewhere(Duration),
    /// A search for tensors in the fields is incomplete.
    NotSearched(Obstacle),
}

impl Refusal {
    /// Takes the reason why the last attempt of this thread to borrow the object failed.
    #[cold]
    pub fn take(object: NonNull<TVMFFIObject>) -> Option<Self> {
        super::thread::take_refusal(object.addr().get())
    }

    /// Whether the conflicting borrow is one of this thread.
    pub(crate) fn is_of_this_thread(&self) -> bool {
        matches!(self.cause, Cause::ChangedHere | Cause::ReadHere)
    }

    /// The reason why a search for tensors in the fields of the object is incomplete.
    pub(crate) fn not_searched(object: NonNull<TVMFFIObject>, obstacle: Obstacle) -> Self {
        Self { address: object.addr().get(), cause: Cause::NotSearched(obstacle) }
    }

    /// The reason right after an attempt failed.
    pub(super) fn last(object: NonNull<TVMFFIObject>) -> Self {
        // A thread that is ending may have lost the reason.
        let cause = Cause::ChangedElsewhere(BOUND);
        Self::take(object).unwrap_or(Self { address: object.addr().get(), cause })
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (how, bound) = match self.cause {
            Cause::ChangedHere => (" mutably", None),
            Cause::ReadHere => ("", None),
            Cause::ChangedElsewhere(bound) => (" mutably", Some(bound)),
            Cause::ReadElsewhere(bound) => ("", Some(bound)),
            Cause::NotSearched(Obstacle::Locked) => {
                return write!(f, "a lock in the object is still held after {} s", BOUND.as_secs());
            }
            Cause::NotSearched(Obstacle::Deep) => {
                return f
                    .write_str("the fields of the object are nested too deeply to be searched for tensors");
            }
        };
        match bound {
            None => write!(f, "the object is borrowed{how} by a call that is running on this thread"),
            Some(bound) => {
                let (number, unit) = match bound.subsec_millis() {
                    0 => (bound.as_secs(), "s"),
                    milliseconds => (milliseconds.into(), "ms"),
                };
                write!(f, "the object is still borrowed{how} by another thread after {number} {unit}")
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
