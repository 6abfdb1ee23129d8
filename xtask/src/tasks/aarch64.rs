//! Tests for aarch64 in an emulator: those of the ABI, the core crate, the runtime, exports and contracts; and exports that a C program calls.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::apt;
use crate::cargo::{self, Profile, cargo};
use crate::process::{self, Result, announce, capture, probe};
use crate::python::Environment;
use crate::rustup;
use crate::stages::Outcome;
use crate::tasks::setup::{Prepared, need};
use crate::workspace::Workspace;

const TARGET: &str = "aarch64-unknown-linux-gnu";
const COMPILER: &str = "aarch64-linux-gnu-gcc";
/// The folder in which Debian installs the C library for the target.
const SYSROOT: &str = "/usr/aarch64-linux-gnu";
const EMULATOR: [&str; 3] = ["/usr/bin/qemu-aarch64", "-L", SYSROOT];
const PACKAGES: [&str; 4] =
    ["qemu-user", "gcc-aarch64-linux-gnu", "libc6-dev-arm64-cross", "libstdc++6-arm64-cross"];

/// The version of Python in the name of the wheel. Any version serves, because only C and Rust load the runtime.
const PYTHON: &str = "3.11";
const PLATFORM: &str = "manylinux_2_28_aarch64";
const FOLDER: &str = "target/aarch64";

/// The test binaries of `tvm-ffi-core` that reach code for one platform: unwinding, atomics, C calls, loading of libraries.
const BINARIES: [&str; 3] = ["api", "errors", "runtime"];

/// Tests that fail in the emulator, or that are slow there.
const LEFT_OUT: [&str; 12] = [
    // They start the test binary without the emulator.
    "a_count_that_would_wrap_around_ends_the_process",
    "a_library_that_calls_the_runtime_first_finds_its_functions",
    "the_first_function_that_is_called_finds_what_comes_with_the_runtime",
    // It maps more memory than there is, for each page of which the emulator has a table.
    "a_copy_that_there_is_no_memory_for_is_an_error",
    // The emulator reports a program that is missing as one that failed.
    "a_search_that_finds_nothing_lists_what_it_tried",
    // Two threads take turns, which takes minutes.
    "an_upgrade_that_races_with_the_last_drop",
    "the_last_strong_and_the_last_weak_reference_may_end_at_once",
    // They take seconds, and compute the same on each platform.
    "chains_of_any_length",
    "every_combination_is_read_as_the_runtime_reads_it",
    "rounds_any_number",
    "overlap::tests",
    "typed::tests::model",
];

/// Runs the tests, if the emulator, a compiler, and the wheel can be installed.
pub(crate) fn stage(workspace: &Workspace, environment: &Prepared) -> Result<Outcome> {
    let environment = need(environment)?;
    if !cfg!(target_os = "linux") {
        return Ok(Outcome::Skipped("the emulator runs programs of Linux".to_owned()));
    }
    if let Err(reason) = provide_tools().and_then(|()| rustup::provide_target(workspace, TARGET)) {
        return Ok(Outcome::Skipped(reason));
    }
    let wheel = match wheel(workspace, environment) {
        Ok(folder) => folder,
        Err(failure) => return Ok(Outcome::Skipped(failure.to_string())),
    };
    tests_of_core(workspace, &wheel)?;
    tests_of_exports(workspace, &wheel)?;
    calls_from_c(workspace, environment, &wheel)?;
    Ok(Outcome::Passed)
}

fn provide_tools() -> std::result::Result<(), String> {
    let has = |program: &str| probe(Command::new(program).arg("--version")).is_ok();
    let library = Path::new(SYSROOT).join("lib/libstdc++.so.6");
    if has(EMULATOR[0]) && has(COMPILER) && library.exists() { Ok(()) } else { apt::install(&PACKAGES) }
}

