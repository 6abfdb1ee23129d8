//! `cargo xtask ci`: everything that a change has to pass.

use crate::cargo::{self, Profile, cargo};
use crate::process::{self, Result};
use crate::stages::{Outcome, Stages};
use crate::tasks::{platforms, quickstart, test};
use crate::workspace::Workspace;

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let mut stages = Stages::default();
    stages.run("format", || format(workspace));
    stages.run("lints", || lints(workspace));
    stages.run("documentation", || documentation(workspace));
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
    command.args(["--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"]);
    process::run(&mut command)?;
    Ok(Outcome::Passed)
}

fn documentation(workspace: &Workspace) -> Result<Outcome> {
    let mut command = cargo(workspace, "doc");
    command.args(["--workspace", "--no-deps", "--all-features"]);
    process::run(command.env("RUSTDOCFLAGS", cargo::with_flag("RUSTDOCFLAGS", "-D warnings")))?;
    Ok(Outcome::Passed)
}
