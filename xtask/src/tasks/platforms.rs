//! The other platforms: the code is compiled for them, since nothing of it can run here.

use crate::cargo::cargo;
use crate::features;
use crate::process::{self, Result, announce};
use crate::rustup::{self, Toolchain};
use crate::stages::Outcome;
use crate::workspace::Workspace;

/// Linux on x86-64 is not one of them: the tests run there.
const TARGETS: [&str; 3] = ["aarch64-unknown-linux-gnu", "aarch64-apple-darwin", "x86_64-pc-windows-msvc"];

/// Checks the facade, and with it all other crates, for every target whose standard library can be had.
pub(crate) fn stage(workspace: &Workspace) -> Result<Outcome> {
    let installed = match rustup::installed_targets(workspace) {
        Ok(installed) => installed,
        Err(reason) => return Ok(Outcome::Skipped(reason)),
    };
    for target in TARGETS {
        if !installed.iter().any(|it| it == target)
            && let Err(reason) = Toolchain::Pinned.add_target(workspace, target)
        {
            announce(format_args!("skipping {target}: {reason}"));
            continue;
        }
        announce(format_args!("checking for {target}"));
        let mut check = cargo(workspace, "check");
        check.args(["--package", "tvm-ffi", "--target", target]).args(features::of_packages(&["tvm-ffi"]));
        process::run(&mut check)?;
    }
    Ok(Outcome::Passed)
}
