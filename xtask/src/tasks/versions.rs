//! Versions of dependencies that users may have and the lock file does not.

use std::fs;
use std::path::Path;

use crate::cargo::cargo;
use crate::process::{self, Result, announce, cannot};
use crate::stages::Outcome;
use crate::workspace::Workspace;

const FOLDER: &str = "target/versions";

/// A package outside of the workspace, so that it has a lock file of its own.
const MANIFEST: &str = r#"[package]
name = "versions"
version = "0.0.0"
edition = "2024"

[lib]
path = "lib.rs"

[dependencies]
tvm-ffi = { path = "../..", features = ["cuda", "indexmap", "ndarray"] }

[workspace]
"#;

/// Checks the facade with the oldest version of `half` that the manifests allow, and with the newest.
pub(crate) fn stage(workspace: &Workspace) -> Result<Outcome> {
    let folder = workspace.join(FOLDER);
    fs::create_dir_all(&folder).map_err(|error| cannot("create", &folder, &error))?;
    write(&folder.join("Cargo.toml"), MANIFEST)?;
    write(&folder.join("lib.rs"), "")?;
    let lock = folder.join("Cargo.lock");
    fs::copy(workspace.join("Cargo.lock"), &lock).map_err(|error| cannot("write", &lock, &error))?;
    for version in ["2.4.0", "newest"] {
        announce(format_args!("checking with half {version}"));
        let mut update = cargo(workspace, "update");
        update.current_dir(&folder).args(["--package", "half"]);
        if version != "newest" {
            update.args(["--precise", version]);
        }
        process::run(&mut update)?;
        let mut check = cargo(workspace, "check");
        process::run(check.current_dir(&folder).env("CARGO_TARGET_DIR", folder.join("target")))?;
    }
    Ok(Outcome::Passed)
}

fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).map_err(|error| cannot("write", path, &error))
}
