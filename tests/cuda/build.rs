//! Compiles the recording driver in `driver/`, and what is like it but lacks some functions.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Drivers, and the functions that they lack.
const VARIANTS: [(&str, &[&str]); 3] = [
    ("FAKE_CUDA_DRIVER", &[]),
    (
        "FAKE_CUDA_DRIVER_12_0",
        &["cuKernelGetParamInfo", "cuKernelGetName", "cuLibraryGetKernelCount", "cuLibraryEnumerateKernels"],
    ),
    ("FAKE_CUDA_DRIVER_INCOMPLETE", &["cuLibraryGetKernel"]),
];

fn main() {
    println!("cargo::rerun-if-changed=driver");
    println!("cargo::rerun-if-env-changed=CC");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    for (variable, missing) in VARIANTS {
        let library = out.join(format!("{variable}.so"));
        match compile(&library, missing) {
            Ok(()) => println!("cargo::rustc-env={variable}={}", library.display()),
            // The tests of this package are not all that a workspace is built for; they say so when they are run.
            Err(message) => {
                println!("cargo::warning=the recording driver cannot be built: {message}");
                println!("cargo::rustc-env={variable}=");
            }
        }
    }
}

fn compile(library: &Path, missing: &[&str]) -> Result<(), String> {
    let mut command = Command::new(env::var_os("CC").unwrap_or_else(|| OsString::from("cc")));
    command.args([
        "-std=c11",
        "-D_GNU_SOURCE",
        "-O1",
        "-g",
        "-Wall",
        "-Wextra",
        "-fPIC",
        "-shared",
        "-pthread",
    ]);
    command
        .arg("-fvisibility=hidden")
        .args(missing.iter().map(|name| format!("-D{name}=fake_absent_{name}")));
    command.args(sources()?).arg("-o").arg(library);
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}

fn sources() -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir("driver").map_err(|error| format!("`driver`: {error}"))?;
    let mut files = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect::<Vec<_>>();
    files.sort();
    Ok(files)
}
