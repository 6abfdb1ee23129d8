//! `cargo xtask test alone`: the tests of Python modules where the package `tvm_ffi` is not installed, with NumPy and with nothing but Python.

use crate::cargo::Profile;
use crate::process::{self, Result};
use crate::pytest;
use crate::python::Environment;
use crate::stages::Outcome;
use crate::tasks::test::build_for_python;
use crate::workspace::Workspace;

/// What each environment has.
const PACKAGES: [&[&str]; 2] = [&["pytest", "numpy"], &["pytest"]];

pub(crate) fn stage(workspace: &Workspace, args: &[String]) -> Result<Outcome> {
    let built = build_for_python(workspace, Profile::Dev)?;
    let environments = PACKAGES.map(|packages| Environment::prepare_alone(workspace, packages));
    let environments = environments.into_iter().collect::<Result<Vec<_>>>()?;
    // At the same time, each in one process.
    std::thread::scope(|scope| {
        let start = |environment| {
            let mut command = pytest::command(workspace, environment, &built.libraries, args)?;
            Ok(scope.spawn(move || process::run(&mut command)))
        };
        let started: Vec<_> = environments.iter().map(start).collect::<Result<_>>()?;
        let ended = started.into_iter().map(|tests| tests.join().expect("running a program does not panic"));
        ended.collect::<Result<()>>()
    })?;
    Ok(Outcome::Passed)
}
