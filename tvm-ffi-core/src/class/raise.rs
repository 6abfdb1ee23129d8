//! Errors of fields, constructors, and hooks. Their traceback contains the line of the class.

use core::ffi::c_int;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::abi::TVMFFIAny;
use crate::any::Any;
use crate::convert::Mismatch;
use crate::description::{Class, key};
use crate::error::{ErrorKind, raise_at};
use crate::panic::raise_panic;

/// The subject of an error: a class, or a member of a class.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) class: &'static Class,
    /// Empty for the class.
    pub(super) member: &'static str,
}

/// An error that is not raised yet. Its message is the name of the place, followed by the text.
pub(super) struct Failure {
    place: Place,
    kind: ErrorKind,
    text: String,
}

impl Place {
    pub(super) fn failure(self, kind: ErrorKind, text: impl Into<String>) -> Failure {
        Failure { place: self, kind, text: text.into() }
    }

    pub(super) fn mismatch(self, mismatch: &Mismatch) -> Failure {
        self.failure(mismatch.kind().clone(), [mismatch.place(), ": ", mismatch.text()].concat())
    }

    /// The name in messages: `stats.Mean.count`.
    fn name(self) -> String {
        let mut name = String::with_capacity(128);
        name.push_str(key(self.class));
        if !self.member.is_empty() {
            name.extend([".", self.member]);
        }
        name
    }
}

impl Failure {
    /// Raises the error. It never unwinds.
    #[cold]
    #[inline(never)]
    pub(super) fn raise(self) -> c_int {
        crate::panic::raise(|| {
            let (name, record) = (self.place.name(), self.place.class.record);
            let message = [&*name, &self.text].concat();
            raise_at(&self.kind, &message, record.file, &record.line.to_string(), &name);
        })
    }
}

/// Runs code of a class for the ABI, and writes its value. It never unwinds.
///
/// # Safety
///
/// `result` is writable and owns nothing.
pub(super) unsafe fn answer(
    class: &'static Class,
    result: *mut TVMFFIAny,
    body: impl FnOnce() -> Result<Any, Failure>,
) -> c_int {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(value)) => {
            // SAFETY: the caller's contract.
            unsafe { result.write(value.into_raw()) };
            0
        }
        Ok(Err(failure)) => failure.raise(),
        Err(payload) => raise_panic(payload, key(class)),
    }
}
