//! The search for a runtime, in processes of their own: a process binds to one runtime once.
//!
//! With the feature `embedded` the program has a runtime, and `embedded.rs` has the tests.
#![cfg(all(target_os = "linux", not(miri), not(feature = "embedded")))]

#[path = "support/cc.rs"]
mod cc;
#[path = "support/child.rs"]
mod child;
#[path = "support/found.rs"]
mod found;

use std::ffi::c_void;
use std::path::{Path, PathBuf};

use found::{
    RTLD_GLOBAL, RTLD_LOCAL, RTLD_NOW, answer, environment_with_package, library, preload, print_runtime,
    printing_child,
};
use tvm_ffi_core::{Any, Device, ErrorKind, Function, Origin, env};

#[test]
fn the_runtime_that_is_set_is_bound_and_described() {
    let Some(mut command) = printing_child("the_runtime_that_is_set_is_bound_and_described") else { return };
    let answer = answer(command.env("TVM_FFI_LIBRARY", library()));
    assert!(answer.starts_with(&format!("Environment {} patch ", library().display())), "{answer}");
}

#[test]
fn the_runtime_tells_its_version() {
    let runtime = tvm_ffi_core::runtime().expect("the tests have a runtime");
    let version = runtime.version();
    assert_eq!((version.major, version.minor), (0, 1));
    assert!(runtime.path().is_some_and(Path::is_file));
    assert!(runtime.to_string().starts_with("TVM-FFI runtime 0.1."), "{runtime}");
}

#[test]
fn a_search_that_finds_nothing_lists_what_it_tried() {
    let Some(mut command) = printing_child("a_search_that_finds_nothing_lists_what_it_tried") else { return };
    let report = answer(&mut command);
    let (first, rest) = report.split_once('\n').expect("the report has several lines");
    assert_eq!(first, "RuntimeError: no TVM-FFI runtime found; tried:");
    for tried in [
        "  - in this process: no library with `TVMFFIGetVersion`, no `libtvm_ffi.so`",
        "  - TVM_FFI_LIBRARY: not set",
        "  - VIRTUAL_ENV: not set",
        "  - CONDA_PREFIX: not set",
        "  - `python3 -m tvm_ffi.config --libdir`: ",
        "  - Python: no installed package `apache-tvm-ffi`",
    ] {
        assert!(rest.contains(tried), "`{tried}` is not in {rest}");
    }
    let help = "\nhelp: a Rust program and tests have a runtime with the feature `embedded` of `tvm-ffi-rs`; otherwise \
                `pip install apache-tvm-ffi`, or set TVM_FFI_LIBRARY to the path of the runtime library";
    assert!(rest.ends_with(help), "{rest}");
}

#[test]
fn a_function_without_a_runtime_panics_where_it_is_made() {
    let test = "a_function_without_a_runtime_panics_where_it_is_made";
    if child::role().is_some() {
        let line = line!() + 1;
        let made = std::panic::catch_unwind(|| Function::new(|x: i64| x));
        assert!(made.is_err());
        return println!("made at {}:{line}:", file!());
    }
    let (output, report) = child::run(&mut child::bare_command(test, "make"));
    let (_, place) = output.split_once("made at ").expect("the child prints the place");
    let place = place.lines().next().unwrap_or_default();
    assert!(report.contains(place), "{place} is not in {report}");
}

#[test]
fn an_environment_without_the_package_is_named() {
    let Some(mut command) = printing_child("an_environment_without_the_package_is_named") else { return };
    let report = answer(command.env("VIRTUAL_ENV", "/nonexistent/venv"));
    assert!(report.contains("  - VIRTUAL_ENV: no package `tvm_ffi` in `/nonexistent/venv`"), "{report}");
}

#[test]
fn a_library_that_is_set_and_cannot_be_loaded_is_an_error_of_its_own() {
    let test = "a_library_that_is_set_and_cannot_be_loaded_is_an_error_of_its_own";
    let Some(mut command) = printing_child(test) else { return };
    // The environment has a runtime, which may not be taken in the place of what the user named.
    let prefix = environment_with_package("unused_prefix");
    let report =
        answer(command.env("TVM_FFI_LIBRARY", "/nonexistent/libtvm_ffi.so").env("VIRTUAL_ENV", prefix));
    let start = "RuntimeError: TVM_FFI_LIBRARY is set, but `/nonexistent/libtvm_ffi.so` cannot be loaded: ";
    let loader = report.strip_prefix(start).unwrap_or_else(|| panic!("{report}"));
    assert!(loader.contains("/nonexistent/libtvm_ffi.so") || cfg!(not(target_os = "linux")), "{report}");
}

/// A shared library of this source.
fn shared_library(name: &str, source: &str, args: &[&str]) -> PathBuf {
    let args: Vec<&str> = ["-shared", "-fPIC"].iter().chain(args).copied().collect();
    cc::compile(name, source, &args)
}

