//! `cargo xtask test torch`: the tests in Python that need PyTorch.

use crate::cargo::Profile;
use crate::process::{self, Result};
use crate::pytest;
use crate::python::Environment;
use crate::stages::Outcome;
use crate::tasks::setup::Prepared;
use crate::tasks::test;
use crate::workspace::Workspace;

/// The tests of kernel libraries.
const TESTS: [&str; 2] = ["tests/python/with_torch", "tests/python/test_torch_device.py"];
/// The folder of the Python package, and its tests.
const PACKAGE: &str = "python";
const TESTS_OF_PACKAGE: &str = "python/tests/with_torch";

/// Runs the tests with PyTorch for the CPU, in an environment of its own that has it.
pub(crate) fn stage(workspace: &Workspace, _: &Prepared, args: &[String]) -> Result<Outcome> {
    let environment = Environment::prepare_with_torch(workspace);
    if let Err(reason) = environment {
        return Ok(Outcome::Skipped(format!("PyTorch cannot be installed: {reason}")));
    }
    pytest::build_libraries_for_frameworks(workspace, Profile::Dev)?;
    if pytest::names_tests(args) {
        return run(workspace, &environment, args);
    }
    run(workspace, &environment, &[&TESTS.map(str::to_owned), args, &pytest::in_parallel()].concat())?;
    if workspace.join(TESTS_OF_PACKAGE).is_dir() {
        let tests = [TESTS_OF_PACKAGE.to_owned()];
        run(workspace, &environment, &[&tests, args, &pytest::in_parallel()].concat())?;
    }
    Ok(Outcome::Passed)
}

fn run(workspace: &Workspace, environment: &Prepared, args: &[String]) -> Result<Outcome> {
    let mut command = test::pytest(workspace, environment, Profile::Dev, args)?;
    process::run(command.env("PYTHONPATH", workspace.join(PACKAGE)))?;
    Ok(Outcome::Passed)
}
