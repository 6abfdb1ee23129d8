//! `cargo xtask quickstart`: from a fresh checkout to a Rust function called from Python.

use crate::cargo::{self, Profile};
use crate::process::{self, Result, announce};
use crate::python::Environment;
use crate::workspace::Workspace;

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let environment = Environment::prepare(workspace)?;
    let build = cargo::cargo(workspace, "build");
    let libraries = cargo::build_libraries(build, &["quickstart".to_owned()], Profile::Dev)?;
    announce(format_args!("running examples/quickstart/run.py"));
    process::run(environment.command().arg(workspace.join("examples/quickstart/run.py")).args(libraries))
}
