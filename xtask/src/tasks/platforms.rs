//! The other platforms: the code is compiled for them, since nothing of it can run here.

use std::process::Command;

use crate::cargo::cargo;
use crate::features;
use crate::process::{self, Result, announce, probe};
use crate::stages::Outcome;
use crate::workspace::Workspace;

const TARGETS: [&str; 4] = [
    "x86_64-unknown-linux-gnu",
    "aarch64-unknown-linux-gnu",
    "aarch64-apple-darwin",
    "x86_64-pc-windows-msvc",
];

/// Checks the facade, and with it all other crates, for every target whose standard library is installed.
pub(crate) fn stage(workspace: &Workspace) -> Result<Outcome> {
    let mut list = Command::new("rustup");
    list.args(["target", "list", "--installed"]).current_dir(workspace.root());
    let installed = match probe(&mut list) {
        Ok(installed) => installed,
        Err(reason) => return Ok(Outcome::Skipped(reason)),
    };
    let (present, missing): (Vec<_>, Vec<_>) =
        TARGETS.into_iter().partition(|target| installed.lines().any(|line| line == *target));
    for target in missing {
        announce(format_args!("skipping {target}: `rustup target add {target}` installs what it takes"));
    }
    for target in present {
        announce(format_args!("checking for {target}"));
        let mut check = cargo(workspace, "check");
        check.args(["--package", "tvm-ffi", "--target", target]).args(features::of_packages(&["tvm-ffi"]));
        process::run(&mut check)?;
    }
    Ok(Outcome::Passed)
}
