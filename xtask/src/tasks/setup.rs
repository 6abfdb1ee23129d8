//! Installs what the tests need, and reports the reason for what it cannot install.

use std::ffi::OsString;
use std::process::Command;

use crate::apt;
use crate::process::{Failure, Result, probe};
use crate::python::Environment;
use crate::rustup;
use crate::stages::{Outcome, Stages};
use crate::workspace::Workspace;

/// The environment, or the reason why it is missing. Stages that need it fail with the reason; the others run.
pub(crate) type Prepared = std::result::Result<Environment, String>;

/// Installs what is missing, each part as a stage.
pub(crate) fn run(workspace: &Workspace, stages: &mut Stages) -> Prepared {
    run_beside(workspace, stages, |_| ())
}

/// Installs what is missing, and Python's packages while other stages run, which need no environment: installing mostly waits for the network.
pub(crate) fn run_beside(
    workspace: &Workspace,
    stages: &mut Stages,
    others: impl FnOnce(&mut Stages),
) -> Prepared {
    stages.run("set-up: rust-src", || {
        let without = "UI tests whose messages quote the standard library are skipped";
        Ok(or_skipped(rustup::provide_rust_src(workspace), without))
    });
    stages.run("set-up: c++", || Ok(or_skipped(provide_cxx(), "tests that compile C++ are skipped")));
    std::thread::scope(|scope| {
        let python = scope.spawn(|| Environment::prepare(workspace).map_err(|failure| failure.to_string()));
        others(stages);
        let prepared = python.join().expect("installing does not panic");
        stages.run("set-up: python", || need(&prepared).map(|_| Outcome::Passed));
        prepared
    })
}

/// The environment, for a stage that needs it.
pub(crate) fn need(environment: &Prepared) -> Result<&Environment> {
    environment.as_ref().map_err(|reason| Failure::Task(reason.clone()))
}

fn or_skipped(provided: std::result::Result<(), String>, consequence: &str) -> Outcome {
    provided.map_or_else(|reason| Outcome::Skipped(format!("{reason}; {consequence}")), |()| Outcome::Passed)
}

fn provide_cxx() -> std::result::Result<(), String> {
    let compiler = std::env::var_os("CXX").unwrap_or_else(|| OsString::from("c++"));
    match probe(Command::new(compiler).arg("--version")) {
        Ok(_) => Ok(()),
        Err(_) => apt::install(&["g++"]),
    }
}
