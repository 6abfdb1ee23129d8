//! `cargo xtask test torch`: the tests in Python that need PyTorch.

use crate::cargo::{self, Profile, cargo};
use crate::process::{self, Result};
use crate::pytest;
use crate::python::Environment;
use crate::stages::Outcome;
use crate::tasks::setup::Prepared;
use crate::tasks::test;
use crate::workspace::Workspace;

/// The tests of kernel libraries.
const TESTS: [&str; 2] = ["tests/python/with_torch", "tests/python/test_torch_device.py"];
/// The folder of the Python package, its tests, and the folder of the kernel libraries that these call.
const PACKAGE: &str = "python";
const TESTS_OF_PACKAGE: &str = "python/tests/with_torch";
const LIBRARIES_OF_PACKAGE: &str = "tests/frameworks";

/// Runs the tests with PyTorch for the CPU, in an environment of its own that has it.
pub(crate) fn stage(workspace: &Workspace, _: &Prepared, args: &[String]) -> Result<Outcome> {
    let environment = Environment::prepare_with_torch(workspace);
    if let Err(reason) = environment {
        return Ok(Outcome::Skipped(format!("PyTorch cannot be installed: {reason}")));
    }
    build_libraries_of_package(workspace)?;
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

fn build_libraries_of_package(workspace: &Workspace) -> Result<()> {
    if workspace.join(LIBRARIES_OF_PACKAGE).is_dir() {
        let packages = workspace.packages_in(LIBRARIES_OF_PACKAGE)?;
        let names: Vec<_> = packages.into_iter().map(|package| package.name).collect();
        cargo::build_libraries(cargo(workspace, "build"), &names, Profile::Dev)?;
    }
    Ok(())
}

fn run(workspace: &Workspace, environment: &Prepared, args: &[String]) -> Result<Outcome> {
    let mut command = test::pytest(workspace, environment, Profile::Dev, args)?;
    process::run(command.env("PYTHONPATH", workspace.join(PACKAGE)))?;
    Ok(Outcome::Passed)
}
