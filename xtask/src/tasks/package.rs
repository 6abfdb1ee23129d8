//! `cargo xtask test package`: the Python package in `python`.

use crate::cargo::{self, Profile, cargo};
use crate::process::{self, Result};
use crate::pytest::{self, Libraries};
use crate::stages::Outcome;
use crate::tasks::setup::{Prepared, need};
use crate::workspace::Workspace;

/// The folder of the package, relative to the workspace.
const FOLDER: &str = "python";

/// Type checks the package, and runs its tests, with `args` for pytest.
pub(crate) fn stage(workspace: &Workspace, environment: &Prepared, args: &[String]) -> Result<Outcome> {
    let environment = need(environment)?;
    environment.add_type_checkers(workspace)?;
    let mut mypy = environment.command();
    process::run(mypy.current_dir(workspace.join(FOLDER)).args(["-m", "mypy"]))?;
    let build = || cargo(workspace, "build");
    let libraries = pytest::build_libraries(workspace, build, Profile::Dev, Libraries::WithoutCuda)?;
    let stubs = cargo::build_program(build(), "tvm-ffi-rs", "stubs", "tvm-ffi-stubs", Profile::Dev)?;
    let mut command = environment.command();
    command.current_dir(workspace.join(FOLDER)).args(["-m", "pytest", "--ignore=tests/torch"]);
    // Otherwise pytest makes `tests` a place for imports, and the folder of the tests with PyTorch would be the module `torch`.
    command.arg("--import-mode=importlib").args(args);
    if args.is_empty() {
        command.args(pytest::in_parallel());
    }
    if let Some(folder) = libraries.first().and_then(|library| library.parent()) {
        command.env("TVM_FFI_TEST_LIBS", folder);
    }
    process::run(command.env("TVM_FFI_TEST_STUBS", stubs))?;
    Ok(Outcome::Passed)
}
