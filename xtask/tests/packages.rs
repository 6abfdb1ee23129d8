//! The files in the published packages.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

const PACKAGES: [(&str, &str); 8] = [
    ("tvm-ffi-rs", "."),
    ("tvm-ffi-rs-abi", "tvm-ffi-abi"),
    ("tvm-ffi-rs-core", "tvm-ffi-core"),
    ("tvm-ffi-rs-cuda", "tvm-ffi-cuda"),
    ("tvm-ffi-rs-frameworks", "tvm-ffi-frameworks"),
    ("tvm-ffi-rs-macros", "tvm-ffi-macros"),
    ("tvm-ffi-rs-python", "tvm-ffi-python"),
    ("tvm-ffi-rs-runtime", "tvm-ffi-runtime"),
];

/// Files that cargo adds.
const ADDED: [&str; 4] = [".cargo_vcs_info.json", "Cargo.lock", "Cargo.toml", "Cargo.toml.orig"];
/// Files that every package has, and files that some have.
const REQUIRED: [&str; 2] = ["LICENSE", "README.md"];
const OPTIONAL: [&str; 2] = ["CHANGELOG.md", "build.rs"];

#[test]
fn packages_have_their_sources_their_license_and_their_readme() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace");
    for (package, folder) in PACKAGES {
        let folder = root.join(folder);
        let mut expected: BTreeSet<String> = REQUIRED.map(str::to_owned).into();
        expected.extend(
            OPTIONAL.iter().filter(|name| folder.join(name).is_file()).map(|name| (*name).to_owned()),
        );
        add_sources(&folder, "src", &mut expected);
        assert_eq!(packaged(root, package), expected, "{package}");
    }
}

/// The files that `cargo package` takes, without those that it makes.
fn packaged(root: &Path, package: &str) -> BTreeSet<String> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["package", "--list", "--allow-dirty", "--offline", "--package", package]);
    let output = cargo.current_dir(root).output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("names of files are text");
    let names = text.lines().map(|line| line.replace('\\', "/"));
    names.filter(|name| !ADDED.contains(&name.as_str())).collect()
}

/// Adds all files below `path` but tests.
fn add_sources(folder: &Path, path: &str, found: &mut BTreeSet<String>) {
    for entry in folder.join(path).read_dir().expect("packages have sources").flatten() {
        let name = entry.file_name().into_string().expect("names of files are text");
        let path = format!("{path}/{name}");
        if entry.path().is_dir() && name != "tests" {
            add_sources(folder, &path, found);
        } else if entry.path().is_file() && name != "tests.rs" {
            found.insert(path);
        }
    }
}
