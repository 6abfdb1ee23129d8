//! The nightly toolchain, which Miri and the sanitizers need.

use std::process::Command;

use crate::process::probe;
use crate::workspace::Workspace;

/// The cargo of the nightly toolchain, in the root of the workspace.
///
/// Through `rustup run` rather than `cargo +nightly`: on Windows the `cargo` that a child of cargo finds
/// first is that of the pinned toolchain, which does not know `+nightly`.
pub(crate) fn cargo(workspace: &Workspace) -> Command {
    let mut command = Command::new("rustup");
    command.args(["run", "nightly", "cargo"]).current_dir(workspace.root());
    command
}

/// The triple that the toolchain compiles for, or why there is no such toolchain.
pub(crate) fn host() -> Result<String, String> {
    let version = probe(Command::new("rustup").args(["run", "nightly", "rustc", "-vV"]))?;
    version
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .map(str::to_owned)
        .ok_or_else(|| format!("`rustc -vV` names no host: {version:?}"))
}
