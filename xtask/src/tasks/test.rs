//! `cargo xtask test`: the usual tests, or one suite.

use std::path::PathBuf;
use std::process::Command;

use crate::cargo::{self, Profile, cargo};
use crate::features;
use crate::process::{self, Failure, Result, announce};
use crate::pytest::{self, Libraries};
use crate::python::Environment;
use crate::stages::{Outcome, Stages};
use crate::tasks::setup::{self, Prepared, need};
use crate::tasks::{
    aarch64, alone, jax, miri, package, ports, runtime, runtimes, targets, torch, usual, windows,
    without_python,
};
use crate::workspace::{Package, Workspace};

/// The tests that compile CUDA: unit tests of `tvm-ffi-cuda`, and these.
const CUDA_TESTS: [&str; 3] = ["--test=emulated", "--test=images", "--test=recorded"];

/// The tests that take long, most of which are ignored otherwise: builds of other packages, programs in C++, a process for each call of the driver that fails, and more contracts and calls.
pub(crate) const LONG_TESTS: [&str; 5] =
    ["--test=builds", "--test=compare", "--test=emulated", "--test=failures", "--test=runtimes"];

/// The oldest Python that has wheels of `apache-tvm-ffi`, and the newest that has wheels of all packages in `requirements.txt`.
const OTHER_PYTHONS: [&str; 2] = ["3.9", "3.13"];

type Suite = fn(&Workspace, &Prepared, &[String]) -> Result<Outcome>;

pub(crate) fn run(workspace: &Workspace, args: &[String]) -> Result<()> {
    let mut stages = Stages::default();
    let Some((suite, rest)) = args.split_first() else {
        // The stages report failures.
        let _ = usual::run(workspace, &mut stages);
        return stages.finish();
    };
    // `test rust -- hygiene` and `test rust hygiene` mean the same.
    let rest = rest.strip_prefix(&["--".to_owned()]).unwrap_or(rest);
    let (name, body): (_, Suite) = match suite.as_str() {
        "rust" => ("rust", rust),
        "ui" => ("ui", ui),
        "python" => ("python", python),
        "cuda" => ("cuda", cuda),
        "types" => ("types", types),
        "leaks" => ("leaks", leaks),
        "long" => ("long tests", |workspace, environment, _| long(workspace, environment)),
        "package" => ("package", package::stage),
        "torch" => ("torch", torch::stage),
        "jax" => ("jax", jax::stage),
        "runtimes" => ("runtimes", runtimes::stage),
        "alone" => ("modules alone", |workspace, _, args| alone::stage(workspace, args)),
        "ports" => ("ports", |workspace, _, args| ports::stage(workspace, args)),
        "targets" => ("targets", |workspace, _, args| targets::stage(workspace, args)),
        "without_python" => ("without python", |workspace, _, _| without_python::stage(workspace)),
        "miri" => ("miri", |workspace, _, args| miri::stage(workspace, args)),
        "release" => ("python release", |workspace, environment, _| python_release(workspace, environment)),
        "aarch64" => ("aarch64", |workspace, environment, _| aarch64::stage(workspace, environment)),
        "windows" => ("windows", windows::stage),
        other => {
            return Err(Failure::Usage(format!(
                "unknown suite `{other}`, expected one of: \
                 rust, ui, python, alone, ports, package, cuda, types, leaks, long, torch, jax, runtimes, without_python, miri, release, aarch64, targets, windows"
            )));
        }
    };
    let environment = setup::run(workspace, &mut stages);
    stages.run(name, || body(workspace, &environment, rest));
    stages.finish()
}

/// The runtime that tests in Rust use.
#[derive(Clone, Copy)]
enum Runtime {
    /// The one in Rust that is linked into the test program.
    Embedded,
    /// The one in Rust as a shared library.
    Shared,
    /// The one of the wheel.
    Cpp,
}

/// The integration tests that use a runtime. The others compile programs that fail to compile, build libraries, or read sources.
const TESTS_WITH_RUNTIME: [&str; 14] = [
    "--test=allocator",
    "--test=api",
    "--test=compare",
    "--test=embedded",
    "--test=errors",
    "--test=exports",
    "--test=first_use",
    "--test=forms",
    "--test=hygiene",
    "--test=newest",
    "--test=oldest",
    "--test=recorded",
    "--test=shadowed",
    "--test=table",
];

/// The tests of the search for a runtime. Their program has no runtime of its own, so the feature `embedded` is off, which all other tests have.
pub(crate) const SEARCH: &str = "runtime";

