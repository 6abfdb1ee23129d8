//! Why an object could not be borrowed.

use core::fmt;
use core::ptr::NonNull;

use crate::abi::TVMFFIObject;
use crate::convert::Mismatch;
use crate::error::{Error, ErrorKind};
use crate::object::{Obstacle, reached};

/// Why an object could not be borrowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refusal {
    /// The object: refusals of others are of no interest to somebody who asks.
    pub(super) address: usize,
    pub(super) cause: Cause,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cause {
    /// This thread changes the object.
    ChangedHere,
    /// This thread reads the object, and wants to change it.
    ReadHere,
    /// Another thread changes the object, for longer than one waits, in milliseconds.
    ChangedElsewhere(u32),
    /// Another thread reads the object.
    ReadElsewhere(u32),
    /// A search for tensors in the fields has not seen all of them.
    NotSearched(Obstacle),
}

impl Refusal {
    /// Takes the reason why this thread could not borrow the object the last time that it tried.
    #[cold]
    pub fn take(object: NonNull<TVMFFIObject>) -> Option<Self> {
        super::thread::take_refusal(object.addr().get())
    }

    /// Whether the borrow in the way is one of this thread.
    pub(crate) fn is_of_this_thread(&self) -> bool {
        matches!(self.cause, Cause::ChangedHere | Cause::ReadHere)
    }

    /// Why a search for tensors in the fields of the object has not seen all of them.
    pub(crate) fn not_searched(object: NonNull<TVMFFIObject>, obstacle: Obstacle) -> Self {
        Self { address: object.addr().get(), cause: Cause::NotSearched(obstacle) }
    }

    /// The same right after it could not.
    pub(super) fn last(object: NonNull<TVMFFIObject>) -> Self {
        // A thread that is ending may have lost it.
        let cause = Cause::ChangedElsewhere(super::wait::BOUND);
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
                return write!(f, "a lock in the object is still held after {} s", reached::BOUND / 1000);
            }
            Cause::NotSearched(Obstacle::Deep) => {
                return f
                    .write_str("the fields of the object are nested too deeply to be searched for tensors");
            }
        };
        match bound {
            None => write!(f, "the object is borrowed{how} by a call that is running on this thread"),
            Some(bound) if bound % 1000 == 0 => {
                write!(f, "the object is still borrowed{how} by another thread after {} s", bound / 1000)
            }
            Some(bound) => write!(f, "the object is still borrowed{how} by another thread after {bound} ms"),
        }
    }
}

impl From<Refusal> for Mismatch {
    fn from(refusal: Refusal) -> Self {
        Self::runtime_error(refusal.to_string())
    }
}

/// An object could not be borrowed: it is in use on this thread already, or for too long on another one.
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