/// The folder of the package `tvm_ffi` for the target, downloaded unless it is there.
fn wheel(workspace: &Workspace, environment: &Environment) -> Result<PathBuf> {
    let folder = workspace.join(FOLDER);
    let package = folder.join("tvm_ffi");
    if !package.join("lib/libtvm_ffi.so").is_file() {
        environment.download_runtime(workspace, PYTHON, PLATFORM, &folder)?;
        const UNPACK: &str = "\
import glob, sys, zipfile
for wheel in glob.glob(sys.argv[1] + '/*.whl'):
    zipfile.ZipFile(wheel).extractall(sys.argv[1])
";
        process::run(environment.command().args(["-c", UNPACK]).arg(&folder))?;
    }
    Ok(package)
}

fn tests_of_core(workspace: &Workspace, wheel: &Path) -> Result<()> {
    let mut test = for_target(cargo(workspace, "test"));
    test.args(["--no-fail-fast", "--package", "tvm-ffi-rs-core", "--lib"]);
    test.args(BINARIES.map(|name| format!("--test={name}")));
    process::run(with_runtime(test.args(left_out()), wheel))
}

/// The tests of the ABI's structs, the runtime in Rust, exports with their classes, and the table of contracts.
fn tests_of_exports(workspace: &Workspace, wheel: &Path) -> Result<()> {
    let mut runtime = for_target(cargo(workspace, "test"));
    runtime.args(["--package", "tvm-ffi-rs-abi", "--package", "tvm-ffi-rs-runtime", "--lib"]);
    process::run(with_runtime(runtime.args(left_out()), wheel))?;
    let mut exports = for_target(cargo(workspace, "test"));
    exports.args(["--package", "tvm-ffi-tests", "--package", "tvm-ffi-contracts-table"]);
    process::run(with_runtime(exports.args(["--test=exports", "--test=table"]), wheel))
}

/// Arguments of the test programs.
fn left_out() -> impl Iterator<Item = &'static str> {
    core::iter::once("--").chain(LEFT_OUT.iter().flat_map(|name| ["--skip", name]))
}

/// Lets tests find the runtime in C++, the emulator, and a compiler.
fn with_runtime<'a>(test: &'a mut Command, wheel: &Path) -> &'a mut Command {
    let runtime = wheel.join("lib/libtvm_ffi.so");
    test.env("TVM_FFI_TEST_CPP_RUNTIME", &runtime).env("TVM_FFI_LIBRARY", runtime);
    test.env("TVM_FFI_INCLUDE", wheel.join("include"));
    test.env("TVM_FFI_TEST_EMULATOR", EMULATOR.join(" ")).env("CC", COMPILER)
}

/// A cargo command that builds for the target, and runs what it built in the emulator.
fn for_target(mut command: Command) -> Command {
    command.args(["--target", TARGET]);
    command.env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", COMPILER);
    command.env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER", EMULATOR.join(" "));
    command
}

/// Calls the functions of `bench-kernels` from the C program of the benchmarks, which checks their results.
fn calls_from_c(workspace: &Workspace, environment: &Environment, wheel: &Path) -> Result<()> {
    let build = for_target(cargo(workspace, "build"));
    let libraries = cargo::build_libraries(build, &["bench-kernels".to_owned()], Profile::Dev)?;
    let driver = workspace.join(FOLDER).join("driver");
    let mut compile = Command::new(COMPILER);
    compile.args(["-std=c11", "-O2", "-I"]).arg(wheel.join("include"));
    compile.arg(workspace.join("benches/c/driver.c")).arg("-o").arg(&driver).arg("-ldl");
    process::run(&mut compile)?;
    const CASES: &str = "\
from harness.cases import CASES
for case in CASES:
    if case.applies_to('rust'):
        print(case.function, case.arguments)
";
    let mut list = environment.command();
    let cases = capture(list.args(["-c", CASES]).current_dir(workspace.join("benches")))?;
    for case in cases.lines() {
        announce(format_args!("calling {case} from C"));
        let mut call = Command::new(EMULATOR[0]);
        call.args(&EMULATOR[1..]).arg(&driver).arg(wheel.join("lib/libtvm_ffi.so")).args(&libraries);
        process::run(call.args(case.split(' ')).arg("100"))?;
    }
    Ok(())
}
