//! Tests for Windows in Wine: unit tests, and calls from CPython.

mod wine;

use std::process::Command;

use crate::apt;
use crate::cargo::{Profile, cargo};
use crate::process::{Failure, Result, probe};
use crate::programs::{self, Program};
use crate::pytest;
use crate::rustup;
use crate::stages::Outcome;
use crate::tasks::setup::{Prepared, need};
use crate::tasks::test::build_for_python_with;
use crate::workspace::Workspace;
use wine::{Wine, windows_path};

const TARGET: &str = "x86_64-pc-windows-gnu";
const COMPILER: &str = "x86_64-w64-mingw32-gcc";
const PACKAGES: [&str; 3] = ["gcc-mingw-w64-x86-64", "wine", "wine64"];
/// The folder with what is installed beside Wine.
const SOURCES: &str = "tests/windows";

const WITH_UNIT_TESTS: [&str; 4] =
    ["tvm-ffi-rs-abi", "tvm-ffi-rs-core", "tvm-ffi-rs-python", "tvm-ffi-rs-runtime"];
/// Tests in Rust that need a C compiler, which does not run in Wine.
const WITH_COMPILER: [&str; 4] = [
    "module::a_function_that_is_not_there_is_named",
    "module::a_loaded_module_is_kept_for_the_process",
    "module::a_python_module_of_windows_is_loaded",
    "module::functions_of_a_library_are_found_and_called",
];

/// The files with tests in Python of a short run.
const SHORT: [&str; 8] =
    ["calls", "dispatch", "errors", "functions", "module_classes", "objects", "panics", "tensors"];
/// The files with tests of the Python package. The others start cargo, which does not run in Wine.
const OF_PACKAGE: [&str; 3] = ["load", "manifest", "pairs"];

/// Runs the unit tests, and the tests in Python that are most of what a call does.
pub(crate) fn short(workspace: &Workspace, environment: &Prepared) -> Result<Outcome> {
    stage(workspace, environment, &SHORT.map(|name| file(pytest::FOLDER, name)))
}

/// Runs the tests, if Wine, a compiler, and CPython can be installed: those in Python with `args` for pytest, or all.
pub(crate) fn stage(workspace: &Workspace, environment: &Prepared, args: &[String]) -> Result<Outcome> {
    let environment = need(environment)?;
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        return Ok(Outcome::Skipped("Wine is set up for Linux on x86-64".to_owned()));
    }
    let wine = provide_tools()
        .and_then(|()| rustup::provide_target(workspace, TARGET))
        .and_then(|()| Wine::prepare(workspace, environment).map_err(|failure| failure.to_string()));
    let wine = match wine {
        Ok(wine) => wine,
        Err(reason) => return Ok(Outcome::Skipped(reason)),
    };
    let mut programs = python(workspace, &wine, args)?;
    programs.extend(rust(workspace, &wine)?);
    wine.start()?;
    programs::run(programs)?;
    Ok(Outcome::Passed)
}

fn provide_tools() -> std::result::Result<(), String> {
    let has = |program: &str| probe(Command::new(program).arg("--version")).is_ok();
    if has("wine") && has(COMPILER) { Ok(()) } else { apt::install(&PACKAGES) }
}

/// The unit tests, and those of the interface of `tvm-ffi-core`.
fn rust(workspace: &Workspace, wine: &Wine) -> Result<Vec<Program>> {
    let mut test = cargo(workspace, "test");
    test.args(["--target", TARGET, "--lib", "--test=api", "--test=errors"]);
    test.args(WITH_UNIT_TESTS.map(|package| format!("--package={package}")));
    let built = programs::build(workspace.root(), &mut test)?;
    let runtime = windows_path(&wine.runtime());
    let in_wine = |program: Program| {
        let mut command = wine.run(program.command.get_program());
        command.args(WITH_COMPILER.iter().flat_map(|name| ["--skip", name]));
        command.current_dir(program.command.get_current_dir().unwrap_or(workspace.root()));
        command.env("TVM_FFI_TEST_CPP_RUNTIME", &runtime).env("TVM_FFI_LIBRARY", &runtime);
        Program { name: program.name, command }
    };
    Ok(built.into_iter().map(in_wine).collect())
}

/// The tests in Python, or those that `args` choose.
fn python(workspace: &Workspace, wine: &Wine, args: &[String]) -> Result<Vec<Program>> {
    let built = build_for_python_with(workspace, Profile::Dev, &["--target", TARGET])?;
    let folder = built.libraries.first().and_then(|library| library.parent());
    let folder = folder.ok_or_else(|| Failure::Task("no kernel library was built".to_owned()))?;
    let program = |name: &str, args: &[String]| {
        let mut command = wine.run(wine.interpreter());
        command.current_dir(workspace.root()).args(["-m", "pytest", "-p", "no:cacheprovider"]).args(args);
        // It is emptied before each run.
        command.arg(format!("--basetemp={}", windows_path(&wine.temporary(name))));
        command.env("TVM_FFI_TEST_LIBS", windows_path(folder));
        command.env("TVM_FFI_TEST_STUBS", windows_path(&built.stubs));
        Program { name: name.to_owned(), command }
    };
    if !args.is_empty() {
        return Ok(vec![program(pytest::FOLDER, &pytest::arguments(args))]);
    }
    let all = [&pytest::arguments(&[])[..], &pytest::in_parallel()].concat();
    let of_package = OF_PACKAGE.map(|name| file(pytest::FOLDER_OF_PACKAGE, name));
    Ok(vec![program(pytest::FOLDER, &all), program(pytest::FOLDER_OF_PACKAGE, &of_package)])
}

fn file(folder: &str, name: &str) -> String {
    format!("{folder}/test_{name}.py")
}
