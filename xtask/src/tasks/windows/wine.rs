//! Wine, with CPython and the runtime for Windows.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::{COMPILER, SOURCES};
use crate::process::{Result, announce, cannot, run};
use crate::python::{Environment, Interpreter};
use crate::workspace::Workspace;

const FOLDER: &str = "target/windows";
/// The last file that an installation writes.
const STAMP: &str = "xtask-stamp";

/// The version of CPython that is installed. The standard library comes from this machine.
const PYTHON: &str = "3.13";
const INSTALL: &str = "install.py";
const REQUIREMENTS: &str = "requirements.txt";
const LAUNCHER: &str = "python.c";
/// Libraries of Windows that Wine 8 does not have, or whose functions fail.
const SHIMS: [&str; 2] = ["bcryptprimitives", "dbghelp"];

/// Which libraries are files of ours rather than Wine's own. There is no debugger, because it would wait for a user.
const OVERRIDES: &str = "dbghelp,msvcp140,vcruntime140,vcruntime140_1=n,b;winedbg.exe=d";

/// An installation in `target`.
pub(super) struct Wine {
    folder: PathBuf,
}

impl Wine {
    /// Returns the installation, made afresh if what it is made of has changed.
    pub(super) fn prepare(workspace: &Workspace, environment: &Environment) -> Result<Self> {
        let wine = Self { folder: workspace.join(FOLDER) };
        let sources = workspace.join(SOURCES);
        let stamp = stamp(&sources)?;
        let stamp_file = wine.folder.join(STAMP);
        if fs::read_to_string(&stamp_file).is_ok_and(|found| found == stamp) {
            return Ok(wine);
        }
        let interpreter = Interpreter::of_version(PYTHON)?;
        announce(format_args!("installing CPython for Windows into {FOLDER}"));
        let _ = fs::remove_dir_all(&wine.folder);
        fs::create_dir_all(&wine.folder).map_err(|error| cannot("create", &wine.folder, &error))?;
        wine.start()?;
        let system = wine.prefix().join("drive_c/windows/system32");
        for name in SHIMS {
            let (source, library) = (sources.join(name), system.join(name));
            let mut compile = Command::new(COMPILER);
            compile.arg("-shared").arg(source.with_extension("c"));
            run(compile.arg("-ladvapi32").arg("-o").arg(library.with_extension("dll")))?;
        }
        let mut install = environment.command();
        install.arg(sources.join(INSTALL)).arg(wine.python()).arg(system);
        run(install.arg(interpreter.executable))?;
        wine.compile_launcher(&sources)?;
        fs::write(&stamp_file, stamp).map_err(|error| cannot("write", &stamp_file, &error))?;
        Ok(wine)
    }

    /// Starts the services of Wine, and installs it first if the folder is new. The services end after some seconds without a program. A program that started
    /// them would share its output with them, and the output would not end with the program.
    pub(super) fn start(&self) -> Result<()> {
        run(self.command("wineboot").stdout(Stdio::null()).stderr(Stdio::null()))
    }

    /// With as much stack as programs have on Linux, because tests run unoptimised code.
    fn compile_launcher(&self, sources: &Path) -> Result<()> {
        let mut compile = Command::new(COMPILER);
        compile.args(["-municode", "-Wl,--stack,0x800000"]).arg(sources.join(LAUNCHER));
        compile.arg(self.python().join("python313.dll"));
        run(compile.arg("-o").arg(self.interpreter()))
    }

    /// A command that runs a program for Windows.
    pub(super) fn run(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = self.command("wine");
        // The tests look for other versions of Python there, which would be those of Linux.
        command.arg(program).env_remove("PYENV_ROOT");
        command
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env("WINEPREFIX", self.prefix()).env("WINEDEBUG", "-all").env("WINEDLLOVERRIDES", OVERRIDES);
        command
    }

    fn prefix(&self) -> PathBuf {
        self.folder.join("prefix")
    }

    fn python(&self) -> PathBuf {
        self.folder.join("python")
    }

    pub(super) fn interpreter(&self) -> PathBuf {
        self.python().join("python.exe")
    }

    /// A folder for the files of a test program.
    pub(super) fn temporary(&self, name: &str) -> PathBuf {
        self.folder.join(name.replace('/', "-"))
    }

    /// The C++ runtime.
    pub(super) fn runtime(&self) -> PathBuf {
        self.python().join("Lib/site-packages/tvm_ffi/lib/tvm_ffi.dll")
    }
}

/// All files that an installation is made of.
fn stamp(sources: &Path) -> Result<String> {
    let shims = SHIMS.map(|name| format!("{name}.c"));
    let mut files = vec![INSTALL, REQUIREMENTS, LAUNCHER];
    files.extend(shims.iter().map(String::as_str));
    let read = |name| {
        let path = sources.join(name);
        fs::read_to_string(&path).map_err(|error| cannot("read", &path, &error))
    };
    let texts = files.into_iter().map(read).collect::<Result<Vec<_>>>()?;
    Ok(texts.concat() + OVERRIDES)
}

/// A path as Windows has it: Wine shows the root as `Z:`.
pub(super) fn windows_path(path: &Path) -> String {
    format!("Z:{}", path.display()).replace('/', "\\")
}
