//! The developer commands of the workspace, run as `cargo xtask <command>`.
//!
//! They need a Rust toolchain, a C linker and Python 3.9 or newer, and depend on nothing but `std`, so
//! that building them takes about a second.

mod apt;
mod artifacts;
mod cargo;
mod features;
mod nightly;
mod process;
mod programs;
mod pytest;
mod python;
mod rustup;
mod stages;
mod tasks;
mod workspace;

use std::process::ExitCode;

use process::{Failure, Result};
use workspace::Workspace;

const USAGE: &str = "\
usage: cargo xtask <command>

commands:
  quickstart               build examples/quickstart and call it from Python
  new FOLDER               make a kernel crate of your own
  test [suite] [args]      run the tests, or one suite: rust, ui, python, alone, ports, package, cuda, types, leaks, long,
                           torch, jax, runtimes, without_python, miri, release, aarch64, targets, windows
  ci                       run the quick start, the tests, and everything else that a change has to pass
  miri [args]              run the tests of tvm-ffi-core under Miri
  loom [args]              run the code that threads share without a lock in every order of their steps
  sanitize [args]          run tests of Rust and pytest under AddressSanitizer
  bench [args]             run benches/run.py
  runtime                  build the runtime in Rust as a shared library, and print its path
  upstream                 run upstream's own tests on the runtime in Rust
  gpu [args]               put the tests for a GPU into a folder, and run them if there is one

`args` go to the program behind the suite: `cargo test`, pytest, or tests/gpu/run.py. `test python --release` tests an
optimised build of the kernel libraries.

environment:
  PYTHON                   interpreter that `.venv` is made with (default: python3, then python)
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Usage(message)) => {
            eprintln!("error: {message}\n\n{USAGE}");
            ExitCode::from(2)
        }
        Err(Failure::Task(message)) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &[String]) -> Result<()> {
    let Some((command, rest)) = args.split_first() else {
        return Err(Failure::Usage("no command given".to_owned()));
    };
    let workspace = Workspace::locate()?;
    match command.as_str() {
        "quickstart" => no_arguments(command, rest).and_then(|()| tasks::quickstart::run(&workspace)),
        "new" => tasks::new::run(&workspace, rest),
        "test" => tasks::test::run(&workspace, rest),
        "ci" => no_arguments(command, rest).and_then(|()| tasks::ci::run(&workspace)),
        "miri" => tasks::miri::run(&workspace, rest),
        "loom" => tasks::loom::run(&workspace, rest),
        "sanitize" => tasks::sanitize::run(&workspace, rest),
        "bench" => tasks::bench::run(&workspace, rest),
        "runtime" => no_arguments(command, rest).and_then(|()| tasks::runtime::run(&workspace)),
        "upstream" => no_arguments(command, rest).and_then(|()| tasks::upstream::run(&workspace)),
        "gpu" => tasks::gpu::run(&workspace, rest),
        "help" | "-h" | "--help" => {
            print!("{USAGE}");
            Ok(())
        }
        other => Err(Failure::Usage(format!("unknown command `{other}`"))),
    }
}

fn no_arguments(command: &str, rest: &[String]) -> Result<()> {
    match rest.first() {
        None => Ok(()),
        Some(extra) => Err(Failure::Usage(format!("`{command}` takes no arguments, got `{extra}`"))),
    }
}