/// A source with a version.
fn version_source(major: u32, minor: u32, patch: u32) -> String {
    format!(
        "#include <tvm/ffi/c_api.h>\nvoid TVMFFIGetVersion(TVMFFIVersion* out) {{ out->major = {major}; \
         out->minor = {minor}; out->patch = {patch}; }}\n"
    )
}

#[test]
fn a_library_that_is_no_runtime_is_named() {
    let Some(mut command) = printing_child("a_library_that_is_no_runtime_is_named") else { return };
    let path = shared_library("libno_runtime.so", "int answer(void) { return 42; }\n", &[]);
    let report = answer(command.env("TVM_FFI_LIBRARY", &path));
    let expected = format!(
        "RuntimeError: the library in TVM_FFI_LIBRARY, `{}`, is not a TVM-FFI runtime: it has no `TVMFFIGetVersion`",
        path.display()
    );
    assert_eq!(report, expected);
}

#[test]
fn a_version_that_does_not_serve_is_refused() {
    let Some(mut command) = printing_child("a_version_that_does_not_serve_is_refused") else { return };
    let versions = [
        ("libminor.so", 0, 2, 0),
        ("libmajor.so", 1, 1, 16),
        ("libzero.so", 0, 0, 16),
        ("libold.so", 0, 1, 7),
    ];
    for (name, major, minor, patch) in versions {
        let path = shared_library(name, &version_source(major, minor, patch), &[]);
        let report = answer(command.env("TVM_FFI_LIBRARY", &path));
        let expected = format!(
            "`{}`, has version {major}.{minor}.{patch}, but this library needs 0.1.8 or a later 0.1.x",
            path.display()
        );
        assert!(report.contains(&expected), "{report}");
    }
}

#[test]
fn a_runtime_without_a_function_that_every_one_has_is_refused() {
    let test = "a_runtime_without_a_function_that_every_one_has_is_refused";
    let Some(mut command) = printing_child(test) else { return };
    let path = shared_library("libincomplete.so", &version_source(0, 1, 16), &[]);
    let report = answer(command.env("TVM_FFI_LIBRARY", &path));
    assert!(report.contains(&format!("`{}`, has no function `TVMFFI", path.display())), "{report}");
}

#[test]
fn a_newer_patch_serves() {
    let Some(mut command) = printing_child("a_newer_patch_serves") else { return };
    // The library has a version of its own, and everything else from the runtime that it depends on.
    let real = library();
    let folder = real.parent().expect("the runtime is in a folder").display().to_string();
    let (search, rpath) = (format!("-L{folder}"), format!("-Wl,-rpath,{folder}"));
    let path = shared_library(
        "libnewer.so",
        &version_source(0, 1, 4711),
        &["-Wl,--no-as-needed", &search, "-ltvm_ffi", &rpath],
    );
    let answer = answer(command.env("TVM_FFI_LIBRARY", &path));
    assert_eq!(answer, format!("Environment {} patch 4711", path.display()));
}

#[test]
fn python_environments_are_looked_into_in_order() {
    let Some(mut command) = printing_child("python_environments_are_looked_into_in_order") else { return };
    let conda = environment_with_package("conda");
    let venv = environment_with_package("venv");
    let found = answer(command.env("CONDA_PREFIX", &conda));
    assert!(found.starts_with(&format!("PythonPackage {}/lib/python3.11/", conda.display())), "{found}");
    let found = answer(command.env("VIRTUAL_ENV", &venv));
    assert!(found.starts_with(&format!("PythonPackage {}/lib/python3.11/", venv.display())), "{found}");
    // What the user set comes before both.
    let found = answer(command.env("TVM_FFI_LIBRARY", library()));
    assert!(found.starts_with("Environment "), "{found}");
}

/// A folder with a program `python3`, which is this shell script.
fn folder_with_python(name: &str, script: &str) -> PathBuf {
    let folder = cc::scratch_file(name);
    std::fs::create_dir_all(&folder).expect("the scratch folder is writable");
    let python = folder.join("python3");
    std::fs::write(&python, format!("#!/bin/sh\n{script}")).expect("the scratch folder is writable");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&python, mode).expect("the scratch folder is writable");
    folder
}

#[test]
fn python_is_asked_last() {
    let Some(mut command) = printing_child("python_is_asked_last") else { return };
    let libdir = library().parent().expect("the runtime is in a folder").display().to_string();
    let script = format!("[ \"$*\" = \"-m tvm_ffi.config --libdir\" ] && echo '{libdir}'\n");
    let folder = folder_with_python("programs", &script);
    let found = answer(command.env("PATH", &folder));
    assert!(found.starts_with(&format!("PythonPackage {libdir}/libtvm_ffi.so")), "{found}");
}

