//! `cargo xtask sanitize`: the tests of the core crate, the tests of contracts, and the end-to-end tests under AddressSanitizer, and threads
//! under ThreadSanitizer.

use std::path::PathBuf;
use std::process::Command;

use crate::cargo;
use crate::features;
use crate::nightly;
use crate::process::{self, Failure, Result, probe};
use crate::pytest::{self, Libraries};
use crate::python::Environment;
use crate::stages::{Outcome, Stages};
use crate::workspace::Workspace;

/// A failed allocation returns NULL, because tests expect an error, not an abort. Local variables stay on the
/// stack, because their addresses measure its use.
const OPTIONS: &str = "allocator_may_return_null=1:detect_stack_use_after_return=0";

/// The tests that run again with more random cases: their file, and the variable that has the number of cases.
const LONGER: [(&str, &str, &str); 2] = [
    ("random calls", "test_stress.py", "TVM_FFI_STRESS_CALLS"),
    ("random containers", "test_container_cpp.py", "TVM_FFI_CONTAINER_CASES"),
];

/// How many random cases there are then, unless the variable says otherwise.
const CASES: &str = "1000000";

/// How many changes of each of the four containers there are then.
const CHANGES: &str = "250000";

pub(crate) fn run(workspace: &Workspace, args: &[String]) -> Result<()> {
    let tools = Tools::find()
        .map_err(|reason| Failure::Task(format!("AddressSanitizer is not available: {reason}")))?;
    let environment = Environment::prepare(workspace)?;
    let mut stages = Stages::default();
    stages.run("core", || rust(workspace, &environment, &tools, "tvm-ffi-rs-core"));
    stages.run("contracts", || rust(workspace, &environment, &tools, "tvm-ffi-contracts-table"));
    stages.run("random contracts", || rust(workspace, &environment, &tools, "tvm-ffi-contracts-random"));
    stages.run("frameworks", || rust(workspace, &environment, &tools, "tvm-ffi-rs-frameworks"));
    stages.run("operators", || rust(workspace, &environment, &tools, "tvm-ffi-torch-tests"));
    stages.run("runtime", || runtime(workspace, &environment, &tools));
    stages.run("threads", || threads(workspace, &tools));
    stages.run("python", || python(workspace, &environment, &tools, args, None));
    // A choice of tests excludes the longer runs.
    for (name, file, variable) in LONGER.into_iter().filter(|_| args.is_empty()) {
        let file = [format!("{}/{file}", pytest::FOLDER)];
        stages.run(name, || python(workspace, &environment, &tools, &file, Some(variable)));
    }
    stages.finish()
}

/// What the machine provides for a sanitized run.
struct Tools {
    host: String,
    /// The runtime of the sanitizer: Rust links it into programs, but not into shared libraries.
    asan: PathBuf,
    /// The sanitizer looks for `__cxa_throw` when it starts, and aborts at the first C++ exception if the
    /// library that has it came later, as it does with `libtvm_ffi`.
    libstdcxx: PathBuf,
}

impl Tools {
    fn find() -> std::result::Result<Self, String> {
        if !cfg!(target_os = "linux") {
            return Err("it is set up for Linux only".to_owned());
        }
        let host = nightly::host().map_err(|reason| format!("no nightly toolchain: {reason}"))?;
        let asan = library_of_the_compiler("libasan.so")?;
        let libstdcxx = library_of_the_compiler("libstdc++.so.6")?;
        Ok(Self { host, asan, libstdcxx })
    }

    /// Nightly's cargo with instrumentation. The explicit target keeps it out of build scripts and
    /// procedural macros, which a compiler without it loads.
    fn cargo(&self, workspace: &Workspace, subcommand: &str) -> Command {
        let mut command = nightly::cargo(workspace);
        command.args([subcommand, "--target", &self.host]);
        command.env("RUSTFLAGS", cargo::with_flag("RUSTFLAGS", "-Zsanitizer=address"));
        command
    }
}

