//! Status codes of the driver, with the kind of error and the advice for each. The driver's own texts are in [`driver`](crate::driver).

mod advice;
#[cfg(test)]
mod tests;

use tvm_ffi_core::ErrorKind;

#[cfg(test)]
pub(crate) use advice::known_names as known;
pub(crate) use advice::{FORKED, Situation};

/// A `CUresult`. It is not an enum, since a newer driver may return codes that are unknown here.
#[repr(transparent)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Status(pub(crate) u32);

impl Status {
    pub(crate) const SUCCESS: Self = Self(0);
    pub(crate) const INVALID_VALUE: Self = Self(1);
    pub(crate) const OUT_OF_MEMORY: Self = Self(2);
    pub(crate) const NOT_FOUND: Self = Self(500);
    pub(crate) const LAUNCH_OUT_OF_RESOURCES: Self = Self(701);
    pub(crate) const COOPERATIVE_LAUNCH_TOO_LARGE: Self = Self(720);
    pub(crate) const INVALID_CLUSTER_SIZE: Self = Self(912);

    #[inline(always)]
    pub(crate) fn is_success(self) -> bool {
        self == Self::SUCCESS
    }

    /// Whether a kernel has failed, so that all later calls return the same status.
    pub(crate) fn is_sticky(self) -> bool {
        matches!(self.0, 700 | 702 | 710 | 714..=719 | 721)
    }

    /// Whether a kernel's image does not fit the GPU or the driver.
    pub(crate) fn is_of_image(self) -> bool {
        matches!(self.0, 200 | 209 | 218 | 222)
    }

    /// The kind of the error, for any call.
    pub(crate) fn kind(self) -> ErrorKind {
        match self {
            Self::OUT_OF_MEMORY => ErrorKind::MemoryError,
            Self::COOPERATIVE_LAUNCH_TOO_LARGE | Self::INVALID_CLUSTER_SIZE => ErrorKind::ValueError,
            _ => ErrorKind::RuntimeError,
        }
    }

    /// The name in the driver API, if the status is a known error.
    pub(crate) fn name(self) -> Option<&'static str> {
        advice::known(self).map(|known| known.name)
    }

    /// Adds the advice for this status to a message, if there is any.
    pub(crate) fn add_advice(self, text: &mut String, situation: Situation) {
        if let Some(advice) = advice::of(self, situation) {
            text.push_str("; ");
            text.push_str(advice);
        }
    }
}
