//! Lines on the standard error stream: warnings, and errors that the caller may not show.

use core::fmt::Arguments;
use std::io::{Write, stderr};

/// Prints a line. If it cannot be written, nothing else happens: `eprintln!` would panic, and its caller would fail.
#[cold]
pub(crate) fn print(line: Arguments<'_>) {
    let _ = stderr().write_all(format!("{line}\n").as_bytes());
}
