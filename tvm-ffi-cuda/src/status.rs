//! What the driver returns, and the errors that are made of it.

use core::fmt::Display;

use tvm_ffi_core::{Error, ErrorKind, Result};

use crate::driver::{Driver, Functions, Version};

/// A `CUresult`. No enumeration: a newer driver may return what is not in any list here.
#[repr(transparent)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Status(pub(crate) u32);

impl Status {
    pub(crate) const SUCCESS: Self = Self(0);

    pub(crate) fn is_success(self) -> bool {
        self == Self::SUCCESS
    }

    /// Nothing, or the error of a call that failed. `what` says what could not be done.
    #[inline(always)]
    #[track_caller]
    pub(crate) fn check(self, driver: &'static Driver, what: impl Display) -> Result<()> {
        if self.is_success() { Ok(()) } else { Err(self.error(driver, &what)) }
    }

    /// The error of a call that failed.
    #[cold]
    #[track_caller]
    pub(crate) fn error(self, driver: &'static Driver, what: &dyn Display) -> Error {
        let _ = driver;
        Error::new(ErrorKind::RuntimeError, format!("{what}: CUDA error {}", self.0))
    }
}

/// What to say where `cuInit` fails.
pub(crate) fn cannot_start(status: Status, functions: &Functions, version: i32) -> String {
    let _ = functions;
    format!(
        "the CUDA driver, of CUDA {}, could not be initialised: CUDA error {}",
        Version(version),
        status.0
    )
}

/// What to say where the driver does not even tell its version.
pub(crate) fn has_no_version(status: Status, name: &str) -> String {
    format!("{name} does not tell its version: CUDA error {}", status.0)
}
