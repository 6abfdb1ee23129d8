//! Tests that need their own process, since a process loads only one driver: the test binary starts itself again with one test.

use std::process::{Command, Stdio};

/// Set in the child.
const VARIABLE: &str = "TVM_FFI_TEST_CHILD";

/// Whether this process was started by [`run`].
pub fn is_child() -> bool {
    std::env::var_os(VARIABLE).is_some()
}

/// Runs a test in a child process, where [`is_child`] is true, with these environment variables. Returns what it printed.
///
/// # Panics
///
/// If the test fails in the child, or if no test has that name.
pub fn run(test: &str, variables: &[(&str, &str)]) -> String {
    let program = std::env::current_exe().expect("the test binary has a path");
    let mut command = Command::new(program);
    command.args(["--exact", test, "--include-ignored", "--nocapture", "--test-threads=1"]);
    command.env(VARIABLE, "1").envs(variables.iter().copied()).stdin(Stdio::null());
    let output = command.output().expect("the test binary runs");
    let [stdout, stderr] =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    let is_run = stdout.contains("test result: ok. 1 passed");
    assert!(output.status.success() && is_run, "the child ended with {}:\n{stdout}\n{stderr}", output.status);
    stdout
}
