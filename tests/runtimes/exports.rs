//! The shared library exports what the C++ runtime does, and what libraries in Rust ask it for.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use crate::support::{Tools, run, under_test};

/// The functions and variables that a library exports.
fn exports(library: &Path) -> BTreeSet<String> {
    let output = run(Command::new("nm").args(["--dynamic", "--defined-only", "--format=posix"]).arg(library));
    output.lines().filter_map(|line| line.split(' ').next()).map(str::to_owned).collect()
}

#[test]
#[ignore = "takes long: `cargo xtask test long`"]
fn the_library_exports_the_c_functions_and_nothing_else() {
    let Some(tools) = Tools::find() else { return };
    let functions: BTreeSet<String> =
        exports(&tools.cpp).into_iter().filter(|name| name.starts_with("TVMFFI")).collect();
    assert_eq!(functions.len(), 50);
    for library in under_test(tools) {
        let mut found = exports(&library);
        if library == tools.cpp {
            found.retain(|name| name.starts_with("TVMFFI"));
        } else {
            for name in ["TVMFFIRustContainerLock", "TVMFFIRustContainerUnlock"] {
                assert!(found.remove(name), "{name}");
            }
        }
        assert_eq!(found, functions, "{}", library.display());
    }
}

#[test]
#[ignore = "takes long: `cargo xtask test long`"]
fn libraries_find_the_library_by_its_name_and_it_calls_its_own_functions() {
    let Some(tools) = Tools::find() else { return };
    for library in under_test(tools).iter().filter(|library| **library != tools.cpp) {
        let dynamic = run(Command::new("readelf").arg("--dynamic").arg(library));
        assert!(dynamic.contains("[libtvm_ffi.so]"), "{dynamic}");
        assert!(dynamic.contains("SYMBOLIC"), "{dynamic}");
    }
}
