//! `cargo xtask test`: every test there is, or one suite of them.

use std::process::Command;

use crate::cargo::{self, Profile, cargo};
use crate::features;
use crate::process::{self, Failure, Result};
use crate::pytest;
use crate::python::Environment;
use crate::stages::{Outcome, Stages};
use crate::tasks::miri;
use crate::workspace::Workspace;

pub(crate) fn run(workspace: &Workspace, args: &[String]) -> Result<()> {
    let mut stages = Stages::default();
    let Some((suite, rest)) = args.split_first() else {
        run_all(workspace, &mut stages);
        return stages.finish();
    };
    // `test rust -- hygiene` and `test rust hygiene` mean the same.
    let rest = rest.strip_prefix(&["--".to_owned()]).unwrap_or(rest);
    match suite.as_str() {
        "rust" => stages.run("rust", || rust(workspace, &prepare(workspace), rest)),
        "ui" => stages.run("ui", || ui(workspace, &prepare(workspace), rest)),
        "python" => {
            let (profile, rest) = match rest.split_first() {
                Some((first, rest)) if first == "--release" => (Profile::Release, rest),
                _ => (Profile::Dev, rest),
            };
            stages.run("python", || python(workspace, &prepare(workspace), profile, rest));
        }
        "miri" => stages.run("miri", || miri::stage(workspace, rest)),
        other => {
            return Err(Failure::Usage(format!(
                "unknown suite `{other}`, expected one of: rust, ui, python, miri"
            )));
        }
    }
    stages.finish()
}

/// Runs every suite, each once.
pub(crate) fn run_all(workspace: &Workspace, stages: &mut Stages) {
    let environment = prepare(workspace);
    stages.run("rust", || rust(workspace, &environment, &[]));
    stages.run("python", || python(workspace, &environment, Profile::Dev, &[]));
    stages.run("miri", || miri::stage(workspace, &[]));
}

/// The environment, or why there is none: each stage that needs it fails with that, the others run.
type Prepared = std::result::Result<Environment, String>;

pub(crate) fn prepare(workspace: &Workspace) -> Prepared {
    Environment::prepare(workspace).map_err(|failure| failure.to_string())
}

fn need(environment: &Prepared) -> Result<&Environment> {
    environment.as_ref().map_err(|reason| Failure::Task(reason.clone()))
}

fn rust(workspace: &Workspace, environment: &Prepared, args: &[String]) -> Result<Outcome> {
    let mut command = cargo(workspace, "test");
    command.arg("--no-fail-fast");
    match &selected_packages(args)[..] {
        [] => command.args(features::of_workspace()),
        packages => command.args(features::of_packages(packages)),
    };
    run_with_runtime(workspace, environment, command.args(args))
}

/// The compile-fail tests alone: the test target `ui`, wherever in the workspace it is.
fn ui(workspace: &Workspace, environment: &Prepared, args: &[String]) -> Result<Outcome> {
    let mut command = cargo(workspace, "test");
    command.args(features::of_workspace()).args(["--test", "ui"]);
    run_with_runtime(workspace, environment, command.args(args))
}

fn run_with_runtime(workspace: &Workspace, environment: &Prepared, command: &mut Command) -> Result<Outcome> {
    let environment = need(environment)?;
    environment.provide_runtime(command)?;
    environment.provide_cuda(workspace, command);
    process::run(command)?;
    Ok(Outcome::Passed)
}

/// Builds the kernel libraries of the tests and examples, and runs pytest over them.
///
/// The dev profile shares its artifacts with `cargo test` and keeps overflow checks and debug assertions
/// on; the release profile shows what users ship.
pub(crate) fn python(
    workspace: &Workspace,
    environment: &Prepared,
    profile: Profile,
    args: &[String],
) -> Result<Outcome> {
    let environment = need(environment)?;
    let libraries = pytest::build_libraries(workspace, || cargo(workspace, "build"), profile)?;
    let build = cargo(workspace, "build");
    let stubs = cargo::build_program(build, "tvm-ffi", "stubs", "tvm-ffi-stubs", profile)?;
    environment.add_type_checkers(workspace)?;
    let mut command = pytest::command(workspace, environment, &libraries, args)?;
    environment.provide_cuda(workspace, &mut command);
    process::run(command.env("TVM_FFI_TEST_STUBS", stubs))?;
    Ok(Outcome::Passed)
}

/// The packages that arguments for cargo choose, which `--workspace` would override.
fn selected_packages(args: &[String]) -> Vec<&str> {
    let own = args.split(|arg| arg == "--").next().unwrap_or_default();
    let mut packages = Vec::new();
    let mut rest = own.iter();
    while let Some(arg) = rest.next() {
        match arg.as_str() {
            "-p" | "--package" => packages.extend(rest.next().map(String::as_str)),
            _ => packages.extend(arg.strip_prefix("--package=").or_else(|| arg.strip_prefix("-p"))),
        }
    }
    packages
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(args: &[&str]) -> Vec<String> {
        args.iter().map(|arg| (*arg).to_owned()).collect()
    }

    #[test]
    fn package_options_replace_the_whole_workspace() {
        assert_eq!(selected_packages(&strings(&["-p", "tvm-ffi-core", "filter"])), ["tvm-ffi-core"]);
        let others = strings(&["filter", "--package=tvm-ffi-core", "-pquickstart", "--package", "xtask"]);
        assert_eq!(selected_packages(&others), ["tvm-ffi-core", "quickstart", "xtask"]);
        assert_eq!(selected_packages(&strings(&["filter", "--no-run"])), [""; 0]);
    }

    #[test]
    fn options_of_the_test_binary_select_no_package() {
        assert_eq!(selected_packages(&strings(&["filter", "--", "-p", "x"])), [""; 0]);
    }

    #[test]
    fn an_unknown_suite_is_a_usage_error_that_lists_the_known_ones() {
        let workspace = Workspace::locate().expect("the tests run in the workspace");
        let failure = run(&workspace, &strings(&["pyhton"])).expect_err("there is no such suite");
        assert!(matches!(&failure, Failure::Usage(message) if message.contains("rust, ui, python, miri")));
    }
}
