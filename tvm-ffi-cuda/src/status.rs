//! Status codes of the driver, and the errors made from them.

mod advice;
mod launch;
mod start;
#[cfg(test)]
mod tests;

use core::ffi::{CStr, c_char};
use core::fmt::Display;
use core::ptr::null;

use tvm_ffi_core::{Error, ErrorKind, Result};

use crate::driver::{Driver, Functions};

pub(crate) use advice::FORKED;
#[cfg(test)]
pub(crate) use advice::known_names as known;
pub(crate) use launch::LaunchFailure;
pub(crate) use start::{cannot_start, has_no_version};

/// A `CUresult`. It is not an enum, since a newer driver may return codes that are unknown here.
#[repr(transparent)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Status(pub(crate) u32);

impl Status {
    pub(crate) const SUCCESS: Self = Self(0);
    pub(crate) const INVALID_VALUE: Self = Self(1);
    pub(crate) const OUT_OF_MEMORY: Self = Self(2);
    pub(crate) const NOT_FOUND: Self = Self(500);
    const COOPERATIVE_LAUNCH_TOO_LARGE: Self = Self(720);
    const INVALID_CLUSTER_SIZE: Self = Self(912);

    #[inline(always)]
    pub(crate) fn is_success(self) -> bool {
        self == Self::SUCCESS
    }

    /// Whether the status says that the driver cannot use a kernel's image.
    pub(crate) fn is_of_image(self) -> bool {
        advice::is_of_image(self)
    }

    /// Returns an error unless the call succeeded. `what` says what could not be done.
    #[inline(always)]
    #[track_caller]
    pub(crate) fn check(self, driver: &'static Driver, what: impl Display) -> Result<()> {
        if self.is_success() { Ok(()) } else { Err(self.error(driver, &what)) }
    }

    /// The error of a failed call: what could not be done, the driver's explanation, and advice.
    #[cold]
    #[inline(never)]
    #[track_caller]
    pub(crate) fn error(self, driver: &'static Driver, what: &dyn Display) -> Error {
        let mut text = format!("{what}: {}", self.describe(driver));
        let situation = advice::Situation { is_blocking: driver.is_blocking, is_forked: driver.is_forked() };
        if let Some(advice) = advice::of(self, situation) {
            text.push_str("; ");
            text.push_str(advice);
        }
        Error::new(self.kind(), text)
    }

    /// The kind of the error, for any call.
    pub(crate) fn kind(self) -> ErrorKind {
        match self {
            Self::OUT_OF_MEMORY => ErrorKind::MemoryError,
            Self::COOPERATIVE_LAUNCH_TOO_LARGE | Self::INVALID_CLUSTER_SIZE => ErrorKind::ValueError,
            _ => ErrorKind::RuntimeError,
        }
    }

    /// The name, the number, and the driver's description: `CUDA_ERROR_OUT_OF_MEMORY (2): out of memory`.
    pub(crate) fn describe(self, driver: &Functions) -> String {
        let Self(number) = self;
        let name = text_of(|text| {
            // SAFETY: `text` is writable; the driver rejects unknown numbers.
            unsafe { (driver.get_error_name)(self, text) }
        });
        let sentence = text_of(|text| {
            // SAFETY: as above.
            unsafe { (driver.get_error_string)(self, text) }
        });
        match (name.or_else(|| advice::name(self).map(str::to_owned)), sentence) {
            (Some(name), Some(sentence)) => format!("{name} ({number}): {sentence}"),
            (Some(name), None) => format!("{name} ({number})"),
            (None, _) => format!("CUDA error {number}, which this driver has no name for"),
        }
    }
}

/// The text that a driver function returns, if it returns one.
fn text_of(get: impl FnOnce(*mut *const c_char) -> Status) -> Option<String> {
    let mut text: *const c_char = null();
    let status = get(&mut text);
    if !status.is_success() || text.is_null() {
        return None;
    }
    // SAFETY: the driver returned a NUL-terminated string that lives as long as the driver.
    let text = unsafe { CStr::from_ptr(text) };
    Some(text.to_string_lossy().into_owned())
}
