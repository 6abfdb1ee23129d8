//! `cargo xtask test ports`: packages of others whose bindings are written with PyO3. Bindings of ours replace them, and the packages' own tests run.

use std::path::{Path, PathBuf};

use crate::cargo::{self, Profile, cargo};
use crate::process::{self, Failure, Result, announce, cannot};
use crate::python::Environment;
use crate::stages::Outcome;
use crate::workspace::Workspace;

/// The workspace of the bindings, and where it is copied over the sources of the packages.
pub(crate) const BINDINGS: &str = "tests/ports";
const FOLDER: &str = "target/ports";
/// The versions of the packages.
const REQUIREMENTS: &str = "requirements.txt";
/// The files of the workspace besides those of the bindings.
const OF_WORKSPACE: [&str; 3] = ["Cargo.toml", "Cargo.lock", REQUIREMENTS];

/// A package and its binding.
struct Port {
    /// The folder of the binding.
    name: &'static str,
    /// The source distribution, and the folder in it.
    archive: &'static str,
    /// The folder that Python imports from, and in it the extension module.
    python: &'static str,
    module: &'static str,
    /// What its tests need.
    environment: &'static [&'static str],
    /// How many tests there are. All of them pass.
    tests: usize,
}

const PORTS: [Port; 3] = [
    Port {
        name: "jellyfish",
        archive: "jellyfish-1.3.0",
        python: "python",
        module: "jellyfish/_rustyfish",
        environment: &["pytest"],
        tests: 388,
    },
    Port {
        name: "blake3",
        archive: "blake3-1.0.11",
        python: "",
        module: "blake3",
        environment: &["pytest", "numpy", "typing_extensions"],
        tests: 28,
    },
    Port {
        name: "rpds",
        archive: "rpds_py-0.30.0",
        python: "",
        module: "rpds",
        environment: &["pytest"],
        tests: 132,
    },
];

/// Runs the tests of all packages, with `args` for pytest, where the package `tvm_ffi` is not installed.
pub(crate) fn stage(workspace: &Workspace, args: &[String]) -> Result<Outcome> {
    let (bindings, folder) = (workspace.join(BINDINGS), workspace.join(FOLDER));
    copy(&bindings, &folder, &OF_WORKSPACE.map(PathBuf::from))?;
    let environments = match download(workspace, &folder) {
        Ok(environments) => environments,
        Err(failure) => return Ok(Outcome::Skipped(format!("the packages cannot be downloaded: {failure}"))),
    };
    for (port, environment) in PORTS.iter().zip(&environments) {
        port.unpack(environment, &folder)?;
        port.replace_binding(&bindings, &folder)?;
    }
    let libraries = build(workspace, &folder)?;
    let mut failed = Vec::new();
    for ((port, environment), library) in PORTS.iter().zip(&environments).zip(&libraries) {
        let result = port.test(environment, library, &folder, args);
        failed.extend(result.err().map(|failure| format!("{}: {failure}", port.name)));
    }
    if failed.is_empty() { Ok(Outcome::Passed) } else { Err(Failure::Task(failed.join("; "))) }
}

/// Downloads the sources, and what their tests need. Returns the environment of each package.
fn download(workspace: &Workspace, folder: &Path) -> Result<Vec<Environment>> {
    let environments = PORTS.iter().map(|port| Environment::prepare_alone(workspace, port.environment));
    let environments = environments.collect::<Result<Vec<_>>>()?;
    if PORTS.iter().any(|port| !port.archive_in(folder).is_file()) {
        environments[0].download_sources(&folder.join(REQUIREMENTS), folder)?;
    }
    Ok(environments)
}

fn build(workspace: &Workspace, folder: &Path) -> Result<Vec<PathBuf>> {
    let mut build = cargo(workspace, "build");
    build.current_dir(folder);
    cargo::build_libraries(build, &PORTS.map(|port| format!("{}-port", port.name)), Profile::Dev)
}

impl Port {
    fn archive_in(&self, folder: &Path) -> PathBuf {
        folder.join(format!("{}.tar.gz", self.archive))
    }

    fn unpack(&self, environment: &Environment, folder: &Path) -> Result<()> {
        let (unpacked, sources) = (folder.join(self.archive), folder.join(self.name));
        let _ = std::fs::remove_dir_all(&sources);
        let mut tar = environment.command();
        process::run(tar.args(["-m", "tarfile", "-e"]).arg(self.archive_in(folder)).arg(folder))?;
        std::fs::rename(&unpacked, &sources).map_err(|error| cannot("rename", &unpacked, &error))
    }

    fn replace_binding(&self, bindings: &Path, folder: &Path) -> Result<()> {
        let (binding, sources) = (bindings.join(self.name), folder.join(self.name));
        let listed = std::fs::read_dir(binding.join("src"))
            .map_err(|error| cannot("list", &binding.join("src"), &error))?;
        let mut files = vec![PathBuf::from("Cargo.toml")];
        files.extend(listed.flatten().map(|file| Path::new("src").join(file.file_name())));
        copy(&binding, &sources, &files)
    }

    /// Runs the package's tests with the binding in `library`.
    fn test(&self, environment: &Environment, library: &Path, folder: &Path, args: &[String]) -> Result<()> {
        let sources = folder.join(self.name);
        let python = sources.join(self.python);
        let suffix = if cfg!(windows) { "pyd" } else { "so" };
        let module = python.join(self.module).with_extension(suffix);
        std::fs::copy(library, &module).map_err(|error| cannot("write", &module, &error))?;
        announce(format_args!("running the tests of {}", self.archive));
        let report = sources.join("report.xml");
        let mut pytest = environment.command();
        pytest.current_dir(&sources).env("PYTHONPATH", python);
        pytest.args(["-m", "pytest", "-q", "tests"]).arg("--junit-xml").arg(&report).args(args);
        process::run(&mut pytest)?;
        let text = std::fs::read_to_string(&report).map_err(|error| cannot("read", &report, &error))?;
        let passed = passed(&text)
            .ok_or_else(|| Failure::Task(format!("no number of tests in `{}`", report.display())))?;
        announce(format_args!("{passed} of {} tests of {} passed", self.tests, self.archive));
        // Arguments may choose some.
        if passed < self.tests && args.is_empty() {
            return Err(Failure::Task(format!("{passed} tests passed, expected {}", self.tests)));
        }
        Ok(())
    }
}

/// The number of tests that passed, by the report of a run in which none failed.
fn passed(report: &str) -> Option<usize> {
    let number = |name: &str| {
        let (_, value) = report.split_once(&format!(" {name}=\""))?;
        value.split_once('"')?.0.parse::<usize>().ok()
    };
    number("tests")?.checked_sub(number("skipped")?)
}

/// Copies `files` from one folder to another.
fn copy(from: &Path, to: &Path, files: &[PathBuf]) -> Result<()> {
    for file in files {
        let (from, to) = (from.join(file), to.join(file));
        let folder = to.parent().unwrap_or(&to);
        std::fs::create_dir_all(folder).map_err(|error| cannot("create", folder, &error))?;
        std::fs::copy(&from, &to).map_err(|error| cannot("write", &to, &error))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skipped_tests_have_not_passed() {
        let report = r#"<testsuites name="pytest tests"><testsuite name="pytest" errors="0" failures="0" skipped="2" tests="30" time="1">"#;
        assert_eq!(passed(report), Some(28));
        assert_eq!(passed("<testsuites>"), None);
    }
}
