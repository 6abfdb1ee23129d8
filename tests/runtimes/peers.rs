//! The library of the wheel that upstream tests itself with, unchanged: its functions, its types, their fields and methods, and exceptions
//! both ways do the same with each runtime.

use std::path::Path;
use std::process::Command;

use crate::support::{Tools, number, options, under_test};
use crate::transcript::{Run, difference, run, tail};

const CALLS: u64 = 10_000;

#[test]
#[ignore = "takes long: `cargo xtask test long`"]
fn a_cpp_library_does_the_same_with_each_runtime() {
    let Some(tools) = Tools::find() else { return };
    let peer = tools.cpp.with_file_name("libtvm_ffi_testing.so");
    if !peer.is_file() {
        return println!("skipped: the wheel has no `{}`", peer.display());
    }
    let program = tools.compile_cpp("differential/peers.cc", "peers", &options());
    let calls = number("TVM_FFI_DIFFERENTIAL_CALLS", CALLS).to_string();
    let seed = number("TVM_FFI_DIFFERENTIAL_SEED", 1).to_string();
    let run = |runtime: &Path, name: &str| -> Run {
        run(Command::new(&program).arg(runtime).args([&seed, &calls]).arg(&peer), name)
    };
    let expected = run(&tools.cpp, "peers_cpp");
    assert!(expected.status.success(), "{:?} {}", expected.status, tail(&expected.transcript));
    for runtime in under_test(tools) {
        if let Some(difference) = difference(&expected, &run(&runtime, "peers_found")) {
            panic!("{}\n{difference}", runtime.display());
        }
    }
}