/// The path of a library that comes with the C compiler, which answers with the bare name if it has none.
fn library_of_the_compiler(name: &str) -> std::result::Result<PathBuf, String> {
    let answer = probe(Command::new("cc").arg(format!("-print-file-name={name}")))?;
    let path = PathBuf::from(answer.trim());
    if path.is_absolute() { Ok(path) } else { Err(format!("the C compiler `cc` has no `{name}`")) }
}

fn rust(workspace: &Workspace, environment: &Environment, tools: &Tools, package: &str) -> Result<Outcome> {
    let mut command = tools.cargo(workspace, "test");
    environment.provide_runtime(&mut command)?;
    // Not the doctests: they are linked by rustdoc, which takes its flags from elsewhere.
    command.args(["--no-fail-fast", "--package", package, "--tests"]).args(features::of_packages(&[package]));
    // The sanitizer keeps memory that was freed.
    command.args(["--", "--skip", "leave_no_memory"]);
    command.env("ASAN_OPTIONS", OPTIONS);
    process::run(command.env("LD_PRELOAD", &tools.libstdcxx))?;
    Ok(Outcome::Passed)
}

/// The runtime in Rust, and core on it, under ThreadSanitizer. It wants a standard library that is compiled for it.
fn threads(workspace: &Workspace, tools: &Tools) -> Result<Outcome> {
    let mut command = nightly::cargo(workspace);
    command.args(["test", "-Zbuild-std", "--target", &tools.host, "--target-dir", "target/threads"]);
    command.args(["--package", "tvm-ffi-rs-runtime", "--package", "tvm-ffi-rs-core", "--lib"]);
    process::run(command.env("RUSTFLAGS", cargo::with_flag("RUSTFLAGS", "-Zsanitizer=thread")))?;
    Ok(Outcome::Passed)
}

/// Random calls of the runtime in Rust, and containers that C++ and it change in turn, both under the sanitizer. The tests compile their C++
/// for it.
fn runtime(workspace: &Workspace, environment: &Environment, tools: &Tools) -> Result<Outcome> {
    let build = tools.cargo(workspace, "build");
    let library =
        cargo::build_libraries(build, &["tvm-ffi-rs-runtime-shared".to_owned()], cargo::Profile::Dev)?;
    let mut command = cargo::cargo(workspace, "test");
    environment.provide_runtime(&mut command)?;
    command.args(["--package", "tvm-ffi-runtimes-tests", "--", "containers", "random_calls", "peers"]);
    command.env("TVM_FFI_TEST_ASAN", "1").env("TVM_FFI_TEST_SHARED", &library[0]);
    // C++ allocates the elements of a list with `new`, and leaves the deleter of the runtime in place, which is `free`.
    command.env("ASAN_OPTIONS", format!("alloc_dealloc_mismatch=0:{OPTIONS}"));
    if std::env::var_os("TVM_FFI_CONTAINER_CASES").is_none() {
        command.env("TVM_FFI_CONTAINER_CASES", CHANGES);
    }
    process::run(&mut command)?;
    Ok(Outcome::Passed)
}

fn python(
    workspace: &Workspace,
    environment: &Environment,
    tools: &Tools,
    args: &[String],
    longer: Option<&str>,
) -> Result<Outcome> {
    let build = || tools.cargo(workspace, "build");
    let libraries = pytest::build_libraries(workspace, build, cargo::Profile::Dev, Libraries::All)?;
    let mut command = pytest::command(workspace, environment, &libraries, args)?;
    environment.leave_out_cuda(&mut command);
    let preload = std::env::join_paths([&tools.asan, &tools.libstdcxx])
        .map_err(|error| Failure::Task(format!("cannot preload the sanitizer: {error}")))?;
    // The report is written to stderr itself, and a process that dies prints nothing it has captured.
    command.arg("--capture=sys");
    // Python's own allocator would hide its blocks, and the interpreter never frees everything.
    command.env("PYTHONMALLOC", "malloc").env("ASAN_OPTIONS", format!("detect_leaks=0:{OPTIONS}"));
    if let Some(variable) = longer.filter(|variable| std::env::var_os(variable).is_none()) {
        command.env(variable, CASES);
    }
    process::run(command.env("LD_PRELOAD", preload))?;
    Ok(Outcome::Passed)
}
