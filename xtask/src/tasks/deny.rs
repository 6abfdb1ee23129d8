//! The rules for dependencies in `deny.toml`: licenses, duplicate versions, sources.

use crate::cargo::cargo;
use crate::process::{self, Result, probe};
use crate::stages::Outcome;
use crate::workspace::Workspace;

/// Runs `cargo deny`, where it is installed: building it takes minutes, so that is left to the developer.
///
/// Its check of advisories needs a database from the network, and changes without a change in this repository. It is not part of the stage.
pub(crate) fn stage(workspace: &Workspace) -> Result<Outcome> {
    if probe(cargo(workspace, "deny").arg("--version")).is_err() {
        let reason = "cargo-deny is not installed (to get it: cargo install cargo-deny --locked)";
        return Ok(Outcome::Skipped(reason.to_owned()));
    }
    process::run(cargo(workspace, "deny").args(["check", "licenses", "bans", "sources"]))?;
    Ok(Outcome::Passed)
}
