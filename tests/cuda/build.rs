//! Compiles the recording driver in `driver/`, also without some functions.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The drivers, and the functions that each lacks.
const VARIANTS: [(&str, &[&str]); 2] = [
    ("FAKE_CUDA_DRIVER", &[]),
    (
        "FAKE_CUDA_DRIVER_12_0",
        &["cuKernelGetParamInfo", "cuKernelGetName", "cuLibraryGetKernelCount", "cuLibraryEnumerateKernels"],
    ),
];

fn main() {
    println!("cargo::rerun-if-changed=driver");
    println!("cargo::rerun-if-env-changed=CC");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    for (variable, missing) in VARIANTS {
        let library = out.join(format!("{variable}.so"));
        match compile(&library, missing) {
            Ok(()) => println!("cargo::rustc-env={variable}={}", library.display()),
            // Builds of the whole workspace must not fail because of this; the tests of this package fail with the reason.
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
