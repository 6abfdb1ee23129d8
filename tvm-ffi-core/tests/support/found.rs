//! What the tests of the search for a runtime share.

use std::ffi::{CString, OsStr, c_int};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use tvm_ffi_core::{Any, Function, Origin, Runtime};

use crate::{cc, child};

pub(crate) use libloading::os::unix::{RTLD_GLOBAL, RTLD_LOCAL, RTLD_NOW};

/// The C++ runtime.
pub(crate) fn library() -> PathBuf {
    let path = std::env::var_os("TVM_FFI_TEST_CPP_RUNTIME").filter(|path| !path.is_empty());
    path.map(PathBuf::from)
        .expect("TVM_FFI_TEST_CPP_RUNTIME is not set: run the tests with `cargo xtask test`")
}

/// What a child prints: the runtime, or why there is none.
pub(crate) fn print_runtime() {
    match tvm_ffi_core::runtime() {
        Ok(runtime) => print_found(runtime),
        Err(error) => println!("<<{error}>>"),
    }
}

pub(crate) fn print_found(runtime: &Runtime) {
    let path = runtime.path().map_or("no file".into(), Path::to_string_lossy);
    let patch = runtime.version().patch;
    println!("<<{:?} {path} patch {patch}>>", runtime.origin());
    let names = Function::list_global().expect("a runtime has global functions");
    assert!(names.iter().any(|name| name == "ffi.Array"));
}

/// What a child printed between the marks.
pub(crate) fn answer(command: &mut Command) -> String {
    let (output, _) = child::run(command);
    let (_, rest) = output.split_once("<<").unwrap_or_else(|| panic!("no answer in {output}"));
    rest.split_once(">>").unwrap_or_else(|| panic!("no end of the answer in {output}")).0.to_owned()
}

/// Runs a test in a child that prints its runtime; gives the command to the parent.
pub(crate) fn printing_child(test: &str) -> Option<Command> {
    if child::role().is_some() {
        print_runtime();
        return None;
    }
    Some(child::bare_command(test, "print"))
}

/// A Python environment of which nothing is there but the runtime.
pub(crate) fn environment_with_package(name: &str) -> PathBuf {
    let prefix = cc::scratch_file(name);
    let folder = prefix.join("lib/python3.11/site-packages/tvm_ffi/lib");
    std::fs::create_dir_all(&folder).expect("the scratch folder is writable");
    let link = folder.join("libtvm_ffi.so");
    let _ = std::fs::remove_file(&link);
    std::os::unix::fs::symlink(library(), &link).expect("the scratch folder is writable");
    prefix
}

/// Loads a library as a host does, with its symbols global or not.
pub(crate) fn preload(path: &Path, flags: c_int) {
    let name = CString::new(path.as_os_str().as_bytes()).expect("a path has no NUL");
    let path = OsStr::from_bytes(name.as_bytes());
    // SAFETY: the runtime's initialisers are those that every host runs.
    let library = unsafe { libloading::os::unix::Library::open(Some(path), flags) };
    // It stays loaded.
    std::mem::forget(library.expect("the runtime can be loaded"));
}

/// Binds on eight threads at once, to a runtime of this origin.
pub(crate) fn bind_on_threads(origin: Origin) {
    let barrier = std::sync::Barrier::new(8);
    let barrier = &barrier;
    std::thread::scope(|scope| {
        for thread in 0..8usize {
            scope.spawn(move || {
                barrier.wait();
                // Each starts with another function of the table.
                match thread % 4 {
                    0 => drop(Function::new(|| 1i64)),
                    1 => drop(Any::new(u128::MAX)),
                    2 => drop(Function::find_global("ffi.Array").expect("there is a runtime")),
                    _ => drop(tvm_ffi_core::runtime().expect("there is a runtime")),
                }
                assert_eq!(tvm_ffi_core::runtime().expect("bound").origin(), origin);
            });
        }
    });
}
