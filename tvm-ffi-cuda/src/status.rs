//! What the driver returns, and the errors that are made of it.

use tvm_ffi_core::{Error, ErrorKind};

/// A `CUresult`. No enumeration: a newer driver may return what is not in any list here.
#[repr(transparent)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Status(pub(crate) u32);

impl Status {
    pub(crate) const SUCCESS: Self = Self(0);

    /// The error of a call that failed.
    #[cold]
    #[track_caller]
    pub(crate) fn error(self, doing: &str) -> Error {
        Error::new(ErrorKind::RuntimeError, format!("{doing}: CUDA error {}", self.0))
    }
}
