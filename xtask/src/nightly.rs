//! The nightly toolchain, which Miri and the sanitizers need.

use std::process::Command;

use crate::process::probe;
use crate::workspace::Workspace;

/// The cargo of the nightly toolchain, in the root of the workspace.
///
/// It uses `rustup run`, because `cargo +nightly` fails on Windows: there, a child of cargo finds the cargo of the pinned toolchain
/// first, which does not know `+nightly`.
pub(crate) fn cargo(workspace: &Workspace) -> Command {
    let mut command = Command::new("rustup");
    command.args(["run", "nightly", "cargo"]).current_dir(workspace.root());
    command
}

/// The triple that the toolchain compiles for, or the reason why the toolchain is missing.
pub(crate) fn host() -> Result<String, String> {
    let version = probe(Command::new("rustup").args(["run", "nightly", "rustc", "-vV"]))?;
    version
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .map(str::to_owned)
        .ok_or_else(|| format!("`rustc -vV` names no host: {version:?}"))
}
