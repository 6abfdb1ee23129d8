//! The search for a runtime in a program that has one linked into it, in processes of their own.
#![cfg(all(target_os = "linux", not(miri), feature = "embedded"))]

#[path = "support/cc.rs"]
mod cc;
#[path = "support/child.rs"]
mod child;
#[path = "support/found.rs"]
mod found;

use std::path::{Path, PathBuf};

use found::{
    RTLD_GLOBAL, RTLD_LOCAL, RTLD_NOW, answer, environment_with_package, library, preload, print_runtime,
    printing_child,
};
use tvm_ffi_core::{Any, Device, Function, Origin, env};

const EMBEDDED: &str = "Embedded no file patch 16";

#[test]
fn the_runtime_of_the_program_comes_before_an_installed_package() {
    let test = "the_runtime_of_the_program_comes_before_an_installed_package";
    let Some(mut command) = printing_child(test) else { return };
    assert_eq!(answer(&mut command), EMBEDDED);
    let prefix = environment_with_package("not_searched");
    assert_eq!(answer(command.env("VIRTUAL_ENV", prefix)), EMBEDDED);
}

#[test]
fn the_variable_comes_before_the_runtime_of_the_program() {
    let test = "the_variable_comes_before_the_runtime_of_the_program";
    let Some(mut command) = printing_child(test) else { return };
    let found = answer(command.env("TVM_FFI_LIBRARY", library()));
    assert!(found.starts_with(&format!("Environment {} patch ", library().display())), "{found}");
    let report = answer(command.env("TVM_FFI_LIBRARY", "/nonexistent/libtvm_ffi.so"));
    assert!(report.starts_with("RuntimeError: TVM_FFI_LIBRARY is set, but "), "{report}");
}

#[test]
fn a_runtime_in_the_process_comes_first() {
    let test = "a_runtime_in_the_process_comes_first";
    if let Some(role) = child::role() {
        let visibility = if role == "global" { RTLD_GLOBAL } else { RTLD_LOCAL };
        let path = std::env::var_os("PRELOAD").expect("the parent sets it");
        preload(Path::new(&path), RTLD_NOW | visibility);
        return print_runtime();
    }
    for role in ["global", "local"] {
        let found = answer(child::bare_command(test, role).env("PRELOAD", library()));
        assert!(found.starts_with(&format!("Process {}", library().display())), "{role}: {found}");
    }
}

#[test]
fn the_package_of_a_running_interpreter_comes_before_the_runtime_of_the_program() {
    let test = "the_package_of_a_running_interpreter_comes_before_the_runtime_of_the_program";
    if child::role().is_some() {
        let path = std::env::var_os("PRELOAD").expect("the parent sets it");
        preload(Path::new(&path), RTLD_NOW | RTLD_GLOBAL);
        return print_runtime();
    }
    let interpreter = |name: &str, answer: u32| -> PathBuf {
        let source = format!("int Py_IsInitialized(void) {{ return {answer}; }}\n");
        cc::compile(name, &source, &["-shared", "-fPIC"])
    };
    let prefix = environment_with_package("of_the_interpreter");
    let started = interpreter("libstarted.so", 1);
    let mut command = child::bare_command(test, "print");
    let found = answer(command.env("PRELOAD", &started).env("VIRTUAL_ENV", &prefix));
    assert!(found.starts_with(&format!("PythonPackage {}/lib/", prefix.display())), "{found}");
    // An interpreter that is linked in but does not run loads nothing, and one without the package neither.
    let stopped = interpreter("libstopped.so", 0);
    assert_eq!(answer(command.env("PRELOAD", &stopped)), EMBEDDED);
    assert_eq!(answer(command.env("PRELOAD", &started).env_remove("VIRTUAL_ENV")), EMBEDDED);
}

#[test]
fn what_the_host_sets_is_known_at_once() {
    let test = "what_the_host_sets_is_known_at_once";
    if child::role().is_none() {
        child::run(&mut child::bare_command(test, "ask"));
        return;
    }
    let gpu = Device::cuda(1);
    assert!(env::stream(gpu).is_null());
    assert_eq!(tvm_ffi_core::runtime().expect("the program has one").origin(), Origin::Embedded);
}

#[test]
fn threads_that_bind_at_once_find_one_runtime() {
    let test = "threads_that_bind_at_once_find_one_runtime";
    if child::role().is_none() {
        child::run(&mut child::bare_command(test, "threads"));
        return;
    }
    let barrier = std::sync::Barrier::new(8);
    let barrier = &barrier;
    std::thread::scope(|scope| {
        for thread in 0..8usize {
            scope.spawn(move || {
                barrier.wait();
                match thread % 4 {
                    0 => drop(Function::new(|| 1i64)),
                    1 => drop(Any::new(u128::MAX)),
                    2 => drop(Function::find_global("ffi.Array").expect("there is a runtime")),
                    _ => drop(tvm_ffi_core::runtime().expect("there is a runtime")),
                }
                assert_eq!(tvm_ffi_core::runtime().expect("bound").origin(), Origin::Embedded);
            });
        }
    });
}
