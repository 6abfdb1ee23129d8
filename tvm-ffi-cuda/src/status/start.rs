//! Errors of a driver that cannot be initialised.

use super::{Status, advice};
use crate::driver::{Functions, Version};

/// The message if `cuInit` fails.
pub(crate) fn cannot_start(status: Status, functions: &Functions, version: i32) -> String {
    text(status, &status.describe(functions), version)
}

pub(super) fn text(status: Status, described: &str, version: i32) -> String {
    let mut text =
        format!("the CUDA driver, of CUDA {}, could not be initialised: {described}", Version(version));
    if let Some(advice) = advice::of(status, advice::Situation { is_blocking: false, is_forked: false }) {
        text.push_str("; ");
        text.push_str(advice);
    }
    text
}

/// The message if the library `name` does not return its version. The toolkit's stub library does not.
pub(crate) fn has_no_version(status: Status, name: &str) -> String {
    let described = match advice::name(status) {
        Some(known) => format!("{known} ({})", status.0),
        None => format!("CUDA error {}", status.0),
    };
    let mut text = format!("the CUDA driver library {name} does not tell its version: {described}");
    if let Some(advice) = advice::of(status, advice::Situation { is_blocking: false, is_forked: false }) {
        text.push_str("; ");
        text.push_str(advice);
    }
    text
}