/// The tests in Rust.
///
/// With the C++ runtime, unless the first two arguments are `--runtime` and `embedded` or `shared`. The arguments after them choose tests.
fn rust(workspace: &Workspace, environment: &Prepared, args: &[String]) -> Result<Outcome> {
    let search = |args: &[String]| run_with_runtime(environment, cargo(workspace, "test").args(args));
    match args {
        [first, name, rest @ ..] if first == "--runtime" => {
            rust_with(workspace, environment, runtime_named(name)?, rest)
        }
        [] => usual::rust(workspace, environment),
        _ if asks_for_target(args, SEARCH) => search(args),
        _ => rust_with(workspace, environment, Runtime::Cpp, args),
    }
}

/// The tests that use a runtime with the embedded one, and those of the core crate with the shared library.
pub(crate) fn rust_on_rust(workspace: &Workspace, environment: &Prepared) -> Result<Outcome> {
    rust_with(workspace, environment, Runtime::Embedded, &[])?;
    let core = [without_unit_tests(workspace)?, ["--lib", "--test=api"].map(String::from).to_vec()].concat();
    rust_with(workspace, environment, Runtime::Shared, &core)
}

fn runtime_named(name: &str) -> Result<Runtime> {
    match name {
        "embedded" => Ok(Runtime::Embedded),
        "shared" => Ok(Runtime::Shared),
        "cpp" => Ok(Runtime::Cpp),
        other => {
            Err(Failure::Usage(format!("unknown runtime `{other}`, expected one of: embedded, shared, cpp")))
        }
    }
}

fn rust_with(
    workspace: &Workspace,
    environment: &Prepared,
    runtime: Runtime,
    args: &[String],
) -> Result<Outcome> {
    let environment = need(environment)?;
    let run = |left_out: &[String], more: &[&str]| {
        let mut command = cargo(workspace, "test");
        command.arg("--no-fail-fast");
        match &selected_packages(args)[..] {
            [] => command.args(features::of_workspace()),
            packages => command.args(features::of_packages(packages)),
        };
        environment.provide_runtime(&mut command)?;
        environment.leave_out_cuda(&mut command);
        match runtime {
            Runtime::Embedded => command.env_remove("TVM_FFI_LIBRARY"),
            Runtime::Shared => command.env("TVM_FFI_LIBRARY", runtime::build(workspace, Profile::Dev)?),
            Runtime::Cpp => &mut command,
        };
        process::run(command.args(left_out).args(more).args(args))
    };
    match (runtime, args) {
        (Runtime::Cpp, _) | (_, [_, ..]) => run(&[], &[])?,
        _ => {
            announce(format_args!(
                "leaving out `imported`: constructors of C++ classes need `ffi._RegisterFFIInit`, which the runtime in Rust does not have"
            ));
            let mut left_out = without_unit_tests(workspace)?;
            let tests = ["--", "--skip", "imported::"];
            run(&left_out, &[&["--lib"], &TESTS_WITH_RUNTIME[..], &tests].concat())?;
            // `cargo xtask test python` builds the examples with fewer features, so cargo would build them again for their few doctests.
            left_out.extend(leave_out(workspace.packages_in("examples")?));
            // Those of the macros are those of the facade, which can compile them.
            run(&left_out, &["--doc", "--", "--skip", "tvm-ffi-macros/src/"])?;
        }
    }
    Ok(Outcome::Passed)
}

/// The compile-fail tests alone: the test targets of that name, wherever in the workspace they are.
fn ui(workspace: &Workspace, environment: &Prepared, args: &[String]) -> Result<Outcome> {
    let mut command = cargo(workspace, "test");
    command.args(features::of_workspace()).args(["--test", "ui", "--test", "cuda_ui"]);
    if args.iter().any(|arg| arg.starts_with("trybuild=")) {
        // For the test harness this is one more filter, which no test matches.
        command.args(["--", "mistakes"]);
    }
    run_with_runtime(environment, command.args(args))
}

/// The tests that take long.
pub(crate) fn long(workspace: &Workspace, environment: &Prepared) -> Result<Outcome> {
    let mut command = cargo(workspace, "test");
    command.arg("--no-fail-fast").args(features::of_workspace()).args(LONG_TESTS);
    command.env("TVM_FFI_CONTRACTS", "100").env("TVM_FFI_CONTRACT_CASES", "30000");
    run_with_runtime(environment, command.args(["--", "--include-ignored"]))
}

fn run_with_runtime(environment: &Prepared, command: &mut Command) -> Result<Outcome> {
    let environment = need(environment)?;
    environment.provide_runtime(command)?;
    environment.leave_out_cuda(command);
    process::run(command)?;
    Ok(Outcome::Passed)
}

