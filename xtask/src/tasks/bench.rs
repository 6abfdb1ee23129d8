//! `cargo xtask bench`: the benchmarks, driven by `benches/run.py`.

use crate::process::{self, Result, announce};
use crate::python::Environment;
use crate::workspace::Workspace;

pub(crate) fn run(workspace: &Workspace, args: &[String]) -> Result<()> {
    let environment = Environment::prepare(workspace)?;
    let mut command = environment.command();
    environment.provide_runtime(&mut command)?;
    announce(format_args!("running benches/run.py"));
    command.current_dir(workspace.root()).arg(workspace.join("benches/run.py")).args(args);
    process::run(&mut command)
}
