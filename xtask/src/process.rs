//! Starts programs, and reports how they failed.

use std::fmt;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

/// Why a command of this program ended early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The command line was wrong; printed with the usage.
    Usage(String),
    /// A task failed.
    Task(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(message) | Self::Task(message) => f.write_str(message),
        }
    }
}

pub(crate) type Result<T> = std::result::Result<T, Failure>;

/// Prints the name of the next step, which may take long.
///
/// It goes to stderr, as cargo's progress does: stdout belongs to the programs that the step runs.
pub(crate) fn announce(step: fmt::Arguments<'_>) {
    eprintln!("==> {step}");
}

/// Runs `command` with the stdout and stderr of this process, and expects it to succeed.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    // A prompt would hang without a user.
    let status = command.stdin(Stdio::null()).status().map_err(|error| cannot_start(command, &error))?;
    expect_success(command, status)
}

/// Runs `command` and returns its stdout; stderr is that of this process.
pub(crate) fn capture(command: &mut Command) -> Result<String> {
    let output = command
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| cannot_start(command, &error))?;
    expect_success(command, output.status)?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Runs `command`, keeps its output, and returns it or the first error in it.
pub(crate) fn probe(command: &mut Command) -> std::result::Result<String, String> {
    let output = command.stdin(Stdio::null()).output().map_err(|error| error.to_string())?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(first_error(&String::from_utf8_lossy(&output.stderr)).to_owned())
}

/// The line that says what went wrong: the first that calls itself an error, or else the first of all.
fn first_error(stderr: &str) -> &str {
    let mut lines = stderr.lines().map(str::trim).filter(|line| !line.is_empty());
    let error = lines.clone().find(|line| line.starts_with("error"));
    error.or_else(|| lines.next()).unwrap_or("no output")
}

fn expect_success(command: &Command, status: ExitStatus) -> Result<()> {
    if status.success() {
        Ok(())
    } else {
        Err(Failure::Task(format!("`{}` failed: {status}", describe(command))))
    }
}

/// The error for a failed operation on a file or folder.
pub(crate) fn cannot(verb: &str, path: &Path, error: &std::io::Error) -> Failure {
    Failure::Task(format!("cannot {verb} `{}`: {error}", path.display()))
}

pub(crate) fn cannot_start(command: &Command, error: &std::io::Error) -> Failure {
    Failure::Task(format!("cannot start `{}`: {error}", describe(command)))
}

/// The command line, short of the folder of the program.
fn describe(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_name().unwrap_or(program.as_os_str());
    let mut text = name.to_string_lossy().into_owned();
    for arg in command.get_args() {
        text.push(' ');
        text.push_str(&arg.to_string_lossy());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reason_is_the_error_and_not_the_progress_before_it() {
        let rustup = "info: downloading component rust-src\n\nerror: could not download file\n";
        assert_eq!(first_error(rustup), "error: could not download file");
        assert_eq!(first_error("\n  Traceback:\nImportError\n"), "Traceback:");
        assert_eq!(first_error(""), "no output");
    }
}
