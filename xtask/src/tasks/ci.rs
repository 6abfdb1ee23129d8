//! `cargo xtask ci`: everything that a change has to pass.

use crate::cargo::{self, Profile, cargo};
use crate::features;
use crate::process::{self, Result};
use crate::stages::{Outcome, Stages};
use crate::tasks::{platforms, quickstart, test};
use crate::workspace::Workspace;

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let mut stages = Stages::default();
    stages.run("format", || format(workspace));
    stages.run("lints", || lints(workspace));
    stages.run("documentation", || documentation(workspace));
    stages.run("declarations", || declarations(workspace));
    test::run_all(workspace, &mut stages);
    stages
        .run("python release", || test::python(workspace, &test::prepare(workspace), Profile::Release, &[]));
    stages.run("other platforms", || platforms::stage(workspace));
    stages.run("quickstart", || quickstart::run(workspace).map(|()| Outcome::Passed));
    stages.finish()
}

fn format(workspace: &Workspace) -> Result<Outcome> {
    process::run(cargo(workspace, "fmt").args(["--all", "--check"]))?;
    Ok(Outcome::Passed)
}

fn lints(workspace: &Workspace) -> Result<Outcome> {
    let mut command = cargo(workspace, "clippy");
    command.args(features::of_workspace()).args(["--all-targets", "--", "-D", "warnings"]);
    process::run(&mut command)?;
    Ok(Outcome::Passed)
}

fn documentation(workspace: &Workspace) -> Result<Outcome> {
    let mut command = cargo(workspace, "doc");
    command.args(features::of_workspace()).arg("--no-deps");
    process::run(command.env("RUSTDOCFLAGS", cargo::with_flag("RUSTDOCFLAGS", "-D warnings")))?;
    Ok(Outcome::Passed)
}

/// Checks what depends on declarations of the CUDA driver that are not those of the other stages.
fn declarations(workspace: &Workspace) -> Result<Outcome> {
    // The oldest ones: a library is built with those of the toolkit that the machine has.
    let mut oldest = cargo(workspace, "check");
    oldest.args(["--package", "tvm-ffi-cuda"]).args(features::of_packages(&["tvm-ffi-cuda"]));
    process::run(oldest.env("CUDARC_CUDA_VERSION", "12000"))?;
    // Without a toolkit, `cust` builds for its documentation only.
    let mut cust = cargo(workspace, "check");
    process::run(cust.args(["--package", "tvm-ffi-cuda", "--features", "cust"]).env("DOCS_RS", "1"))?;
    Ok(Outcome::Passed)
}
