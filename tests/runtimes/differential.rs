//! A program makes random calls of a runtime, and writes what each gives: a code, a result, reference counts, an error. Two runtimes write the same.
//!
//! The calls leave out what the C++ runtime does not define, and where the runtime in Rust does something else on purpose:
//!
//! - frames of backtraces, of which the runtime in Rust has the first line only; the addresses and lines of two libraries differ anyway;
//! - which one of two wrong arguments an error is about, and whether an rvalue moves before the error of another argument: the C++ compiler
//!   chooses the order in which it converts arguments;
//! - references of text that the C++ runtime keeps, instead of a copy: the prefix of `ffi.SystemLib`, the result of `ffi.GetGlobalFuncMetadata`;
//! - a path with a NUL, which the C++ runtime passes to the loader up to the NUL;
//! - the state 0 of the GIL, which the C++ runtime does not give back;
//! - columns, fields and types that only later steps of the runtime in Rust need, and so the numbers of types that are allocated at run time.
//!
//! `TVM_FFI_DIFFERENTIAL_CALLS` and `TVM_FFI_DIFFERENTIAL_SEED` choose other calls.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::support::{Tools, number, options, under_test};
use crate::transcript::{self, Run, difference, tail};

const CALLS: u64 = 100_000;

/// The calls with which a wrong runtime is found.
const CALLS_OF_SHIMS: u64 = 5_000;

/// What ends the process: the number of the call, see `Die` in `differential/main.cc`.
const FATAL: [u64; 4] = [0, 1, 2, 3];

/// The program, and the libraries that it loads as modules.
struct Driver {
    program: PathBuf,
    modules: [PathBuf; 2],
}

impl Driver {
    fn get(tools: &Tools) -> &'static Self {
        static DRIVER: OnceLock<Driver> = OnceLock::new();
        DRIVER.get_or_init(|| {
            let module =
                |name, option| tools.compile_c("differential/library.c", name, &["-shared", "-fPIC", option]);
            Self {
                program: tools.compile_cpp("differential/main.cc", "differential", &options()),
                modules: [
                    module("differential_module.so", "-DALONE"),
                    module("differential_import.so", "-DWITH_IMPORT"),
                ],
            }
        })
    }

    fn run(&self, runtime: &Path, name: &str, arguments: [&str; 2]) -> Run {
        let mut command = Command::new(&self.program);
        command.arg(runtime).args(arguments).args(&self.modules);
        transcript::run(&mut command, &format!("differential_{name}"))
    }

    fn calls(&self, runtime: &Path, name: &str, calls: u64) -> Run {
        let seed = number("TVM_FFI_DIFFERENTIAL_SEED", 1);
        self.run(runtime, name, [&seed.to_string(), &calls.to_string()])
    }
}

#[test]
#[ignore = "takes long: `cargo xtask test long`"]
fn random_calls_give_the_same() {
    let Some(tools) = Tools::find() else { return };
    let driver = Driver::get(tools);
    let calls = number("TVM_FFI_DIFFERENTIAL_CALLS", CALLS);
    let expected = driver.calls(&tools.cpp, "cpp", calls);
    assert!(expected.status.success(), "{:?} {}", expected.status, tail(&expected.transcript));
    let never: Vec<&str> =
        expected.stderr.lines().filter(|line| line.starts_with("calls ") && line.ends_with(" 0")).collect();
    assert_eq!(never, [""; 0], "the calls leave out functions");
    for runtime in under_test(tools) {
        let found = driver.calls(&runtime, "found", calls);
        if let Some(difference) = difference(&expected, &found) {
            panic!("{}\n{difference}", runtime.display());
        }
    }
}

#[test]
#[ignore = "takes long: `cargo xtask test long`"]
fn functions_that_cannot_raise_end_the_process() {
    let Some(tools) = Tools::find() else { return };
    let driver = Driver::get(tools);
    for number in FATAL {
        let run = |runtime: &Path| driver.run(runtime, "fatal", ["fatal", &number.to_string()]);
        let expected = run(&tools.cpp);
        assert_eq!(expected.status.code(), Some(255), "{}", expected.stderr);
        for runtime in under_test(tools) {
            let found = run(&runtime);
            let name = runtime.display();
            assert_eq!((found.status, found.stderr), (expected.status, expected.stderr.clone()), "{name}");
        }
    }
}

/// A library in C replaces one function of the C++ runtime. Without a fault it changes nothing, and each fault is found.
#[test]
#[ignore = "takes long: `cargo xtask test long`"]
fn a_wrong_runtime_is_found() {
    const FAULTS: [&str; 7] = ["NONE", "LEAK", "PADDING", "STREAM", "ALIGNMENT", "KIND", "WORDS"];
    let Some(tools) = Tools::find() else { return };
    let driver = Driver::get(tools);
    let expected = driver.calls(&tools.cpp, "short", CALLS_OF_SHIMS);
    let [real, folder] =
        [tools.cpp.as_path(), tools.cpp.parent().expect("it is a file")].map(|path| path.display());
    let options = [
        format!("-DREAL=\"{real}\""),
        "-shared".to_owned(),
        "-fPIC".to_owned(),
        "-Wl,--no-as-needed".to_owned(),
        format!("-Wl,-rpath,{folder}"),
        real.to_string(),
    ];
    for fault in FAULTS {
        let fault_option = format!("-D{fault}");
        let options: Vec<&str> = options.iter().chain([&fault_option]).map(String::as_str).collect();
        let shim = tools.compile_c("differential/shim.c", &format!("differential_shim_{fault}.so"), &options);
        let found = driver.calls(&shim, fault, CALLS_OF_SHIMS);
        let difference = difference(&expected, &found);
        assert_eq!(difference.is_some(), fault != "NONE", "{fault}: {}", difference.unwrap_or_default());
    }
}