/// Runs pytest: all tests in several processes, or with `args`. With `--release` as the first, the libraries are optimised.
///
/// The dev profile shares its artifacts with `cargo test` and keeps overflow checks and debug assertions on.
pub(crate) fn python(workspace: &Workspace, environment: &Prepared, args: &[String]) -> Result<Outcome> {
    let (profile, args) = match args.split_first() {
        Some((first, rest)) if first == "--release" => (Profile::Release, rest),
        _ => (Profile::Dev, args),
    };
    let mut command = pytest(workspace, environment, profile, args)?;
    need(environment)?.leave_out_cuda(&mut command);
    if args.is_empty() {
        command.args(pytest::in_parallel());
    }
    process::run(&mut command)?;
    Ok(Outcome::Passed)
}

/// The tests in Python that the optimiser can break: arguments and results, panics, borrows, threads, memory.
///
/// The libraries have no runtime linked into them, unlike those of the other tests in Python. A library does not depend on a version of Python, so other versions that the machine has run these tests, the newest those of Python modules; without them, its own does.
/// The stage leaves out tests of text, of metadata, and of other programs, and those of CUDA: the launch benchmarks check optimised launches.
pub(crate) fn python_release(workspace: &Workspace, environment: &Prepared) -> Result<Outcome> {
    const LEFT_OUT: [&str; 13] = [
        "container_cpp",
        "contract_metadata",
        "cuda_*",
        "examples",
        "metadata",
        "no_runtime",
        "object_cpp",
        "object_registration",
        "python_module_runtime",
        "registry",
        "stubgen",
        "stubs",
        "tokenizer",
    ];
    let build = || cargo(workspace, "build");
    let libraries = pytest::build_libraries(workspace, build, Profile::Release, Libraries::WithoutCuda)?;
    let mut others = Vec::new();
    for version in OTHER_PYTHONS {
        match Environment::prepare_for(workspace, version) {
            Ok(other) => others.push(other),
            Err(failure) => announce(format_args!("skipping Python {version}: {failure}")),
        }
    }
    let environments: Vec<&Environment> =
        if others.is_empty() { vec![need(environment)?] } else { others.iter().collect() };
    // Only Python modules have code for a version of Python. The oldest version runs all tests.
    const OF_MODULES: [&str; 2] = ["-k", "import or python"];
    // One process for each version, at the same time. With pytest's own processes, the crash of one can hang the others.
    std::thread::scope(|scope| {
        let run = |(index, environment)| {
            let mut command = pytest::command(workspace, environment, &libraries, &[])?;
            command.args(LEFT_OUT.map(|name| format!("--ignore-glob=tests/python/test_{name}.py")));
            if index > 0 {
                command.args(OF_MODULES);
            }
            Ok(scope.spawn(move || process::run(&mut command)))
        };
        let started: Vec<_> = environments.into_iter().enumerate().map(run).collect::<Result<_>>()?;
        let ended = started.into_iter().map(|tests| tests.join().expect("running a program does not panic"));
        ended.collect::<Result<()>>()
    })?;
    Ok(Outcome::Passed)
}

/// The tests that compile CUDA, with the compiler.
pub(crate) fn cuda(workspace: &Workspace, environment: &Prepared, args: &[String]) -> Result<Outcome> {
    let compiler = match need(environment)?.cuda_compiler(workspace) {
        Ok(compiler) => compiler,
        Err(reason) => return Ok(Outcome::Skipped(reason)),
    };
    let mut command = cargo(workspace, "test");
    command.args(["--no-fail-fast", "--lib"]).args(CUDA_TESTS).args(features::of_workspace());
    command.args(without_unit_tests(workspace)?);
    command.args(args);
    need(environment)?.provide_runtime(&mut command)?;
    process::run(command.env("TVM_FFI_TEST_CUDA", &compiler))?;
    let examples = ["tests/python/test_cuda_examples.py".to_owned()];
    let mut command = pytest(workspace, environment, Profile::Dev, &examples)?;
    process::run(command.env("TVM_FFI_TEST_CUDA", compiler))?;
    Ok(Outcome::Passed)
}

/// Type checkers on stubs.
pub(crate) fn types(workspace: &Workspace, environment: &Prepared, args: &[String]) -> Result<Outcome> {
    need(environment)?.add_type_checkers(workspace)?;
    let args = [&["tests/python/test_stubs.py".to_owned()], args].concat();
    process::run(&mut pytest(workspace, environment, Profile::Dev, &args)?)?;
    Ok(Outcome::Passed)
}

/// The tests for memory leaks, with enough calls to detect the smallest leak.
pub(crate) fn leaks(workspace: &Workspace, environment: &Prepared, args: &[String]) -> Result<Outcome> {
    let files = ["leaks", "object_memory", "python_arrays", "python_module_processes"]
        .map(|name| format!("tests/python/test_{name}.py"));
    let mut command = pytest(workspace, environment, Profile::Dev, &[&files, args].concat())?;
    process::run(command.env("TVM_FFI_TEST_LEAKS", "1").args(pytest::in_parallel()))?;
    Ok(Outcome::Passed)
}

