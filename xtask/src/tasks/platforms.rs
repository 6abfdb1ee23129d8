//! Compiles the crates for the platforms on which no tests run.

use crate::cargo::cargo;
use crate::features;
use crate::process::{self, Result, announce};
use crate::rustup;
use crate::stages::Outcome;
use crate::workspace::Workspace;

/// Without Linux on x86-64, because the tests run there. aarch64 is here with all features; its tests use few.
const TARGETS: [&str; 3] = ["aarch64-unknown-linux-gnu", "aarch64-apple-darwin", "x86_64-pc-windows-msvc"];

/// Checks the facade, and with it all other crates, for every target whose standard library can be installed.
pub(crate) fn stage(workspace: &Workspace) -> Result<Outcome> {
    // One command, so that cargo checks for several targets at the same time.
    let mut check = cargo(workspace, "check");
    check.args(["--package", "tvm-ffi-rs"]).args(features::of_packages(&["tvm-ffi-rs"]));
    let mut reasons = Vec::new();
    for target in TARGETS {
        if let Err(reason) = rustup::provide_target(workspace, target) {
            announce(format_args!("skipping {target}: {reason}"));
            reasons.push(reason);
            continue;
        }
        check.args(["--target", target]);
    }
    if reasons.len() == TARGETS.len() {
        return Ok(Outcome::Skipped(reasons.join(", ")));
    }
    process::run(&mut check)?;
    Ok(Outcome::Passed)
}
