//! The oldest Rust that the manifests promise, `rust-version`.

use std::process::Command;

use crate::features;
use crate::process::{self, Failure, Result, announce, cannot, probe};
use crate::stages::Outcome;
use crate::workspace::Workspace;

/// Checks the published crates with that toolchain, where it is installed.
///
/// Without it, clippy's lint `incompatible_msrv` still finds newer functions of the standard library, but not newer features of the language.
pub(crate) fn stage(workspace: &Workspace) -> Result<Outcome> {
    let manifest = workspace.join("Cargo.toml");
    let text = std::fs::read_to_string(&manifest).map_err(|error| cannot("read", &manifest, &error))?;
    let version = rust_version(&text)
        .ok_or_else(|| Failure::Task(format!("no `rust-version` in `{}`", manifest.display())))?;
    let is_installed = |name: &String| probe(cargo_of(name, workspace).arg("--version")).is_ok();
    let Some(toolchain) = [version.to_owned(), format!("{version}.0")].into_iter().find(is_installed) else {
        return Ok(Outcome::Skipped(format!(
            "Rust {version} is not installed (to get it: rustup toolchain install {version} --profile minimal)"
        )));
    };
    announce(format_args!("checking with Rust {toolchain}"));
    let mut check = cargo_of(&toolchain, workspace);
    check.args(["check", "--package", "tvm-ffi-rs"]).args(features::of_packages(&["tvm-ffi-rs"]));
    process::run(&mut check)?;
    Ok(Outcome::Passed)
}

fn cargo_of(toolchain: &str, workspace: &Workspace) -> Command {
    let mut command = Command::new("rustup");
    command.args(["run", toolchain, "cargo"]).current_dir(workspace.root());
    command
}

fn rust_version(manifest: &str) -> Option<&str> {
    let value = manifest.lines().find_map(|line| line.strip_prefix("rust-version = "))?;
    Some(value.trim_matches('"'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_that_of_the_workspace() {
        let manifest = "[workspace.package]\nedition = \"2024\"\nrust-version = \"1.89\"\n";
        assert_eq!(rust_version(manifest), Some("1.89"));
        assert_eq!(rust_version("rust-version.workspace = true\n"), None);
    }
}
