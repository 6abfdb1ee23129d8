//! Compiles the libraries in `shim/`.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The variable with the path of a library, its source, its name for the loader, and an option of the compiler.
const LIBRARIES: [(&str, &str, &str, &str); 3] = [
    ("SHIM_NEWEST", "torch.c", "libtorch_cpu.so", "-DNEWEST"),
    ("SHIM_OLDEST", "torch.c", "libtorch_cpu.so", "-DOLDEST"),
    ("SHIM_CUDA", "cuda.c", "libtorch_cuda.so", "-DNEWEST"),
];

fn main() {
    println!("cargo::rerun-if-changed=shim");
    println!("cargo::rerun-if-env-changed=CC");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    for (variable, source, name, option) in LIBRARIES {
        let library = out.join(format!("{variable}.so"));
        match compile(&library, source, name, option) {
            Ok(()) => println!("cargo::rustc-env={variable}={}", library.display()),
            // Builds of the whole workspace must not fail because of this; the tests of this package fail with the reason.
            Err(message) => {
                println!("cargo::warning=the library of the tests cannot be built: {message}");
                println!("cargo::rustc-env={variable}=");
            }
        }
    }
}

fn compile(library: &Path, source: &str, name: &str, option: &str) -> Result<(), String> {
    let mut command = Command::new(env::var_os("CC").unwrap_or_else(|| OsString::from("cc")));
    command.args(["-std=c11", "-D_GNU_SOURCE", "-O1", "-g", "-Wall", "-Wextra", "-fPIC", "-shared"]);
    command.args(["-fvisibility=hidden", option]).arg(format!("-Wl,-soname,{name}"));
    command.arg(Path::new("shim").join(source)).arg("-o").arg(library);
    let status = command.status().map_err(|error| error.to_string())?;
    if status.success() { Ok(()) } else { Err(status.to_string()) }
}