/// What the Python tests use.
pub(crate) struct ForPython {
    pub(crate) libraries: Vec<PathBuf>,
    pub(crate) stubs: PathBuf,
}

/// Builds the libraries and the program that the Python tests use. The libraries have a runtime linked into them, which only modules use, and only where the
/// package `tvm_ffi` is not installed.
pub(crate) fn build_for_python(workspace: &Workspace, profile: Profile) -> Result<ForPython> {
    build_for_python_with(workspace, profile, &[])
}

/// As [`build_for_python`], with arguments for cargo.
pub(crate) fn build_for_python_with(
    workspace: &Workspace,
    profile: Profile,
    args: &[&str],
) -> Result<ForPython> {
    let build = || {
        let mut build = cargo(workspace, "build");
        build.args(args).args(["--package", "tvm-ffi-rs", "--features", "tvm-ffi-rs/embedded"]);
        build
    };
    let libraries = pytest::build_libraries(workspace, build, profile, Libraries::All)?;
    let mut build = cargo(workspace, "build");
    build.args(args);
    let stubs = cargo::build_program(build, "tvm-ffi-rs", "stubs", "tvm-ffi-stubs", profile)?;
    Ok(ForPython { libraries, stubs })
}

/// The command that runs pytest with `args`.
pub(crate) fn pytest_with(
    workspace: &Workspace,
    environment: &Environment,
    built: &ForPython,
    args: &[String],
) -> Result<Command> {
    let mut command = pytest::command(workspace, environment, &built.libraries, args)?;
    command.env("TVM_FFI_TEST_STUBS", &built.stubs);
    Ok(command)
}

/// Builds what the Python tests use, and returns the command that runs pytest with `args`.
pub(crate) fn pytest(
    workspace: &Workspace,
    environment: &Prepared,
    profile: Profile,
    args: &[String],
) -> Result<Command> {
    let environment = need(environment)?;
    pytest_with(workspace, environment, &build_for_python(workspace, profile)?, args)
}

/// Arguments for `--lib`, which would also build the libraries that have no unit tests.
///
/// All other packages are built, because cargo would build everything again for some of them, whose dependencies have fewer features.
fn without_unit_tests(workspace: &Workspace) -> Result<Vec<String>> {
    let mut packages = workspace.members()?;
    packages.retain(|package| !package.has_unit_tests);
    Ok(leave_out(packages))
}

fn leave_out(packages: Vec<Package>) -> Vec<String> {
    packages.into_iter().flat_map(|package| ["--exclude".to_owned(), package.name]).collect()
}

/// Whether arguments for cargo choose this test target.
fn asks_for_target(args: &[String], target: &str) -> bool {
    let own = args.split(|arg| arg == "--").next().unwrap_or_default();
    own.contains(&format!("--test={target}")) || own.windows(2).any(|pair| pair == ["--test", target])
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
        assert_eq!(selected_packages(&strings(&["-p", "tvm-ffi-rs-core", "filter"])), ["tvm-ffi-rs-core"]);
        let others = strings(&["filter", "--package=tvm-ffi-rs-core", "-pquickstart", "--package", "xtask"]);
        assert_eq!(selected_packages(&others), ["tvm-ffi-rs-core", "quickstart", "xtask"]);
        assert_eq!(selected_packages(&strings(&["filter", "--no-run"])), [""; 0]);
    }

    #[test]
    fn a_test_target_is_found_among_the_arguments() {
        assert!(asks_for_target(&strings(&["-p", "tvm-ffi-rs-core", "--test", "runtime"]), "runtime"));
        assert!(asks_for_target(&strings(&["--test=api", "--test=runtime", "filter"]), "runtime"));
        assert!(!asks_for_target(&strings(&["-p", "tvm-ffi-rs-core", "runtime"]), "runtime"));
        assert!(!asks_for_target(&strings(&["filter", "--", "--test", "runtime"]), "runtime"));
    }

    #[test]
    fn options_of_the_test_binary_select_no_package() {
        assert_eq!(selected_packages(&strings(&["filter", "--", "-p", "x"])), [""; 0]);
    }

    #[test]
    fn an_unknown_suite_is_a_usage_error_that_lists_the_known_ones() {
        let workspace = Workspace::locate().expect("the tests run in the workspace");
        let failure = run(&workspace, &strings(&["pyhton"])).expect_err("there is no such suite");
        assert!(matches!(&failure, Failure::Usage(message) if message.contains("rust, ui, python, alone")));
    }
}
