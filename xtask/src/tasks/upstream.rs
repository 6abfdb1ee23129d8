//! `cargo xtask upstream`: upstream's own tests of the runtime, on the runtime in Rust.

use std::process::Command;

use crate::apt;
use crate::cargo::Profile;
use crate::process::{self, Failure, Result, announce, probe};
use crate::python::Environment;
use crate::tasks::runtime;
use crate::workspace::Workspace;

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    if !cfg!(target_os = "linux") {
        return Err(Failure::Task("`cargo xtask upstream` exchanges the runtime as on Linux".to_owned()));
    }
    provide_googletest().map_err(|reason| Failure::Task(format!("there is no GoogleTest: {reason}")))?;
    let environment = Environment::prepare(workspace)?;
    let library = runtime::build(workspace, Profile::Runtime)?;
    let mut command = environment.command();
    announce(format_args!("running tests/upstream/run.py"));
    command.current_dir(workspace.root()).arg(workspace.join("tests/upstream/run.py"));
    command.arg("--library").arg(library).arg("--folder").arg(workspace.join("target/upstream"));
    process::run(&mut command)
}

fn provide_googletest() -> std::result::Result<(), String> {
    let mut compiler = Command::new(std::env::var_os("CXX").unwrap_or_else(|| "c++".into()));
    match probe(compiler.args(["-E", "-include", "gtest/gtest.h", "-x", "c++", "/dev/null"])) {
        Ok(_) => Ok(()),
        Err(_) => apt::install(&["g++", "libgtest-dev"]),
    }
}
