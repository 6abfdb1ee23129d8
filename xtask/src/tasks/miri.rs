//! `cargo xtask miri`: the tests of the core crate, of the runtime, and of XLA's calls, under Miri.

use std::process::Command;

use crate::cargo;
use crate::nightly;
use crate::process::{self, Failure, Result, announce, probe};
use crate::rustup::Toolchain;
use crate::stages::Outcome;
use crate::workspace::Workspace;

const CORE: &str = "tvm-ffi-rs-core";
const FRAMEWORKS: &str = "tvm-ffi-rs-frameworks";
const RUNTIME: &str = "tvm-ffi-rs-runtime";

/// What the stage runs: the modules with most of the unsafe code, for two processes that take about as long. `cargo xtask miri` runs all.
///
/// The filters are few, because Miri takes two seconds to search one in the names of all tests.
const QUICK: [&[&str]; 2] = [
    &["function::", "object::"],
    &["container::tests", "layout::tests::maps", "tests::decoding", "tests::elements", "utf8::tests::every"],
];

/// Runs every test of the core crate and of the runtime that Miri can run, and the tests of XLA's calls; with arguments, tests of the core crate that they choose.
pub(crate) fn run(workspace: &Workspace, args: &[String]) -> Result<()> {
    missing(workspace).map_or(Ok(()), |reason| Err(Failure::Task(reason)))?;
    announce(format_args!("running the tests of {CORE} under Miri"));
    // With the runtime in Rust: Miri has no loader.
    process::run(miri_test(workspace, CORE).args(["--features", "embedded"]).args(args))?;
    if !args.is_empty() {
        return Ok(());
    }
    announce(format_args!("running the tests of {RUNTIME} under Miri"));
    process::run(&mut miri_test(workspace, RUNTIME))?;
    announce(format_args!("running the tests of {FRAMEWORKS} under Miri"));
    process::run(miri_test(workspace, FRAMEWORKS).args(["--features", "jax", "--lib"]))
}

/// The stage: quick unit tests, or those that `args` choose.
pub(crate) fn stage(workspace: &Workspace, args: &[String]) -> Result<Outcome> {
    if let Some(reason) = missing(workspace) {
        return Ok(Outcome::Skipped(reason));
    }
    if !args.is_empty() {
        process::run(miri_test(workspace, CORE).arg("--lib").args(args))?;
        return Ok(Outcome::Passed);
    }
    // Miri runs all threads of a program on one core, so that two processes take half the time.
    std::thread::scope(|scope| {
        let started = QUICK.map(|filters| {
            let mut test = miri_test(workspace, CORE);
            test.args(["--lib", "--"]).args(filters);
            scope.spawn(move || process::run(&mut test))
        });
        let ended = started.map(|half| half.join().expect("running a program does not panic"));
        ended.into_iter().collect::<Result<()>>()
    })?;
    Ok(Outcome::Passed)
}

fn miri_test(workspace: &Workspace, package: &str) -> Command {
    let mut command = nightly::cargo(workspace);
    command.args(["miri", "test", "--package", package]);
    command.env("MIRIFLAGS", cargo::with_flag("MIRIFLAGS", "-Zmiri-strict-provenance"));
    command
}

/// Returns why Miri cannot be used, if it cannot. Installs it if a nightly toolchain lacks it.
fn missing(workspace: &Workspace) -> Option<String> {
    let version = || probe(nightly::cargo(workspace).args(["miri", "--version"])).map(drop);
    let reason = version().or_else(|reason| match nightly::host() {
        Ok(_) => Toolchain::Nightly.add_components(workspace, &["miri", "rust-src"]),
        Err(_) => Err(reason),
    });
    reason.err().map(|reason| {
        format!(
            "Miri is not available: {reason} \
             (to get it: rustup toolchain install nightly --component miri --component rust-src)"
        )
    })
}
