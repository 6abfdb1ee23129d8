//! `cargo xtask test runtimes`: a library with each supported version of the runtime.

use std::path::Path;
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use crate::cargo::{self, Profile, cargo};
use crate::process::{self, Failure, Result, announce, probe};
use crate::python::Environment;
use crate::stages::Outcome;
use crate::tasks::setup::{Prepared, need};
use crate::workspace::Workspace;

const FOLDER: &str = "target/runtimes";
const LIBRARY: &str = "e2e-kernels";

/// The supported versions of `apache-tvm-ffi`, oldest first. Newer ones are tested as soon as the registry has them.
const SUPPORTED: [&str; 13] = [
    "0.1.8.post0",
    "0.1.8.post1",
    "0.1.8.post2",
    "0.1.9",
    "0.1.10",
    "0.1.11",
    "0.1.12",
    "0.1.13.post2",
    "0.1.13.post3",
    "0.1.14.post0",
    "0.1.14.post1",
    "0.1.15.post1",
    "0.1.15.post2",
];

/// Versions that are refused: the newest of them, and the oldest.
const REFUSED: [&str; 2] = ["0.1.7", "0.1.0"];

/// Runs the tests in `tests/runtimes` with each version.
pub(crate) fn stage(workspace: &Workspace, environment: &Prepared, args: &[String]) -> Result<Outcome> {
    let environment = need(environment)?;
    let build = cargo(workspace, "build");
    let libraries = cargo::build_libraries(build, &[LIBRARY.to_owned()], Profile::Dev)?;
    let newer = newer(environment);
    let supported = SUPPORTED.into_iter().chain(newer.iter().map(String::as_str));
    let supported = supported.map(|version| (version, "tests/runtimes/test_supported.py"));
    let refused = REFUSED.map(|version| (version, "tests/runtimes/test_refused.py"));
    let versions = Mutex::new(refused.into_iter().chain(supported));
    let next = || versions.lock().unwrap_or_else(PoisonError::into_inner).next();
    let (failed, missing) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()));
    let test_some = || {
        while let Some((version, tests)) = next() {
            let folder = workspace.join(FOLDER).join(version);
            if let Err(reason) = install(environment, version, &folder) {
                announce(format_args!("skipping apache-tvm-ffi {version}: {reason}"));
                push(&missing, version);
                continue;
            }
            announce(format_args!("testing with apache-tvm-ffi {version}"));
            let mut command = pytest(workspace, environment, version, &folder)?;
            command.arg(tests).args(args).env("TVM_FFI_TEST_LIBRARY", &libraries[0]);
            if process::run(&mut command).is_err() {
                push(&failed, version);
            }
        }
        Ok(())
    };
    // Most of the time is spent on starting Python, so two versions are tested at the same time.
    std::thread::scope(|scope| {
        let other = scope.spawn(test_some);
        test_some().and(other.join().expect("running a program does not panic"))
    })?;
    let [failed, missing] =
        [failed, missing].map(|it| it.into_inner().unwrap_or_else(PoisonError::into_inner));
    match (&failed[..], &missing[..]) {
        ([], []) => Ok(Outcome::Passed),
        // For the newest Python, only the newest runtimes have wheels.
        ([], missing) if missing.len() < SUPPORTED.len() => Ok(Outcome::Passed),
        ([], _) => Ok(Outcome::Skipped("no version could be installed".to_owned())),
        (failed, _) => Err(Failure::Task(format!("apache-tvm-ffi {} failed", failed.join(", ")))),
    }
}

/// The versions that the registry has besides, all newer than the list.
fn newer(environment: &Environment) -> Vec<String> {
    let mut pip = environment.command();
    pip.args(["-m", "pip", "index", "versions", "--disable-pip-version-check", "apache-tvm-ffi"]);
    match probe(&mut pip) {
        Ok(listed) => newer_in(&listed),
        Err(reason) => {
            announce(format_args!(
                "no newer version is tested, because the registry does not answer: {reason}"
            ));
            Vec::new()
        }
    }
}

/// The same, from what pip lists, newest first.
fn newer_in(listed: &str) -> Vec<String> {
    let versions = listed.lines().find_map(|line| line.strip_prefix("Available versions: "));
    let versions = versions.unwrap_or_default().split(", ");
    let known = |version: &&str| SUPPORTED.contains(version);
    versions
        .take_while(|version| !known(version))
        .filter(|version| !version.is_empty())
        .map(str::to_owned)
        .collect()
}

fn push<'a>(list: &Mutex<Vec<&'a str>>, version: &'a str) {
    list.lock().unwrap_or_else(PoisonError::into_inner).push(version);
}

/// Installs one version into a folder of its own, unless it is there.
fn install(environment: &Environment, version: &str, folder: &Path) -> std::result::Result<(), String> {
    let record = format!("apache_tvm_ffi-{version}.dist-info/RECORD");
    if folder.join(record).is_file() {
        return Ok(());
    }
    let mut pip = environment.command();
    pip.args(["-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check"]);
    pip.args(["--no-deps", "--only-binary=:all:", "--upgrade", "--target"]).arg(folder);
    probe(pip.arg(format!("apache-tvm-ffi=={version}"))).map(drop)
}

/// pytest of the environment with another version of the package before its own.
fn pytest(workspace: &Workspace, environment: &Environment, version: &str, folder: &Path) -> Result<Command> {
    let path = std::env::join_paths([folder, &workspace.join("tests/python")])
        .map_err(|error| Failure::Task(format!("cannot name the folder of the runtime: {error}")))?;
    let mut command = environment.command();
    command.current_dir(workspace.root()).args(["-m", "pytest"]);
    command.env("PYTHONPATH", path).env("TVM_FFI_TEST_RUNTIME", version).env_remove("TVM_FFI_LIBRARY");
    Ok(command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn newer_versions_are_those_before_the_known_ones() {
        let listed =
            "apache-tvm-ffi (0.1.17)\nAvailable versions: 0.1.17, 0.1.16.post1, 0.1.15.post2, 0.1.14\n";
        assert_eq!(newer_in(listed), ["0.1.17", "0.1.16.post1"]);
        assert!(newer_in("Available versions: 0.1.15.post2, 0.1.7\n").is_empty());
        assert!(newer_in("").is_empty());
    }
}
