//! The end-to-end tests, which call kernel libraries from Python.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;

use crate::cargo::{self, Profile};
use crate::process::{Failure, Result, announce};
use crate::python::Environment;
use crate::workspace::{Features, Package, Workspace};

/// The folder of the tests, relative to the workspace.
pub(crate) const FOLDER: &str = "tests/python";
/// The folder of the tests of the Python package.
pub(crate) const FOLDER_OF_PACKAGE: &str = "python/tests";

/// The folder of the kernel libraries that tests call through PyTorch and JAX.
const FOLDER_FOR_FRAMEWORKS: &str = "tests/frameworks";

/// Which libraries are built.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Libraries {
    All,
    WithoutCuda,
}

/// Builds the libraries that the tests load, each with the cargo that `build` makes.
pub(crate) fn build_libraries(
    workspace: &Workspace,
    build: impl Fn() -> Command,
    profile: Profile,
    which: Libraries,
) -> Result<Vec<PathBuf>> {
    let mut packages = workspace.packages_in(FOLDER)?;
    packages.extend(workspace.packages_in("examples")?);
    packages.retain(|package| which == Libraries::All || !package.features.cuda);
    build_by_features(packages, build, profile)
}

/// Builds packages with a run of Cargo for each set of features, because a feature is enabled for all packages of a run.
fn build_by_features(
    packages: Vec<Package>,
    build: impl Fn() -> Command,
    profile: Profile,
) -> Result<Vec<PathBuf>> {
    let mut groups = BTreeMap::<Features, Vec<String>>::new();
    for package in packages {
        groups.entry(package.features).or_default().push(package.name);
    }
    let mut libraries = Vec::new();
    for names in groups.values() {
        libraries.extend(cargo::build_libraries(build(), names, profile)?);
    }
    Ok(libraries)
}

/// Builds the libraries that tests call through PyTorch and JAX.
pub(crate) fn build_libraries_for_frameworks(
    workspace: &Workspace,
    profile: Profile,
) -> Result<Vec<PathBuf>> {
    let mut packages = workspace.packages_in("examples")?;
    packages.retain(|package| package.features.frameworks);
    packages.extend(workspace.packages_in(FOLDER_FOR_FRAMEWORKS)?);
    build_by_features(packages, || cargo::cargo(workspace, "build"), profile)
}

/// The command that runs the tests on `libraries`.
pub(crate) fn command(
    workspace: &Workspace,
    environment: &Environment,
    libraries: &[PathBuf],
    args: &[String],
) -> Result<Command> {
    // Cargo puts all libraries of one profile into one folder.
    let folder = libraries.first().and_then(|library| library.parent());
    let folder = folder.ok_or_else(|| Failure::Task(format!("no kernel library in {FOLDER} or examples")))?;
    let args = arguments(args);
    announce(format_args!("running pytest {}", args.join(" ")));
    let mut command = environment.command();
    command.current_dir(workspace.root()).args(["-m", "pytest"]).args(args);
    command.env("TVM_FFI_TEST_LIBS", folder);
    Ok(command)
}

/// Options for pytest to use several cores, up to eight, because each process loads the libraries. The tests of a file stay in one process,
/// in their order.
pub(crate) fn in_parallel() -> [String; 4] {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    ["-n".to_owned(), cores.min(8).to_string(), "--dist".to_owned(), "loadfile".to_owned()]
}

/// Whether `args` name tests, rather than only options.
pub(crate) fn names_tests(args: &[String]) -> bool {
    args.iter().any(|arg| [FOLDER, FOLDER_OF_PACKAGE].iter().any(|folder| arg.starts_with(folder)))
}

/// `args`, and the folder of the tests unless they name tests.
pub(crate) fn arguments(args: &[String]) -> Vec<String> {
    let mut arguments = args.to_vec();
    if !names_tests(args) {
        arguments.push(FOLDER.to_owned());
    }
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pytest_gets_the_whole_folder_unless_a_part_is_named() {
        let option = ["-k".to_owned(), "add".to_owned()];
        assert_eq!(arguments(&option), ["-k", "add", "tests/python"]);
        let part = ["tests/python/test_calls.py::test_add".to_owned(), "-x".to_owned()];
        assert_eq!(arguments(&part), part);
    }
}
