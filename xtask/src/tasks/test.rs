//! `cargo xtask test`: every test there is, or one suite of them.

use std::process::Command;

use crate::cargo::{self, Profile, cargo};
use crate::process::{self, Failure, Result, announce};
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
            stages.run("python", || {
                python(workspace, &prepare(workspace), profile, rest)
            });
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
    stages.run("python", || {
        python(workspace, &environment, Profile::Dev, &[])
    });
    stages.run("miri", || miri::stage(workspace, &[]));
}

/// The environment, or why there is none: each stage that needs it fails with that, the others run.
type Prepared = std::result::Result<Environment, String>;

pub(crate) fn prepare(workspace: &Workspace) -> Prepared {
    Environment::prepare(workspace).map_err(|failure| failure.to_string())
}

fn need(environment: &Prepared) -> Result<&Environment> {
    environment
        .as_ref()
        .map_err(|reason| Failure::Task(reason.clone()))
}

fn rust(workspace: &Workspace, environment: &Prepared, args: &[String]) -> Result<Outcome> {
    let mut command = cargo(workspace);
    command.args(["test", "--no-fail-fast", "--all-features"]);
    if !selects_packages(args) {
        command.arg("--workspace");
    }
    run_with_runtime(environment, command.args(args))
}

/// The compile-fail tests alone: the test target `ui`, wherever in the workspace it is.
fn ui(workspace: &Workspace, environment: &Prepared, args: &[String]) -> Result<Outcome> {
    let mut command = cargo(workspace);
    command.args(["test", "--workspace", "--all-features", "--test", "ui"]);
    run_with_runtime(environment, command.args(args))
}

fn run_with_runtime(environment: &Prepared, command: &mut Command) -> Result<Outcome> {
    need(environment)?.provide_runtime(command)?;
    process::run(command)?;
    Ok(Outcome::Passed)
}

/// Builds the kernel libraries of the tests and examples, and runs pytest over them.
///
/// The dev profile shares its artifacts with `cargo test` and keeps overflow checks and debug assertions
/// on; `--release` shows what users ship.
pub(crate) fn python(
    workspace: &Workspace,
    environment: &Prepared,
    profile: Profile,
    args: &[String],
) -> Result<Outcome> {
    let environment = need(environment)?;
    let mut packages = workspace.packages_in("tests/python")?;
    packages.extend(workspace.packages_in("examples")?);
    let libraries = cargo::build_libraries(workspace, &packages, profile)?;
    // Cargo puts all libraries of one profile into one folder.
    let folder = libraries.first().and_then(|library| library.parent());
    let folder = folder
        .ok_or_else(|| Failure::Task("no kernel library in tests/python or examples".to_owned()))?;
    announce(format_args!("running pytest over tests/python"));
    let mut command = environment.command();
    command
        .current_dir(workspace.root())
        .args(["-m", "pytest"])
        .args(pytest_arguments(args));
    process::run(command.env("TVM_FFI_TEST_LIBS", folder))?;
    Ok(Outcome::Passed)
}

/// `args`, and the folder of the tests unless they name a part of it.
fn pytest_arguments(args: &[String]) -> Vec<String> {
    let mut arguments = args.to_vec();
    if !args.iter().any(|arg| arg.starts_with("tests/python")) {
        arguments.push("tests/python".to_owned());
    }
    arguments
}

/// Whether arguments for cargo choose packages themselves, which `--workspace` would override.
fn selects_packages(args: &[String]) -> bool {
    let own = args.split(|arg| arg == "--").next().unwrap_or_default();
    own.iter()
        .any(|arg| arg.starts_with("-p") || arg.starts_with("--package"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(args: &[&str]) -> Vec<String> {
        args.iter().map(|arg| (*arg).to_owned()).collect()
    }

    #[test]
    fn a_package_option_replaces_the_whole_workspace() {
        assert!(selects_packages(&strings(&["-p", "tvm-ffi-core"])));
        assert!(selects_packages(&strings(&[
            "filter",
            "--package=tvm-ffi-core"
        ])));
        assert!(!selects_packages(&strings(&["filter"])));
    }

    #[test]
    fn options_of_the_test_binary_select_no_package() {
        assert!(!selects_packages(&strings(&["filter", "--", "-p", "x"])));
    }

    #[test]
    fn pytest_gets_the_whole_folder_unless_a_part_is_named() {
        assert_eq!(
            pytest_arguments(&strings(&["-k", "add"])),
            ["-k", "add", "tests/python"]
        );
        let part = strings(&["tests/python/test_calls.py::test_add", "-x"]);
        assert_eq!(pytest_arguments(&part), part);
    }

    #[test]
    fn an_unknown_suite_is_a_usage_error_that_lists_the_known_ones() {
        let workspace = Workspace::locate().expect("the tests run in the workspace");
        let failure = run(&workspace, &strings(&["pyhton"])).expect_err("there is no such suite");
        assert!(
            matches!(&failure, Failure::Usage(message) if message.contains("rust, ui, python, miri"))
        );
    }
}
