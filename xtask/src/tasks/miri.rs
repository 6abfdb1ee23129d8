//! `cargo xtask miri`: the tests of the core crate under Miri.

use std::process::Command;

use crate::cargo;
use crate::nightly;
use crate::process::{self, Failure, Result, announce, probe};
use crate::rustup::Toolchain;
use crate::stages::Outcome;
use crate::workspace::Workspace;

/// Slow tests that the stage leaves out: their code has no `unsafe`, or quicker tests reach the same. `cargo xtask miri` runs them.
const SLOW: [&str; 23] = [
    "bigint::tests::decimals",
    "chains_of_any_length_are_searched",
    "chunks_have_all_elements",
    "contract::arithmetic",
    "contract::assertions",
    "contract::expression",
    "contract::lexer",
    "contract::overlap",
    "contract::tests::cpu_fallback",
    "contract::tests::described",
    "contract::tests::memory",
    "contract::tests::order",
    "contract::tests::single",
    "contract::tests::symbols",
    "convert::tests::float",
    "each_difference_of_the_layout",
    "every_name_is_read_back",
    "export::tests::contracts",
    "maps_of_another_layout_are_noticed",
    "random_texts_and_damaged_ones",
    "tensor::overlap",
    "tensor::typed::tests::model",
    "the_manifest_lists_what_is_registered",
];

/// Modules whose tests take about half of Miri's time.
const HALF: [&str; 6] = ["class::", "container::", "contract::", "convert::", "object::", "string::"];

/// Runs every test of the core crate that Miri can run.
pub(crate) fn run(workspace: &Workspace, args: &[String]) -> Result<()> {
    missing(workspace).map_or(Ok(()), |reason| Err(Failure::Task(reason)))?;
    announce(format_args!("running the tests of tvm-ffi-core under Miri"));
    process::run(miri_test(workspace).args(args))
}

/// The stage: the unit tests, which reach most of the unsafe code in little time.
pub(crate) fn stage(workspace: &Workspace, args: &[String]) -> Result<Outcome> {
    if let Some(reason) = missing(workspace) {
        return Ok(Outcome::Skipped(reason));
    }
    if !args.is_empty() {
        process::run(miri_test(workspace).arg("--lib").args(args))?;
        return Ok(Outcome::Passed);
    }
    // Miri runs all threads of a program on one core, so that two processes take half the time.
    let others = HALF.iter().flat_map(|module| ["--skip", module]).collect();
    std::thread::scope(|scope| {
        let run = |filters: Vec<&'static str>| {
            let mut test = miri_test(workspace);
            test.args(["--lib", "--"]).args(filters).args(SLOW.iter().flat_map(|name| ["--skip", name]));
            scope.spawn(move || process::run(&mut test))
        };
        let ended = [HALF.to_vec(), others].map(run);
        let ended = ended.map(|half| half.join().expect("running a program does not panic"));
        ended.into_iter().collect::<Result<()>>()
    })?;
    Ok(Outcome::Passed)
}

fn miri_test(workspace: &Workspace) -> Command {
    let mut command = nightly::cargo(workspace);
    command.args(["miri", "test", "--package", "tvm-ffi-core"]);
    command.env("MIRIFLAGS", cargo::with_flag("MIRIFLAGS", "-Zmiri-strict-provenance"));
    // Miri's processor has the features that the compiler may use, and no others. Text is validated with AVX2 where there is that.
    if cfg!(target_arch = "x86_64") {
        command.env("RUSTFLAGS", cargo::with_flag("RUSTFLAGS", "-Ctarget-feature=+avx2"));
    }
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
