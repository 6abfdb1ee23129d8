//! Compiles the recording driver together with the kernels for the CPU.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use tvm_ffi_cuda_tests::{Fake, child, fake};

/// Runs the body of the test with the name `test` in a separate process, with a driver that runs kernels on the CPU.
///
/// Without a C++ compiler it prints that and returns.
pub(crate) fn on_the_cpu(test: &str, body: impl FnOnce(Fake)) {
    static LIBRARY: LazyLock<Result<PathBuf, String>> = LazyLock::new(build);
    if child::is_child() {
        return body(fake::driver());
    }
    match &*LIBRARY {
        Ok(library) => {
            let library = library.to_str().expect("the target folder is UTF-8");
            // The cache of NVRTC is next to the library, and not in the home folder.
            let cache = concat!(env!("CARGO_TARGET_TMPDIR"), "/emulated/cache");
            let printed = child::run(test, &[(fake::DRIVER, library), ("TVM_FFI_CUDA_CACHE", cache)]);
            print!("{printed}");
        }
        Err(reason) => eprintln!("`{test}` is left out: {reason}"),
    }
}

/// The driver, or the reason why it cannot be built. A compile error is a panic.
fn build() -> Result<PathBuf, String> {
    if !cfg!(target_os = "linux") {
        return Err("the recording driver is written for Linux".to_owned());
    }
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/emulated");
    let driver = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cuda/driver");
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("emulated");
    std::fs::create_dir_all(&out).expect("the folder for tests is writable");

    let mut objects = Vec::new();
    for source in files(&driver, "c") {
        let object = out.join(source.file_name().expect("a file")).with_extension("c.o");
        let mut cc = compiler("CC", "cc");
        cc.args(["-std=c11", "-D_GNU_SOURCE", "-O1", "-fPIC", "-pthread", "-c"]).arg(&source);
        run(cc.arg("-o").arg(&object))?;
        objects.push(object);
    }
    let library = out.join("libemulated.so");
    let mut cxx = compiler("CXX", "c++");
    cxx.args(["-std=c++17", "-O2", "-fPIC", "-shared", "-pthread", "-Wall", "-Wextra", "-Werror"]);
    // As CUDA allows, kernels read eight numbers as sixteen bytes.
    cxx.args(["-fno-strict-aliasing", "-I"]).arg(&here).arg("-I").arg(&driver);
    run(cxx.args(files(&here, "cpp")).args(objects).arg("-o").arg(&library))?;
    Ok(library)
}

fn compiler(variable: &str, usual: &str) -> Command {
    Command::new(std::env::var_os(variable).unwrap_or_else(|| OsString::from(usual)))
}

fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.expect("the folder can be read").path());
    paths.filter(|path| path.extension().is_some_and(|found| found == extension)).collect()
}

fn run(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|error| format!("{:?}: {error}", command.get_program()))?;
    assert!(output.status.success(), "{command:?}\n{}", String::from_utf8_lossy(&output.stderr));
    Ok(())
}
