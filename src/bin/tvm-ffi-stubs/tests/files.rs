use std::fs;
use std::path::{Path, PathBuf};

use super::{stub_of, stub_of_python_module};
use crate::loader::loader;
use crate::manifest::Manifest;
use crate::output::{Written, write};

const MANIFEST: &str = include_str!("kernels.json");

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/bin/tvm-ffi-stubs/tests")
}

/// Compares a text with a file in this folder, or writes the file.
fn compare(name: &str, text: &str) {
    let bless = std::env::var_os("TVM_FFI_BLESS").is_some();
    let written = write(&folder().join(name), text, !bless).expect("the file can be read");
    assert_ne!(
        written,
        Written::Stale,
        "`{name}` is not what is written; TVM_FFI_BLESS=1 writes it:\n{text}"
    );
}

#[test]
fn a_stub_for_everything_that_there_is() {
    compare("kernels.pyi", &stub_of(MANIFEST));
}

#[test]
fn a_stub_for_a_python_module() {
    compare("module.pyi", &stub_of_python_module(MANIFEST));
}

#[test]
fn a_loader() {
    compare("kernels.py", &loader(Path::new("target/release/libkernels.so")));
}

#[test]
fn a_library_without_exports_has_an_empty_stub() {
    assert_eq!(stub_of(r#"{"v":1}"#), "# Written by tvm-ffi-stubs. Changes will be lost.\n");
}

#[test]
fn another_version_or_no_manifest_is_an_error() {
    for (json, expected) in [
        ("nonsense", "the manifest is not JSON: "),
        (r#"{"v":2}"#, "the manifest is of version 2, expected 1: "),
        ("[]", "the manifest is of version null, expected 1: "),
        (r#"{"v":1,"exports":[{"kernel":{}}]}"#, "the manifest has an entry without a `name`: "),
        (r#"{"v":1,"objects":[{"doc":"x"}]}"#, "the manifest has an entry without a `key`: "),
    ] {
        let message = Manifest::parse(json).err().expect(expected);
        assert!(message.starts_with(expected), "{message}");
    }
}

#[test]
fn what_could_not_be_registered_is_a_problem() {
    let json = r#"{"v":1,"not_registered":[{"name":"a.b","reason":"taken"}]}"#;
    let problems = Manifest::parse(json).expect("it is well-formed").problems;
    assert_eq!(problems, ["`a.b` is not registered: taken"]);
}

#[test]
fn a_file_is_written_once_and_compared_by_lines() {
    let path = std::env::temp_dir().join(format!("tvm-ffi-stubs-{}.pyi", std::process::id()));
    let results = ["one\n", "one\n", "two\n"].map(|text| {
        let checked = write(&path, text, true);
        (checked, write(&path, text, false))
    });
    fs::write(&path, "two\r\n").expect("the folder can be written to");
    let checked = write(&path, "two\n", true);
    fs::remove_file(&path).expect("it was written");
    use Written::{Current, Done, Stale};
    assert_eq!(results, [(Ok(Stale), Ok(Done)), (Ok(Current), Ok(Current)), (Ok(Stale), Ok(Done))]);
    assert_eq!(checked, Ok(Current), "version control may change the ends of lines");
}

#[test]
fn a_file_that_cannot_be_written_is_named() {
    let path = folder().join("no/such/folder/k.pyi");
    let message = write(&path, "", false).expect_err("there is no such folder");
    assert!(message.starts_with("cannot write `") && message.contains("k.pyi"), "{message}");
}
