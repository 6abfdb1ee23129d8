//! `cargo xtask test`: the usual tests. Everything is built first, while Python's packages are installed; then the programs run two at a time.

use std::process::Command;

use crate::cargo::{Profile, cargo};
use crate::features;
use crate::process::{Failure, Result};
use crate::programs::{self, Program};
use crate::pytest;
use crate::stages::{Outcome, Stages};
use crate::tasks::setup::{self, Prepared, need};
use crate::tasks::test::{self, ForPython, SEARCH};
use crate::workspace::Workspace;

/// The tests in the documentation of the macros, which are those of the facade too. Only the facade can compile them.
const OF_MACROS: &str = "tvm-ffi-macros/src/";

/// The test programs of Rust, and what pytest needs.
struct Built {
    rust: Vec<Program>,
    python: ForPython,
}

/// Runs the usual tests, and returns the environment for the stages that follow.
pub(crate) fn run(workspace: &Workspace, stages: &mut Stages) -> Prepared {
    let mut built = None;
    let environment = setup::run_beside(workspace, stages, |stages| {
        stages.run("build", || {
            built = Some(build(workspace)?);
            Ok(Outcome::Passed)
        });
    });
    stages.run("tests", || {
        let Built { rust, python } = built.ok_or_else(|| Failure::Task("they are not built".to_owned()))?;
        let mut command = test::pytest_with(workspace, need(&environment)?, &python, &[])?;
        need(&environment)?.leave_out_cuda(&mut command);
        command.args(pytest::in_parallel());
        let pytest = Program { name: pytest::FOLDER.to_owned(), command };
        let rust = with_runtime(rust, &environment)?;
        programs::run(std::iter::once(pytest).chain(rust).collect())?;
        Ok(Outcome::Passed)
    });
    environment
}

/// All tests in Rust.
pub(crate) fn rust(workspace: &Workspace, environment: &Prepared) -> Result<Outcome> {
    programs::run(with_runtime(build_rust(workspace)?, environment)?)?;
    Ok(Outcome::Passed)
}

fn build(workspace: &Workspace) -> Result<Built> {
    let rust = build_rust(workspace)?;
    Ok(Built { rust, python: test::build_for_python(workspace, Profile::Dev)? })
}

/// Builds the test programs. Those that take longest come first: the tests in documentation, and the mistakes that do not compile.
fn build_rust(workspace: &Workspace) -> Result<Vec<Program>> {
    let build = |command: &mut Command| programs::build(workspace.root(), command);
    let mut rust = build(cargo(workspace, "test").args(features::of_workspace()))?;
    rust.extend(build(cargo(workspace, "test").args(["--package", "tvm-ffi-rs-core", "--test", SEARCH]))?);
    rust.sort_by_key(|program| !program.name.ends_with("ui.rs"));
    let mut documentation = cargo(workspace, "test");
    documentation.arg("--doc").args(features::of_workspace()).args(["--", "--skip", OF_MACROS]);
    rust.insert(0, Program { name: "documentation".to_owned(), command: documentation });
    Ok(rust)
}

/// The programs, with the C++ runtime to be found.
fn with_runtime(programs: Vec<Program>, environment: &Prepared) -> Result<Vec<Program>> {
    let environment = need(environment)?;
    let mut settings = Command::new("");
    environment.provide_runtime(&mut settings)?;
    environment.leave_out_cuda(&mut settings);
    Ok(programs.into_iter().map(|program| program.with_variables_of(&settings)).collect())
}
