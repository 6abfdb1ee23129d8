//! `cargo xtask test without_python`: the tests of a new kernel crate, and a Rust program that loads libraries, with nothing of Python to be found.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cargo::{self, Profile, cargo};
use crate::process::{self, Result, announce, cannot};
use crate::stages::Outcome;
use crate::workspace::Workspace;

const CRATE: &str = "tests/without_python";
const FOLDER: &str = "target/without_python";
/// The files of the crate.
const FILES: [&str; 3] = ["Cargo.toml", "src/lib.rs", "tests/whole.rs"];
/// What a linker is found by. Nothing else of the system's programs is there.
const PROGRAMS: [&str; 4] = ["cc", "ld", "as", "ld.lld"];

pub(crate) fn stage(workspace: &Workspace) -> Result<Outcome> {
    if !cfg!(target_os = "linux") {
        return Ok(Outcome::Skipped("it makes a search path without Python as on Linux".to_owned()));
    }
    let programs = programs(&workspace.join(FOLDER).join("bin"))?;
    let copy = copy(workspace)?;
    for profile in [Profile::Dev, Profile::Release] {
        announce(format_args!("testing a new kernel crate ({})", profile.name()));
        let mut test = bare(workspace, &programs, cargo(workspace, "test"));
        test.current_dir(&copy).args(["--profile", profile.name()]);
        process::run(&mut test)?;
    }
    let libraries = ["quickstart", "tokenizer"].map(String::from);
    let libraries = cargo::build_libraries(cargo(workspace, "build"), &libraries, Profile::Dev)?;
    let host = cargo::build_program(cargo(workspace, "build"), "host", "", "host", Profile::Dev)?;
    announce(format_args!("running examples/host"));
    let mut host = bare(workspace, &programs, Command::new(host));
    process::run(host.args(libraries))?;
    Ok(Outcome::Passed)
}

/// A folder with the programs that a linker needs.
fn programs(folder: &Path) -> Result<PathBuf> {
    let _ = std::fs::remove_dir_all(folder);
    std::fs::create_dir_all(folder).map_err(|error| cannot("make", folder, &error))?;
    let search = std::env::var_os("PATH").unwrap_or_default();
    for name in PROGRAMS {
        let found =
            std::env::split_paths(&search).map(|folder| folder.join(name)).find(|path| path.is_file());
        if let Some(program) = found {
            link(&program, &folder.join(name))?;
        }
    }
    Ok(folder.to_owned())
}

#[cfg(unix)]
fn link(program: &Path, place: &Path) -> Result<()> {
    std::os::unix::fs::symlink(program, place).map_err(|error| cannot("write", place, &error))
}

#[cfg(not(unix))]
fn link(_: &Path, _: &Path) -> Result<()> {
    Ok(())
}

/// A copy of the crate, which does not belong to the workspace.
fn copy(workspace: &Workspace) -> Result<PathBuf> {
    let (source, copy) = (workspace.join(CRATE), workspace.join(FOLDER).join("my_kernels"));
    for file in FILES {
        let (from, to) = (source.join(file), copy.join(file));
        let text = std::fs::read_to_string(&from).map_err(|error| cannot("read", &from, &error))?;
        let text = text.replace("\"FACADE\"", &format!("{:?}", workspace.root()));
        let folder = to.parent().unwrap_or(&copy);
        std::fs::create_dir_all(folder).map_err(|error| cannot("make", folder, &error))?;
        std::fs::write(&to, text).map_err(|error| cannot("write", &to, &error))?;
    }
    // The same versions of the dependencies.
    let (from, to) = (workspace.join("Cargo.lock"), copy.join("Cargo.lock"));
    std::fs::copy(&from, &to).map_err(|error| cannot("write", &to, &error))?;
    Ok(copy)
}

/// The command without our variables, and with nothing on the search path but the toolchain and a linker.
fn bare(workspace: &Workspace, programs: &Path, mut command: Command) -> Command {
    const KEPT: [&str; 5] = ["HOME", "CARGO_HOME", "CARGO_INCREMENTAL", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN"];
    command.env_clear();
    for name in KEPT {
        if let Some(value) = std::env::var_os(name) {
            command.env(name, value);
        }
    }
    let cargo = std::env::var_os("CARGO").map(PathBuf::from).unwrap_or_default();
    let toolchain = cargo.parent().map(Path::to_owned).unwrap_or_default();
    let search = std::env::join_paths([toolchain, programs.to_owned()]).unwrap_or_default();
    command.env("PATH", search).env("CARGO_TARGET_DIR", workspace.join("target"));
    // As in `tests/builds`, so that cargo reuses what those tests have built.
    command
        .env("CARGO_PROFILE_DEV_DEBUG", "line-tables-only")
        .env("CARGO_PROFILE_DEV_BUILD_OVERRIDE_DEBUG", "line-tables-only");
    command
}
