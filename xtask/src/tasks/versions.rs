//! Versions of dependencies that users may have, and that the lock file does not select.

use std::fs;
use std::path::Path;

use crate::cargo::cargo;
use crate::process::{self, Result, announce, cannot};
use crate::stages::Outcome;
use crate::workspace::Workspace;

const FOLDER: &str = "target/versions";

/// A package outside of the workspace, because it needs a lock file of its own. It has the workspace's profile, so that cargo reuses what the workspace has built.
const MANIFEST: &str = r#"[package]
name = "versions"
version = "0.0.0"
edition = "2024"

[lib]
path = "lib.rs"

[profile.dev]
debug = "line-tables-only"

[profile.dev.build-override]
debug = "line-tables-only"

[workspace]

[dependencies]
tvm-ffi-rs = { path = "../..", features = ["cuda", "indexmap", "ndarray", "nvrtc", "stubs"] }
"#;

/// Other crates need a new version of `half`, which has to be one that `tvm-ffi-core` allows.
const NEW_HALF: &str = "half = \"2.7\"\n";

/// Checks the facade with the oldest version of each dependency that the manifests allow, and with the newest `half`.
pub(crate) fn stage(workspace: &Workspace) -> Result<Outcome> {
    let folder = workspace.join(FOLDER);
    fs::create_dir_all(&folder).map_err(|error| cannot("create", &folder, &error))?;
    let manifest = folder.join("Cargo.toml");
    write(&folder.join("lib.rs"), "")?;
    write(&manifest, &format!("{MANIFEST}{NEW_HALF}"))?;
    let lock = folder.join("Cargo.lock");
    fs::copy(workspace.join("Cargo.lock"), &lock).map_err(|error| cannot("write", &lock, &error))?;
    announce(format_args!("checking with the newest half"));
    // The crates that use it.
    check(
        workspace,
        &["--package", "half"],
        &["--package", "tvm-ffi-rs-core", "--package", "tvm-ffi-rs-cuda"],
    )?;
    write(&manifest, MANIFEST)?;
    announce(format_args!("checking with the oldest dependencies"));
    check(workspace, &["-Zminimal-versions"], &[])?;
    Ok(Outcome::Passed)
}

/// Checks `packages` with the versions that `cargo update` chooses, or all packages if there are none in `packages`.
fn check(workspace: &Workspace, choice: &[&str], packages: &[&str]) -> Result<()> {
    let folder = workspace.join(FOLDER);
    let mut update = cargo(workspace, "update");
    // The variable allows options that begin with `-Z`. Only cargo's resolver sees it here.
    process::run(update.current_dir(&folder).args(choice).env("RUSTC_BOOTSTRAP", "1"))?;
    let mut check = cargo(workspace, "check");
    check.args(packages).current_dir(&folder).env("CARGO_TARGET_DIR", workspace.join("target"));
    process::run(&mut check)
}

fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).map_err(|error| cannot("write", path, &error))
}
