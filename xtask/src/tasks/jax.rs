//! `cargo xtask test jax`: the tests in Python that need JAX.

use crate::cargo::Profile;
use crate::process::{self, Result};
use crate::pytest;
use crate::python::{Environment, Jax};
use crate::stages::Outcome;
use crate::tasks::setup::Prepared;
use crate::workspace::Workspace;

const FOLDER: &str = "python";
const TESTS: &str = "tests/with_jax";
/// With both versions of XLA's FFI: values of each form, and errors.
const QUICK: &str = "tests/with_jax/test_functions.py";
const OLDEST: &str = "--oldest";

/// Runs the tests with JAX for the CPU; without `args`, some of them with the oldest version too, which `--oldest` chooses.
pub(crate) fn stage(workspace: &Workspace, _: &Prepared, args: &[String]) -> Result<Outcome> {
    match args.split_first() {
        None => match run(workspace, Jax::Newest, &with_tests(&pytest::in_parallel()))? {
            Outcome::Passed => run(workspace, Jax::Oldest, &[QUICK.to_owned()]),
            skipped => Ok(skipped),
        },
        Some((first, rest)) if first == OLDEST => run(workspace, Jax::Oldest, &with_tests(rest)),
        Some(_) => run(workspace, Jax::Newest, &with_tests(args)),
    }
}

/// `args`, with all tests unless they name some.
fn with_tests(args: &[String]) -> Vec<String> {
    let mut args = args.to_vec();
    if !args.iter().any(|arg| arg.starts_with("tests/")) {
        args.push(TESTS.to_owned());
    }
    args
}

fn run(workspace: &Workspace, version: Jax, args: &[String]) -> Result<Outcome> {
    let environment = match Environment::prepare_with_jax(workspace, version) {
        Ok(environment) => environment,
        Err(reason) => return Ok(Outcome::Skipped(format!("JAX cannot be installed: {reason}"))),
    };
    let libraries = pytest::build_libraries_for_frameworks(workspace, Profile::Dev)?;
    let mut command = environment.command();
    command.current_dir(workspace.join(FOLDER)).args(["-m", "pytest"]).args(args);
    if let Some(folder) = libraries.first().and_then(|library| library.parent()) {
        command.env("TVM_FFI_TEST_LIBS", folder);
    }
    process::run(&mut command)?;
    Ok(Outcome::Passed)
}
