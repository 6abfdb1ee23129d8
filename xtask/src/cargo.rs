//! Invocations of cargo.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

use crate::artifacts;
use crate::process::{Failure, Result, announce, capture};
use crate::workspace::Workspace;

/// How a kernel library is compiled.
#[derive(Clone, Copy)]
pub(crate) enum Profile {
    Dev,
    Release,
    /// The profile of the shared library of the runtime.
    Runtime,
}

impl Profile {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Dev => "dev",
            Self::Release => "release",
            Self::Runtime => "runtime",
        }
    }
}

/// A subcommand of the cargo that started this program, in the root of the workspace.
pub(crate) fn cargo(workspace: &Workspace, subcommand: &str) -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = Command::new(program);
    command.arg(subcommand).current_dir(workspace.root());
    command
}

/// Builds the libraries of `packages`, and returns the path of each shared library, in the same order.
///
/// `build` is `cargo build` of some toolchain. The paths come from cargo's own messages: a guess from
/// `target/<profile>` is wrong as soon as the target folder or triple is configured.
pub(crate) fn build_libraries(
    mut build: Command,
    packages: &[String],
    profile: Profile,
) -> Result<Vec<PathBuf>> {
    if packages.is_empty() {
        return Ok(Vec::new());
    }
    announce(format_args!("building {} ({})", packages.join(", "), profile.name()));
    build.args(["--message-format=json-render-diagnostics", "--profile", profile.name()]);
    for package in packages {
        build.args(["--package", package]);
    }
    let messages = capture(&mut build)?;
    packages.iter().map(|package| shared_library(&messages, package)).collect()
}

/// Builds the program `name`, which `package` has with `features`, and returns its path.
pub(crate) fn build_program(
    mut build: Command,
    package: &str,
    features: &str,
    name: &str,
    profile: Profile,
) -> Result<PathBuf> {
    announce(format_args!("building {name} ({})", profile.name()));
    build.args(["--message-format=json-render-diagnostics", "--profile", profile.name()]);
    build.args(["--package", package, "--features", features, "--bin", name]);
    artifacts::find_program(&capture(&mut build)?, name)
        .ok_or_else(|| Failure::Task(format!("package `{package}` built no program `{name}`")))
}

fn shared_library(messages: &str, package: &str) -> Result<PathBuf> {
    artifacts::find_shared_library(messages, package).ok_or_else(|| {
        let file = artifacts::shared_library_name(package);
        Failure::Task(format!(
            "package `{package}` built no `{file}`, expected `crate-type = [\"cdylib\", \"rlib\"]`"
        ))
    })
}

/// The value of the variable `name`, with `flag` added.
pub(crate) fn with_flag(name: &str, flag: &str) -> String {
    match std::env::var(name) {
        Ok(flags) if !flags.is_empty() => format!("{flags} {flag}"),
        _ => flag.to_owned(),
    }
}
