//! C++, through the headers of the wheel, and a runtime, through its global functions, change the same containers in turn, and a model has
//! their elements in order.
//!
//! `TVM_FFI_CONTAINER_CASES` is the number of changes of each container. With `TVM_FFI_TEST_ASAN`, the program runs under AddressSanitizer.

use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{Tools, number, options, run, under_test};

const CHANGES: u64 = 5_000;

/// A folder where the loader finds this runtime by its name.
fn folder_of(runtime: &Path, name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("the folder of the tests is writable");
    let link = folder.join("libtvm_ffi.so");
    // It may be that of another run.
    let _ = std::fs::remove_file(&link);
    symlink(runtime, &link).expect("the folder of the tests is writable");
    folder
}

#[test]
#[ignore = "takes long: `cargo xtask test long`"]
fn cpp_and_the_runtime_change_containers_in_turn() {
    let Some(tools) = Tools::find() else { return };
    let [first, second] = options();
    let library = tools.cpp.to_str().expect("the path is UTF-8");
    let program = tools.compile_cpp("containers/main.cc", "containers", &[first, second, library]);
    let changes = number("TVM_FFI_CONTAINER_CASES", CHANGES).to_string();
    for (index, runtime) in under_test(tools).iter().enumerate() {
        let mut command = Command::new(&program);
        command.arg(runtime).arg(&changes).arg("1");
        command.env("LD_LIBRARY_PATH", folder_of(runtime, &format!("containers_{index}")));
        assert_eq!(run(&mut command).lines().count(), 4, "{}", runtime.display());
    }
}
