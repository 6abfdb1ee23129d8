//! Errors for calls that the driver refuses.

use core::ffi::{CStr, c_char, c_int};
use core::fmt::Display;
use core::ptr::null;

use tvm_ffi_core::{Error, Result};

use super::{Driver, Functions, Version};
use crate::status::{Situation, Status};

impl Driver {
    /// What the advice for an error depends on.
    pub(crate) fn situation(&self) -> Situation {
        Situation { is_blocking: self.is_blocking, is_forked: self.process != std::process::id() }
    }
}

impl Status {
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
        self.add_advice(&mut text, driver.situation());
        Error::new(self.kind(), text)
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
        match (name.or_else(|| self.name().map(str::to_owned)), sentence) {
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

/// The message if `cuInit` fails. `described` is the driver's description of the status.
pub(super) fn cannot_start(status: Status, described: &str, version: c_int) -> String {
    let version = Version(version);
    let mut text = format!("the CUDA driver, of CUDA {version}, could not be initialised: {described}");
    status.add_advice(&mut text, Situation::default());
    text
}

/// The message if the library `name` does not return its version. The toolkit's stub library does not.
pub(super) fn has_no_version(status: Status, name: &str) -> String {
    let Status(number) = status;
    let described = match status.name() {
        Some(known) => format!("{known} ({number})"),
        None => format!("CUDA error {number}"),
    };
    let mut text = format!("the CUDA driver library {name} does not report its version: {described}");
    status.add_advice(&mut text, Situation::default());
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_without_a_version_may_be_a_stub() {
        assert_eq!(
            has_no_version(Status(34), "`libcuda.so`"),
            "the CUDA driver library `libcuda.so` does not report its version: CUDA_ERROR_STUB_LIBRARY (34); the library that was loaded is the stub of the CUDA toolkit, for linking \
             only: take the toolkit's `stubs` folder off the loader's path (`LD_LIBRARY_PATH`), so that the library of the NVIDIA driver is found"
        );
        assert_eq!(
            has_no_version(Status(4711), "`x`"),
            "the CUDA driver library `x` does not report its version: CUDA error 4711"
        );
    }
}
