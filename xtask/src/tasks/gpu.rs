//! `cargo xtask gpu`: the tests that run on a GPU, in a folder that works on another machine.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cargo::{self, Profile, cargo};
use crate::process::{self, Failure, Result, announce, cannot};
use crate::python::{Environment, Interpreter};
use crate::workspace::Workspace;

const SOURCE: &str = "tests/gpu";
const PACKAGES: [&str; 3] = ["cuda-kernels", "framework-kernels", "tvm-ffi-gpu-kernels"];
/// The Python package that makes operators of PyTorch and functions of JAX.
const PYTHON_PACKAGE: &str = "python/tvm_ffi_rs";

/// The Python that machines with a GPU often have, and the system that its package is for.
const USUAL_PYTHON: &str = "3.12";
const PLATFORM: &str = "manylinux_2_28_x86_64";

/// The largest size of the folder in bytes, so that it can be copied to a machine without a network.
const MOST: u64 = 64 << 20;

pub(crate) fn run(workspace: &Workspace, args: &[String]) -> Result<()> {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        return Err(Failure::Task("the tests on a GPU are for Linux on x86-64".to_owned()));
    }
    // `gpu -- -k numerics` and `gpu -k numerics` mean the same.
    let args = args.strip_prefix(&["--".to_owned()]).unwrap_or(args);
    let environment = Environment::prepare(workspace)?;
    let interpreter = Interpreter::find()?;
    let libraries =
        cargo::build_libraries(cargo(workspace, "build"), &PACKAGES.map(str::to_owned), Profile::Release)?;
    let folder = target(&libraries)?.join("gpu");
    announce(format_args!("putting together {}", folder.display()));
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| cannot("remove", &folder, &error))?;
    }
    copy_files(&workspace.join(SOURCE), &folder)?;
    copy_files(&workspace.join(SOURCE).join("kernels/images"), &folder.join("images"))?;
    for part in ["", "_torch", "_jax"] {
        copy_files(&workspace.join(PYTHON_PACKAGE).join(part), &folder.join("tvm_ffi_rs").join(part))?;
    }
    for library in &libraries {
        copy(library, &folder.join("libs"))?;
    }
    let mut versions = vec![USUAL_PYTHON];
    if interpreter.version != USUAL_PYTHON {
        versions.push(&interpreter.version);
    }
    for version in versions {
        environment.download_runtime(workspace, version, PLATFORM, &folder.join("wheels"))?;
    }
    let size = size_of(&folder)?;
    announce(format_args!("{} has {:.1} MiB", folder.display(), size as f64 / f64::from(1 << 20)));
    if size > MOST {
        return Err(Failure::Task(format!(
            "{size} bytes in `{}`, expected at most {MOST}",
            folder.display()
        )));
    }
    let script = folder.join("run.py");
    announce(format_args!("to run it on another machine: python3 gpu/run.py [--out FOLDER] [-k EXPRESSION]"));
    // The interpreter outside of the environment may have PyTorch. Without a GPU the script prints that, and runs no test.
    let mut command = Command::new(&interpreter.executable);
    command.arg(script).arg("--out").arg(folder.with_file_name("gpu-results")).args(args);
    process::run(&mut command)
}

/// The target folder, which has a folder for each profile.
fn target(libraries: &[PathBuf]) -> Result<PathBuf> {
    let folder = libraries.first().and_then(|library| library.parent()?.parent());
    folder.map(Path::to_path_buf).ok_or_else(|| Failure::Task("cargo built no library".to_owned()))
}

/// Copies the files of a folder, but not its subfolders.
fn copy_files(from: &Path, to: &Path) -> Result<()> {
    for entry in fs::read_dir(from).map_err(|error| cannot("list", from, &error))?.flatten() {
        if entry.path().is_file() {
            copy(&entry.path(), to)?;
        }
    }
    Ok(())
}

fn copy(file: &Path, folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).map_err(|error| cannot("create", folder, &error))?;
    let copy = folder.join(file.file_name().unwrap_or_default());
    fs::copy(file, &copy).map_err(|error| cannot("write", &copy, &error))?;
    Ok(())
}

fn size_of(folder: &Path) -> Result<u64> {
    let mut size = 0;
    for entry in fs::read_dir(folder).map_err(|error| cannot("list", folder, &error))?.flatten() {
        let path = entry.path();
        size += if path.is_dir() { size_of(&path)? } else { entry.metadata().map_or(0, |data| data.len()) };
    }
    Ok(size)
}
