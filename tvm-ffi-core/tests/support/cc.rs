//! The C compiler of the machine, for tests that need the C side of the ABI.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The compiler, `CC` or `cc`, with the folders of the runtime's headers.
pub(crate) fn compiler() -> Command {
    let mut command = Command::new(std::env::var_os("CC").unwrap_or_else(|| OsString::from("cc")));
    for folder in include_folders() {
        command.arg("-I").arg(folder);
    }
    command
}

/// The folders of the runtime's headers.
///
/// A test that needs them fails without: one that is left out in silence looks like one that passed.
fn include_folders() -> Vec<PathBuf> {
    match std::env::var_os("TVM_FFI_INCLUDE") {
        Some(folders) if !folders.is_empty() => std::env::split_paths(&folders).collect(),
        _ => panic!(
            "TVM_FFI_INCLUDE is not set: run the tests with `cargo xtask test`, which sets it to the headers of the \
             pinned `apache-tvm-ffi` package"
        ),
    }
}

/// A file in the folder that Cargo keeps for tests.
pub(crate) fn scratch_file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Compiles a C source with further arguments, and gives the path of what was made.
pub(crate) fn compile(name: &str, source: &str, args: &[&str]) -> PathBuf {
    let (input, output) = (scratch_file(&format!("{name}.c")), scratch_file(name));
    std::fs::write(&input, source).expect("the scratch folder is writable");
    run(compiler().arg(&input).arg("-o").arg(&output).args(args));
    output
}

/// Runs a command that has to succeed, and gives what it printed.
pub(crate) fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("the output is UTF-8")
}
