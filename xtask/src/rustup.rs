//! Adds missing components and targets to toolchains.

use std::path::PathBuf;
use std::process::Command;

use crate::process::{announce, probe};
use crate::workspace::Workspace;

/// A toolchain that commands use.
#[derive(Clone, Copy)]
pub(crate) enum Toolchain {
    /// The one that builds the workspace.
    Pinned,
    Nightly,
}

impl Toolchain {
    fn rustup(self, workspace: &Workspace, args: &[&str]) -> Command {
        let mut command = Command::new("rustup");
        command.args(args).current_dir(workspace.root());
        if let Self::Nightly = self {
            command.args(["--toolchain", "nightly"]);
        }
        command
    }

    /// Adds `components`. The error is the reason why it failed.
    pub(crate) fn add_components(
        self,
        workspace: &Workspace,
        components: &[&str],
    ) -> std::result::Result<(), String> {
        announce(format_args!("adding {}: rustup component add", components.join(" and ")));
        add(self.rustup(workspace, &["component", "add"]).args(components))
    }
}

fn add(command: &mut Command) -> std::result::Result<(), String> {
    probe(command).map(drop).map_err(|reason| format!("rustup could not add it: {reason}"))
}

/// Adds the standard library for `target`, if it is missing. The error is the reason why it failed.
pub(crate) fn provide_target(workspace: &Workspace, target: &str) -> std::result::Result<(), String> {
    let installed = probe(&mut Toolchain::Pinned.rustup(workspace, &["target", "list", "--installed"]))?;
    if installed.lines().any(|installed| installed == target) {
        return Ok(());
    }
    announce(format_args!("adding the standard library for {target}: rustup target add"));
    add(Toolchain::Pinned.rustup(workspace, &["target", "add"]).arg(target))
}

/// Adds the source of the standard library, which compiler messages quote, if it is missing. The error is the reason why it failed.
pub(crate) fn provide_rust_src(workspace: &Workspace) -> std::result::Result<(), String> {
    let source = sysroot(workspace)?.join("lib/rustlib/src/rust/library");
    if source.is_dir() { Ok(()) } else { Toolchain::Pinned.add_components(workspace, &["rust-src"]) }
}

/// Adds the component with cargo's subcommand `name`, if it is missing. The error is the reason why it failed.
pub(crate) fn provide_subcommand(
    workspace: &Workspace,
    name: &str,
    component: &str,
) -> std::result::Result<(), String> {
    let mut version = crate::cargo::cargo(workspace, name);
    match probe(version.arg("--version")) {
        Ok(_) => Ok(()),
        Err(_) => Toolchain::Pinned.add_components(workspace, &[component]),
    }
}

fn sysroot(workspace: &Workspace) -> std::result::Result<PathBuf, String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let sysroot = probe(Command::new(rustc).args(["--print", "sysroot"]).current_dir(workspace.root()))?;
    Ok(PathBuf::from(sysroot.trim()))
}
