//! Writes files, or compares them with the new text.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;

/// The result for one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Written {
    Current,
    Stale,
    Done,
}

/// Prints a text. The reader of the pipe may close it early.
pub(crate) fn print(text: &str) -> Result<ExitCode, String> {
    let mut stdout = std::io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(format!("cannot print: {error}")),
        _ => Ok(ExitCode::SUCCESS),
    }
}

/// Writes a file unless it has the text already; with `check`, only compares.
pub(crate) fn write(path: &Path, text: &str, check: bool) -> Result<Written, String> {
    let found = match fs::read(path) {
        Ok(found) => Some(found),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(format!("cannot read `{}`: {error}", path.display())),
    };
    match found {
        Some(found) if same_lines(&found, text) => Ok(Written::Current),
        _ if check => Ok(Written::Stale),
        _ => match fs::write(path, text) {
            Ok(()) => Ok(Written::Done),
            Err(error) => Err(format!("cannot write `{}`: {error}", path.display())),
        },
    }
}

/// Version control may have changed the ends of the lines.
fn same_lines(found: &[u8], text: &str) -> bool {
    str::from_utf8(found).is_ok_and(|found| found.replace("\r\n", "\n") == text)
}
