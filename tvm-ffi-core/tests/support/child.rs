//! Tests that need a process of their own: the test binary runs itself again with one test alone in it.

use std::ffi::OsString;
use std::process::{Command, Output, Stdio};

/// Tells the child what it is to do.
const VARIABLE: &str = "TVM_FFI_TEST_CHILD";

/// Names the emulator and its arguments, where one runs the test binary. It has to run the child too.
const EMULATOR: &str = "TVM_FFI_TEST_EMULATOR";

/// What the child is to do, if this is one.
pub(crate) fn role() -> Option<String> {
    std::env::var(VARIABLE).ok()
}

/// A command that runs this test in a child with a role. Its environment is that of this process.
pub(crate) fn command(test: &str, role: &str) -> Command {
    let program = std::env::current_exe().expect("the test binary has a path");
    let emulator = std::env::var(EMULATOR).unwrap_or_default();
    let mut words = emulator.split_whitespace().map(OsString::from).chain([program.into_os_string()]);
    let mut command = Command::new(words.next().expect("the program is the last word"));
    command.args(words).args(["--exact", test, "--nocapture", "--test-threads=1"]);
    command.env(VARIABLE, role).stdin(Stdio::null());
    command
}

/// The same with nothing in the environment that could lead to a runtime, and no program to be found.
#[allow(dead_code, reason = "not every test binary needs it")]
pub(crate) fn bare_command(test: &str, role: &str) -> Command {
    let mut command = command(test, role);
    command.env_clear().env(VARIABLE, role).env("PATH", env!("CARGO_TARGET_TMPDIR"));
    command
}

/// What a child has to succeed with: its output and what it wrote to stderr.
pub(crate) fn run(command: &mut Command) -> (String, String) {
    let output = command.output().expect("the test binary runs");
    let Output { status, stdout, stderr } = output;
    let [stdout, stderr] = [stdout, stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(status.success(), "the child ended with {status}:\n{stdout}\n{stderr}");
    (stdout, stderr)
}

/// Runs this test in a child with a bare environment. `Some` in that child.
#[allow(dead_code, reason = "not every test binary needs it")]
pub(crate) fn alone(test: &str) -> Option<()> {
    if role().is_none() {
        run(&mut bare_command(test, "alone"));
        return None;
    }
    Some(())
}
