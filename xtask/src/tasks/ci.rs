//! `cargo xtask ci`: everything that a change has to pass.

use crate::cargo::{self, cargo};
use crate::features;
use crate::process::{self, Result};
use crate::rustup;
use crate::stages::{Outcome, Stages};
use crate::tasks::{
    aarch64, alone, deny, jax, minimum, miri, package, platforms, ports, quickstart, runtimes, targets, test,
    torch, usual, versions, windows, without_python,
};
use crate::workspace::Workspace;

/// The packages with documentation for users.
const PUBLISHED: [&str; 8] = [
    "tvm-ffi-rs",
    "tvm-ffi-rs-abi",
    "tvm-ffi-rs-core",
    "tvm-ffi-rs-cuda",
    "tvm-ffi-rs-frameworks",
    "tvm-ffi-rs-macros",
    "tvm-ffi-rs-python",
    "tvm-ffi-rs-runtime",
];

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let mut stages = Stages::default();
    // The commands of the README come first, so that they have to install what they need.
    stages.run("quickstart", || quickstart::run(workspace).map(|()| Outcome::Passed));
    let environment = usual::run(workspace, &mut stages);
    stages.run("rust on rust", || test::rust_on_rust(workspace, &environment));
    stages.run("long tests", || test::long(workspace, &environment));
    stages.run("format", || format(workspace));
    stages.run("lints", || lints(workspace));
    stages.run("documentation", || documentation(workspace));
    stages.run("versions", || versions::stage(workspace));
    stages.run("minimum rust", || minimum::stage(workspace));
    stages.run("deny", || deny::stage(workspace));
    stages.run("other platforms", || platforms::stage(workspace));
    stages.run("aarch64", || aarch64::stage(workspace, &environment));
    stages.run("windows", || windows::short(workspace, &environment));
    stages.run("runtimes", || runtimes::stage(workspace, &environment, &[]));
    stages.run("without python", || without_python::stage(workspace));
    stages.run("cuda", || test::cuda(workspace, &environment, &[]));
    stages.run("package", || package::stage(workspace, &environment, &[]));
    stages.run("targets", || targets::short(workspace));
    stages.run("types", || test::types(workspace, &environment, &[]));
    stages.run("leaks", || test::leaks(workspace, &environment, &[]));
    stages.run("modules alone", || alone::stage(workspace, &[]));
    stages.run("ports", || ports::stage(workspace, &[]));
    stages.run("python release", || test::python_release(workspace, &environment));
    stages.run("torch", || torch::stage(workspace, &environment, &[]));
    stages.run("jax", || jax::stage(workspace, &environment, &[]));
    // Cargo builds `cudarc` again after it, for which no stage is left.
    stages.run("declarations", || declarations(workspace));
    stages.run("miri", || miri::stage(workspace, &[]));
    stages.hold_to_budgets();
    stages.finish()
}

fn format(workspace: &Workspace) -> Result<Outcome> {
    if let Err(reason) = rustup::provide_subcommand(workspace, "fmt", "rustfmt") {
        return Ok(Outcome::Skipped(reason));
    }
    for folder in [workspace.root(), &workspace.join(ports::BINDINGS)] {
        process::run(cargo(workspace, "fmt").current_dir(folder).args(["--all", "--check"]))?;
    }
    Ok(Outcome::Passed)
}

fn lints(workspace: &Workspace) -> Result<Outcome> {
    if let Err(reason) = rustup::provide_subcommand(workspace, "clippy", "clippy") {
        return Ok(Outcome::Skipped(reason));
    }
    let mut command = cargo(workspace, "clippy");
    // `--all-targets` would also check libraries as tests that have none.
    command.args(features::of_workspace()).args(["--lib", "--bins", "--tests", "--", "-D", "warnings"]);
    process::run(&mut command)?;
    Ok(Outcome::Passed)
}

fn documentation(workspace: &Workspace) -> Result<Outcome> {
    let mut command = cargo(workspace, "doc");
    command.args(PUBLISHED.map(|package| format!("--package={package}")));
    command.args(features::of_packages(&PUBLISHED)).arg("--no-deps");
    process::run(command.env("RUSTDOCFLAGS", cargo::with_flag("RUSTDOCFLAGS", "-D warnings")))?;
    Ok(Outcome::Passed)
}

/// Checks `tvm-ffi-cuda` with declarations of the CUDA driver that the other stages do not use.
fn declarations(workspace: &Workspace) -> Result<Outcome> {
    // The oldest supported declarations. A build takes those of the toolkit that the machine has.
    let mut oldest = cargo(workspace, "check");
    oldest.args(["--package", "tvm-ffi-rs-cuda"]).args(features::of_packages(&["tvm-ffi-rs-cuda"]));
    process::run(oldest.env("CUDARC_CUDA_VERSION", "12000"))?;
    // Without a toolkit, `cust` builds for its documentation only.
    let mut cust = cargo(workspace, "check");
    process::run(cust.args(["--package", "tvm-ffi-rs-cuda", "--features", "cust"]).env("DOCS_RS", "1"))?;
    Ok(Outcome::Passed)
}
