//! The cases of a folder, `<kind>/<mistake>.rs`, each with the expected output of the compiler in `<kind>/<mistake>.stderr`.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Compiles each case of `folder`, and compares what the compiler says.
///
/// Without the source of the standard library, the compiler does not quote it. Cases where it would are skipped then.
pub(crate) fn compile_fail(folder: &str) {
    // No case may be one that compiles: with such among them, trybuild builds one case at a time.
    let cases = trybuild::TestCases::new();
    let mut skipped = Vec::new();
    let has_source = has_library_source();
    for case in with_extension(folder, "rs") {
        if !has_source && quotes_the_library(&case) {
            skipped.push(case.display().to_string());
        } else {
            cases.compile_fail(case);
        }
    }
    if !skipped.is_empty() {
        // Not `eprintln`, which the harness shows for tests that fail only.
        let reason = "the toolchain has no component `rust-src`, which they quote";
        let _ =
            writeln!(std::io::stderr(), "skipped {} cases: {reason}: {}", skipped.len(), skipped.join(", "));
    }
}

/// Looks for what trybuild does not see: what a case that was renamed or removed has left behind.
pub(crate) fn every_explanation_has_a_mistake(folder: &str) {
    assert!(!with_extension(folder, "rs").is_empty(), "there are cases");
    for explanation in with_extension(folder, "stderr") {
        assert!(explanation.with_extension("rs").exists(), "{} has no case", explanation.display());
    }
}

/// The files of all kinds, in order. Tests run in the folder of their package.
fn with_extension(folder: &str, extension: &str) -> Vec<PathBuf> {
    let mut files: Vec<_> = entries(Path::new(folder)).iter().flat_map(|kind| entries(kind)).collect();
    files.retain(|file| file.extension().is_some_and(|it| it == extension));
    files
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder can be listed");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("the folder can be listed").path()).collect();
    paths.sort();
    paths
}

fn has_library_source() -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).args(["--print", "sysroot"]).output().expect("rustc runs");
    let sysroot = String::from_utf8(output.stdout).expect("the path of the toolchain is text");
    Path::new(sysroot.trim()).join("lib/rustlib/src/rust/library").is_dir()
}

fn quotes_the_library(case: &Path) -> bool {
    fs::read_to_string(case.with_extension("stderr")).is_ok_and(|text| text.contains("--> $RUST/"))
}
