//! `cargo xtask loom`: the code that threads share without a lock, in every order of their steps.

use crate::cargo::{self, cargo};
use crate::process::{self, Result};
use crate::workspace::Workspace;

pub(crate) fn run(workspace: &Workspace, args: &[String]) -> Result<()> {
    let mut test = cargo(workspace, "test");
    // Other flags compile everything again, so the folder is another one.
    test.args(["--package", "tvm-ffi-tests-loom", "--release", "--target-dir", "target/loom", "--"])
        .args(args);
    process::run(test.env("RUSTFLAGS", cargo::with_flag("RUSTFLAGS", "--cfg loom")))
}
