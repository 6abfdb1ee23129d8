//! `cargo xtask runtime`: the runtime in Rust as a shared library.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::path::PathBuf;

use crate::cargo::{self, Profile, cargo};
use crate::process::{Failure, Result};
use crate::workspace::Workspace;

/// Builds the library for release, and prints where it is.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    println!("{}", build(workspace, Profile::Runtime)?.display());
    Ok(())
}

/// Builds the library, and gives its path. Its file has the name by which programs load it.
pub(crate) fn build(workspace: &Workspace, profile: Profile) -> Result<PathBuf> {
    let build = cargo(workspace, "build");
    let built = cargo::build_libraries(build, &["tvm-ffi-rs-runtime-shared".to_owned()], profile)?;
    let folder = workspace.join("target/shared").join(profile.name());
    let library = folder.join(format!("{DLL_PREFIX}tvm_ffi{DLL_SUFFIX}"));
    let failed = |error| Failure::Task(format!("cannot write `{}`: {error}", library.display()));
    std::fs::create_dir_all(&folder).map_err(failed)?;
    // A process may have the old file mapped, so a new one takes its place.
    let fresh = folder.join("fresh");
    std::fs::copy(&built[0], &fresh).map_err(failed)?;
    std::fs::rename(&fresh, &library).map_err(failed)?;
    Ok(library)
}
