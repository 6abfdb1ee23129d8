//! `cargo xtask test targets`: wheels for other platforms, linked on this machine and read; those for this machine run too.

use std::path::Path;

use crate::apt;
use crate::process::{self, Result, announce};
use crate::python::Environment;
use crate::rustup;
use crate::stages::Outcome;
use crate::workspace::Workspace;

const TESTS: &str = "python/tests/with_targets";
/// The platforms, by the names of pip and of rustc.
const TARGETS: [(&str, &str); 6] = [
    ("manylinux2014_x86_64", "x86_64-unknown-linux-gnu"),
    ("manylinux2014_aarch64", "aarch64-unknown-linux-gnu"),
    ("musllinux_1_2_x86_64", "x86_64-unknown-linux-musl"),
    ("win_amd64", "x86_64-pc-windows-gnu"),
    ("macosx_11_0_arm64", "aarch64-apple-darwin"),
    ("macosx_10_12_x86_64", "x86_64-apple-darwin"),
];
/// The loader of musl, which Debian has as a package.
const MUSL: &str = "/lib/ld-musl-x86_64.so.1";

/// Builds the wheels of an example for all platforms, and checks them, with `args` for pytest.
pub(crate) fn stage(workspace: &Workspace, args: &[String]) -> Result<Outcome> {
    run(workspace, &TARGETS, args)
}

/// The same for the oldest Linux only: what links it links for the others.
pub(crate) fn short(workspace: &Workspace) -> Result<Outcome> {
    run(workspace, &TARGETS[..1], &[])
}

fn run(workspace: &Workspace, targets: &[(&str, &str)], args: &[String]) -> Result<Outcome> {
    if !cfg!(target_os = "linux") {
        return Ok(Outcome::Skipped("the files are read with tools for Linux".to_owned()));
    }
    let environment = match Environment::prepare_with_targets(workspace) {
        Ok(environment) => environment,
        Err(reason) => return Ok(Outcome::Skipped(format!("the linker cannot be installed: {reason}"))),
    };
    let mut names = Vec::new();
    for (name, triple) in targets {
        if let Err(reason) = rustup::provide_target(workspace, triple) {
            announce(format_args!("skipping {name}: {reason}"));
            continue;
        }
        names.push(*name);
    }
    if !names.contains(&TARGETS[0].0) {
        return Ok(Outcome::Skipped(format!("there is no standard library for {}", TARGETS[0].1)));
    }
    if names.iter().any(|name| name.starts_with("musl"))
        && !Path::new(MUSL).exists()
        && let Err(reason) = apt::install(&["musl"])
    {
        announce(format_args!("no library for musl is run: {reason}"));
    }
    let mut pytest = environment.command();
    pytest.env("TVM_FFI_TEST_TARGETS", names.join(",")).env("CARGO_TARGET_DIR", workspace.join("target"));
    pytest.args(["-m", "pytest", "--import-mode=importlib", "-rs", TESTS]).args(args);
    process::run(&mut pytest)?;
    Ok(Outcome::Passed)
}
