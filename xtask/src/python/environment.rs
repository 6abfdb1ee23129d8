//! The virtual environment of the workspace, with the packages that its tests and examples need.

use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use super::interpreter::Interpreter;
use super::library_path;
use crate::process::{Failure, Result, announce, cannot, capture, probe, run};
use crate::workspace::Workspace;

const FOLDER: &str = ".venv";
const LOCK: &str = ".venv.lock";
const REQUIREMENTS: &str = "tests/python/requirements.txt";
/// What only the tests of other packages need.
const REQUIREMENTS_OF_PORTS: &str = "tests/ports/requirements-tests.txt";

/// The environment with PyTorch, which takes 1.4 GB, and the script that finishes it.
const TORCH_FOLDER: &str = "target/python-torch";
const TORCH_SCRIPT: &str = "tests/python/support/torch_cpu.py";

/// The environment that links for other platforms, with a linker of 80 MB.
const TARGETS_FOLDER: &str = "target/python-targets";

/// The environment with JAX.
const JAX_FOLDER: &str = "target/python-jax";

/// The last file that an installation writes. If it is missing, the installation was interrupted.
const STAMP: &str = "xtask-stamp";

/// Packages that only some tests need, and that are larger than all the rest.
struct Extra {
    requirements: &'static str,
    stamp: &'static str,
}

const TYPE_CHECKERS: Extra =
    Extra { requirements: "tests/python/requirements-typing.txt", stamp: "xtask-stamp-typing" };
const TORCH: Extra =
    Extra { requirements: "tests/python/requirements-torch.txt", stamp: "xtask-stamp-torch" };
const JAX: Extra = Extra { requirements: "tests/python/requirements-jax.txt", stamp: "xtask-stamp-jax" };
const OLDEST_JAX: Extra =
    Extra { requirements: "tests/python/requirements-jax-oldest.txt", stamp: "xtask-stamp-jax" };
const TARGETS: Extra =
    Extra { requirements: "tests/python/requirements-targets.txt", stamp: "xtask-stamp-targets" };
const CUDA: Extra = Extra { requirements: "tests/python/requirements-cuda.txt", stamp: "xtask-stamp-cuda" };

/// A version of JAX.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Jax {
    Newest,
    Oldest,
}

/// A virtual environment that is ready for use.
pub(crate) struct Environment {
    folder: PathBuf,
}

/// Files of the installed `apache-tvm-ffi` package.
struct Runtime {
    library: String,
    include: String,
}

impl Environment {
    /// Returns the environment, made afresh if the requirements or the interpreter have changed.
    pub(crate) fn prepare(workspace: &Workspace) -> Result<Self> {
        let _lock = lock(&workspace.join(LOCK))?;
        Self::prepare_in(workspace, FOLDER, &Interpreter::find()?)
    }

    /// An environment for another version of Python, if the machine has it.
    pub(crate) fn prepare_for(workspace: &Workspace, version: &str) -> Result<Self> {
        let interpreter = Interpreter::of_version(version)?;
        Self::prepare_in(workspace, &format!("target/python-{version}"), &interpreter)
    }

    /// An environment with these packages only, and what they need, in the versions of the tests.
    pub(crate) fn prepare_alone(workspace: &Workspace, packages: &[&str]) -> Result<Self> {
        let _lock = lock(&workspace.join(LOCK))?;
        let folder = format!("target/python-with-{}", packages.join("-"));
        let all = read(&workspace.join(REQUIREMENTS))? + &read(&workspace.join(REQUIREMENTS_OF_PORTS))?;
        let wanted = all.lines().filter(|line| {
            let name = line.split_once("==").map_or("", |(name, _)| name);
            packages.contains(&name)
        });
        let requirements = workspace.join(&format!("{folder}.txt"));
        fs::write(&requirements, wanted.collect::<Vec<_>>().join("\n"))
            .map_err(|error| cannot("write", &requirements, &error))?;
        Self::prepare_with(workspace, &folder, &Interpreter::find()?, &requirements)
    }