#[test]
fn a_runtime_in_the_process_wins() {
    let test = "a_runtime_in_the_process_wins";
    if let Some(role) = child::role() {
        let visibility = match role.as_str() {
            "global" => RTLD_GLOBAL,
            _ => RTLD_LOCAL,
        };
        let path = std::env::var_os("PRELOAD").expect("the parent sets it");
        preload(Path::new(&path), RTLD_NOW | visibility);
        return print_runtime();
    }
    // In the global scope it is found by a symbol, elsewhere by its name.
    for role in ["global", "local"] {
        let mut command = child::bare_command(test, role);
        command.env("PRELOAD", library()).env("TVM_FFI_LIBRARY", "/nonexistent/libtvm_ffi.so");
        let found = answer(&mut command);
        assert!(found.starts_with(&format!("Process {}", library().display())), "{role}: {found}");
    }
}

#[test]
fn a_later_call_searches_again() {
    let test = "a_later_call_searches_again";
    if child::role().is_none() {
        child::run(child::bare_command(test, "retry").env("LATER", library()));
        return;
    }
    let error = Function::get_global("ffi.Array").expect_err("there is no runtime");
    assert_eq!(error.kind(), ErrorKind::RuntimeError);
    assert!(error.message().starts_with("no TVM-FFI runtime found"), "{error}");
    let path = std::env::var_os("LATER").expect("the parent sets it");
    preload(Path::new(&path), RTLD_NOW | RTLD_GLOBAL);
    let array = Function::get_global("ffi.Array").expect("there is a runtime now");
    assert!(array.call((1, 2)).is_ok());
}

#[test]
fn who_asks_for_a_stream_searches_only_the_process() {
    let test = "who_asks_for_a_stream_searches_only_the_process";
    let gpu = Device::cuda(1);
    if child::role().is_none() {
        let started = cc::scratch_file("python_was_started");
        let _ = std::fs::remove_file(&started);
        let folder =
            folder_with_python("programs_that_tell", &format!("echo x >> '{}'\n", started.display()));
        let mut command = child::bare_command(test, "ask");
        child::run(command.env("PATH", folder).env("STARTED", &started).env("LATER", library()));
        return;
    }
    let variable = |name| PathBuf::from(std::env::var_os(name).expect("the parent sets it"));
    for _ in 0..2 {
        assert!(env::stream(gpu).is_null());
        assert!(!variable("STARTED").exists(), "Python was asked");
    }
    tvm_ffi_core::runtime().expect_err("there is none");
    assert!(variable("STARTED").exists(), "the program tells that it was started");

    // As soon as there is a runtime, what others have told it is known.
    preload(&variable("LATER"), RTLD_NOW | RTLD_GLOBAL);
    let stream = std::ptr::without_provenance_mut(8);
    set_stream_as_a_host(gpu, stream);
    assert_eq!(env::stream(gpu), stream);
    assert_eq!(tvm_ffi_core::runtime().expect("it is bound").origin(), Origin::Process);
}

/// Sets a stream as a host does that is not written in Rust.
fn set_stream_as_a_host(device: Device, stream: *mut c_void) {
    type SetStream = unsafe extern "C" fn(i32, i32, *mut c_void, *mut *mut c_void) -> i32;
    let program = libloading::os::unix::Library::this();
    // SAFETY: the C API promises this signature.
    let set = unsafe { program.get::<SetStream>(b"TVMFFIEnvSetStream\0") }.expect("the runtime has it");
    let mut before = std::ptr::null_mut();
    // SAFETY: the numbers are not negative, and `before` is writable.
    let code = unsafe { set(device.device_type, device.device_id, stream, &mut before) };
    assert_eq!(code, 0);
}

#[test]
fn without_a_runtime_values_work_and_constructors_panic_with_the_report() {
    let Some(()) = child::alone("without_a_runtime_values_work_and_constructors_panic_with_the_report")
    else {
        return;
    };
    assert_eq!(Any::new(3i64).cast::<i64>().expect("it is an integer"), 3);
    let text = "longer than seven bytes".to_owned();
    assert_eq!(Any::new(text.clone()).cast::<String>().expect("it is text"), text);
    let error = Any::new("text").cast::<i64>().expect_err("text is not an integer");
    assert_eq!(error.to_string(), "TypeError: expected int, got str");
    assert!(error.traceback().contains("runtime.rs"), "{}", error.traceback());

    let captured = std::sync::Arc::new(1i64);
    let capture = std::sync::Arc::clone(&captured);
    let make = std::panic::AssertUnwindSafe(|| Function::new(move || *capture));
    let panic = std::panic::catch_unwind(make).expect_err("there is no runtime");
    assert_eq!(std::sync::Arc::strong_count(&captured), 1, "the closure is not lost");
    let report = panic.downcast_ref::<String>().expect("the report is text");
    assert!(report.starts_with("no TVM-FFI runtime found; tried:"), "{report}");
    let panic = std::panic::catch_unwind(|| Any::new(u128::MAX)).expect_err("there is no runtime");
    assert!(panic.is::<String>());
}

#[test]
fn threads_that_bind_at_once_find_one_runtime() {
    let test = "threads_that_bind_at_once_find_one_runtime";
    if child::role().is_none() {
        child::run(child::bare_command(test, "threads").env("TVM_FFI_LIBRARY", library()));
        return;
    }
    found::bind_on_threads(Origin::Environment);
}