    /// An environment with PyTorch for the CPU. The error says why there is none.
    pub(crate) fn prepare_with_torch(workspace: &Workspace) -> std::result::Result<Self, String> {
        if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
            return Err("its packages are only pinned for Linux on x86-64".to_owned());
        }
        let prepare = || {
            let _lock = lock(&workspace.join(LOCK))?;
            let environment = Self::prepare_in(workspace, TORCH_FOLDER, &Interpreter::find()?)?;
            environment.add_torch(workspace)?;
            Ok(environment)
        };
        prepare().map_err(|failure: Failure| failure.to_string())
    }

    /// An environment with JAX for the CPU. The error says why there is none.
    pub(crate) fn prepare_with_jax(workspace: &Workspace, version: Jax) -> std::result::Result<Self, String> {
        let (folder, extra) = match version {
            Jax::Newest => (JAX_FOLDER.to_owned(), &JAX),
            Jax::Oldest => (format!("{JAX_FOLDER}-oldest"), &OLDEST_JAX),
        };
        Self::prepare_extra(workspace, &folder, extra)
    }

    /// An environment with what links for other platforms. The error says why there is none.
    pub(crate) fn prepare_with_targets(workspace: &Workspace) -> std::result::Result<Self, String> {
        Self::prepare_extra(workspace, TARGETS_FOLDER, &TARGETS)
    }

    /// An environment in a folder of its own, with more packages than those of the tests. The error says why there is none.
    fn prepare_extra(
        workspace: &Workspace,
        folder: &str,
        extra: &Extra,
    ) -> std::result::Result<Self, String> {
        let prepare = || {
            let _lock = lock(&workspace.join(LOCK))?;
            let environment = Self::prepare_in(workspace, folder, &Interpreter::find()?)?;
            let install = |name: &str, requirements: &Path| environment.install(name, requirements);
            environment.add_once(workspace, extra, "", install)?;
            Ok(environment)
        };
        prepare().map_err(|failure: Failure| failure.to_string())
    }

    /// Installs PyTorch without its dependencies, and has a script replace the libraries of NVIDIA.
    fn add_torch(&self, workspace: &Workspace) -> Result<()> {
        let script = workspace.join(TORCH_SCRIPT);
        self.add_once(workspace, &TORCH, &read(&script)?, |name, requirements| {
            self.install_with(&["--no-deps"], name, requirements)?;
            run(self.command().arg(&script))
        })
    }

    fn prepare_in(workspace: &Workspace, folder: &str, interpreter: &Interpreter) -> Result<Self> {
        Self::prepare_with(workspace, folder, interpreter, &workspace.join(REQUIREMENTS))
    }

    fn prepare_with(
        workspace: &Workspace,
        folder: &str,
        interpreter: &Interpreter,
        requirements: &Path,
    ) -> Result<Self> {
        let environment = Self { folder: workspace.join(folder) };
        let stamp = stamp(interpreter, &read(requirements)?);
        let stamp_file = environment.folder.join(STAMP);
        let current = fs::read_to_string(&stamp_file).is_ok_and(|found| found == stamp);
        if !(current && environment.python().is_file()) {
            environment.create(interpreter, requirements)?;
            fs::write(&stamp_file, stamp).map_err(|error| cannot("write", &stamp_file, &error))?;
        }
        Ok(environment)
    }

    fn create(&self, interpreter: &Interpreter, requirements: &Path) -> Result<()> {
        announce(format_args!("creating {} with Python {}", self.folder.display(), interpreter.version));
        let mut venv = Command::new(&interpreter.executable);
        run(venv.args(["-m", "venv", "--clear"]).arg(&self.folder))?;
        self.install(&requirements.to_string_lossy(), requirements)
    }

    /// Installs the type checkers, unless they are there.
    pub(crate) fn add_type_checkers(&self, workspace: &Workspace) -> Result<()> {
        self.add(workspace, &TYPE_CHECKERS)
    }

    fn add(&self, workspace: &Workspace, extra: &Extra) -> Result<()> {
        let _lock = lock(&workspace.join(LOCK))?;
        self.add_once(workspace, extra, "", |name, requirements| self.install(name, requirements))
    }

    /// Runs `install`, unless it has run with the same requirements and the same `script`.
    fn add_once(
        &self,
        workspace: &Workspace,
        extra: &Extra,
        script: &str,
        install: impl FnOnce(&str, &Path) -> Result<()>,
    ) -> Result<()> {
        let requirements = workspace.join(extra.requirements);
        let stamp = read(&requirements)? + script;
        // The stamp is in the environment, so it disappears with it.
        let stamp_file = self.folder.join(extra.stamp);
        if fs::read_to_string(&stamp_file).is_ok_and(|found| found == stamp) {
            return Ok(());
        }
        install(extra.requirements, &requirements)?;
        fs::write(&stamp_file, stamp).map_err(|error| cannot("write", &stamp_file, &error))
    }

    fn install(&self, name: &str, requirements: &Path) -> Result<()> {
        self.install_with(&[], name, requirements)
    }

    fn install_with(&self, options: &[&str], name: &str, requirements: &Path) -> Result<()> {
        announce(format_args!("installing {name} into {}", self.folder.display()));
        let mut pip = self.command();
        pip.args(["-m", "pip", "install", "--no-input", "--disable-pip-version-check", "--quiet"]);
        // Without the option, a package that lacks a wheel for this Python would fail with errors of a C compiler.
        pip.args(options).arg("--only-binary=:all:").arg("--requirement").arg(requirements);
        run(&mut pip)
    }

    /// The interpreter of the environment, with the variables that activating it would set.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(self.python());
        self.activate(&mut command);
        command
    }

    fn python(&self) -> PathBuf {
        self.scripts().join(format!("python{}", std::env::consts::EXE_SUFFIX))
    }

    fn scripts(&self) -> PathBuf {
        self.folder.join(if cfg!(windows) { "Scripts" } else { "bin" })
    }

    /// Sets the variables that activating the environment sets, and removes those of cargo.
    fn activate(&self, command: &mut Command) {
        library_path::restore(command);
        command.env("VIRTUAL_ENV", &self.folder).env_remove("PYTHONHOME").env("PATH", self.search_path());
    }

    fn search_path(&self) -> OsString {
        let inherited = std::env::var_os("PATH").unwrap_or_default();
        let folders = std::iter::once(self.scripts()).chain(std::env::split_paths(&inherited));
        // A folder with the separator in its name cannot be on a search path.
        std::env::join_paths(folders).unwrap_or(inherited)
    }

    /// Lets `command` find the runtime and its headers, for Rust programs without Python.
    pub(crate) fn provide_runtime(&self, command: &mut Command) -> Result<()> {
        let runtime = self.runtime()?;
        self.activate(command);
        command.env("TVM_FFI_TEST_CPP_RUNTIME", &runtime.library);
        command.env("TVM_FFI_LIBRARY", runtime.library).env("TVM_FFI_INCLUDE", runtime.include);
        Ok(())
    }

    /// Sets `TVM_FFI_TEST_NO_CUDA` for `command`, because there is no CUDA compiler, unless the user names one in `TVM_FFI_TEST_CUDA`.
    ///
    /// The compiler is a large download, so only the commands that need it install it.
    pub(crate) fn leave_out_cuda(&self, command: &mut Command) {
        if std::env::var_os("TVM_FFI_TEST_CUDA").is_none() {
            let reason = "`cargo xtask test cuda` installs the compiler (190 MB) and runs them";
            announce(format_args!("tests that compile CUDA are skipped: {reason}"));
            command.env("TVM_FFI_TEST_NO_CUDA", reason);
        }
    }

    /// The folder of the CUDA compiler, installed if it is missing. The error says why there is none.
    ///
    /// Commands find it through `TVM_FFI_TEST_CUDA`. `CUDA_HOME` is not set: the build script of `cudarc` reads it, and would compile everything again.
    pub(crate) fn cuda_compiler(&self, workspace: &Workspace) -> std::result::Result<PathBuf, String> {
        if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
            return Err("its packages are only pinned for Linux on x86-64".to_owned());
        }
        self.add(workspace, &CUDA).map_err(|failure| failure.to_string())?;
        const QUESTION: &str = "import sysconfig; print(sysconfig.get_path('platlib'))";
        let packages =
            capture(self.command().args(["-c", QUESTION])).map_err(|failure| failure.to_string())?;
        let folder = Path::new(packages.trim()).join("nvidia/cu13");
        if folder.join("bin/nvcc").is_file() {
            Ok(folder)
        } else {
            Err(format!("there is no `bin/nvcc` in `{}`", folder.display()))
        }
    }

    /// Downloads the wheel of the runtime that the tests use, for another Python or another platform.
    pub(crate) fn download_runtime(
        &self,
        workspace: &Workspace,
        python: &str,
        platform: &str,
        folder: &Path,
    ) -> Result<()> {
        announce(format_args!("downloading apache-tvm-ffi for Python {python} on {platform}"));
        let mut pip = self.command();
        pip.args(["-m", "pip", "download", "--quiet", "--no-input", "--disable-pip-version-check"]);
        pip.args(["--no-deps", "--only-binary=:all:", "--python-version", python, "--platform", platform]);
        pip.arg("--dest").arg(folder).arg("--constraint").arg(workspace.join(REQUIREMENTS));
        run(pip.arg("apache-tvm-ffi"))
    }

    /// Downloads packages as they are, without what they depend on.
    pub(crate) fn download_sources(&self, requirements: &Path, folder: &Path) -> Result<()> {
        announce(format_args!("downloading {}", requirements.display()));
        let mut pip = self.command();
        // Otherwise the first line of output is a notice, and not the error.
        pip.args(["-m", "pip", "download", "-qq", "--no-input", "--disable-pip-version-check", "--no-deps"]);
        pip.arg("--dest").arg(folder).arg("--requirement").arg(requirements);
        probe(&mut pip).map(drop).map_err(Failure::Task)
    }

    fn runtime(&self) -> Result<Runtime> {
        // `python -m tvm_ffi.config --libfiles` names the import library on Windows, hence `libinfo`.
        const QUESTION: &str = "\
from tvm_ffi import libinfo
print(libinfo.find_libtvm_ffi())
print(libinfo.find_include_path())
";
        let answer = capture(self.command().args(["-c", QUESTION]))?;
        match answer.lines().collect::<Vec<_>>()[..] {
            [library, include] => Ok(Runtime { library: library.to_owned(), include: include.to_owned() }),
            _ => Err(Failure::Task(format!(
                "`tvm_ffi.libinfo` answered {answer:?}, expected the path of the library and of the headers"
            ))),
        }
    }
}

/// Keeps two commands that run at the same time from writing into one environment.
fn lock(path: &Path) -> Result<File> {
    let file = File::create(path).map_err(|error| cannot("create", path, &error))?;
    file.lock().map_err(|error| cannot("lock", path, &error))?;
    Ok(file)
}

fn stamp(interpreter: &Interpreter, requirements: &str) -> String {
    format!("python {}\n{requirements}", interpreter.version)
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).map_err(|error| cannot("read", path, &error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stamp_changes_with_the_interpreter_and_the_requirements() {
        let python =
            |version: &str| Interpreter { executable: "python3".to_owned(), version: version.to_owned() };
        let reference = stamp(&python("3.11"), "pytest==1\n");
        assert_eq!(reference, stamp(&python("3.11"), "pytest==1\n"));
        assert_ne!(reference, stamp(&python("3.12"), "pytest==1\n"));
        assert_ne!(reference, stamp(&python("3.11"), "pytest==2\n"));
    }

    #[test]
    fn the_scripts_of_the_environment_come_first_on_the_search_path() {
        let environment = Environment { folder: PathBuf::from("venv") };
        let path = environment.search_path();
        assert_eq!(std::env::split_paths(&path).next(), Some(environment.scripts()));
    }
}
