//! Packages outside of the workspace.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A package in its folder.
pub(crate) struct Project {
    name: String,
    folder: PathBuf,
}

impl Project {
    /// A package of one source file. `{root}` in its manifest is replaced by the path of the facade.
    ///
    /// Unchanged files are not written again, so that cargo does not rebuild.
    pub(crate) fn new(name: &str, manifest: &str, source: &str) -> Self {
        let folder = area().join(name);
        let root = root().to_str().expect("the path of the checkout is text").replace('\\', "/");
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n{}",
            manifest.replace("{root}", &root)
        );
        write(&folder.join("Cargo.toml"), &manifest);
        write(&folder.join("src/lib.rs"), source);
        let lock = fs::read_to_string(root_lock()).expect("the workspace has a lock file");
        if !folder.join("Cargo.lock").exists() {
            write(&folder.join("Cargo.lock"), &lock);
        }
        Self { name: name.to_owned(), folder }
    }

    /// Runs cargo in the package, without network access, with the versions of the workspace.
    pub(crate) fn cargo(&self, args: &[&str]) -> Outcome {
        self.cargo_with(args, &[("CARGO_NET_OFFLINE", "true")])
    }

    /// Downloads what the package depends on, and returns the folder of the runtime's library, which Apache's crate links to; or why there is
    /// none.
    pub(crate) fn fetch_for_apaches_crate(&self) -> Result<String, String> {
        // Its build script runs the program too.
        let found = Command::new("tvm-ffi-config").arg("--libdir").output();
        let found = found.map_err(|error| format!("`tvm-ffi-config` does not run: {error}"))?;
        let fetched = self.cargo_with(&["fetch"], &[]);
        let is_unreachable = || {
            ["failed to query", "failed to fetch", "failed to download", "download of"]
                .iter()
                .any(|words| fetched.messages.contains(words))
        };
        assert!(fetched.success || is_unreachable(), "{fetched}");
        if !fetched.success {
            return Err(format!("the registry cannot be reached: {}", fetched.messages.trim()));
        }
        Ok(String::from_utf8_lossy(&found.stdout).trim().to_owned())
    }

    /// The same with variables.
    pub(crate) fn cargo_with(&self, args: &[&str], variables: &[(&str, &str)]) -> Outcome {
        let output = Command::new(env!("CARGO"))
            .args(args)
            .envs(variables.iter().copied())
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", target())
            // As in the workspace, so that cargo reuses what the workspace has built.
            .env("CARGO_PROFILE_DEV_DEBUG", "line-tables-only")
            .env("CARGO_PROFILE_DEV_BUILD_OVERRIDE_DEBUG", "line-tables-only")
            .env("CARGO_TERM_COLOR", "never")
            .env_remove("RUSTFLAGS")
            .env_remove("CARGO_ENCODED_RUSTFLAGS")
            .output()
            .expect("cargo runs");
        Outcome {
            success: output.status.success(),
            messages: String::from_utf8_lossy(&output.stderr).into_owned()
                + &String::from_utf8_lossy(&output.stdout),
        }
    }

    /// The name of the package and of its folder. The folders of all packages have one parent.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The shared library.
    pub(crate) fn library(&self) -> PathBuf {
        let name = format!("{DLL_PREFIX}{}{DLL_SUFFIX}", self.name.replace('-', "_"));
        target().join("debug").join(name)
    }
}

/// The output of cargo.
pub(crate) struct Outcome {
    pub(crate) success: bool,
    pub(crate) messages: String,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cargo {}:\n{}", if self.success { "succeeded" } else { "failed" }, self.messages)
    }
}

impl Outcome {
    /// The lines with errors, except cargo's own about the crate.
    pub(crate) fn errors(&self) -> Vec<&str> {
        let is_error =
            |line: &&str| line.starts_with("error") && !line.starts_with("error: could not compile");
        self.messages.lines().filter(is_error).collect()
    }
}

fn write(path: &Path, text: &str) {
    if fs::read_to_string(path).is_ok_and(|present| present == text) {
        return;
    }
    let folder = path.parent().expect("a file is in a folder");
    fs::create_dir_all(folder).expect("the folder of temporary files can be written");
    fs::write(path, text).expect("the folder of temporary files can be written");
}

fn area() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("builds")
}

/// The target folder of the workspace: what these packages depend on is built there already.
fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("it lies in the target folder").to_path_buf()
}

fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("`tests` is in the workspace");
    root.to_path_buf()
}

fn root_lock() -> PathBuf {
    root().join("Cargo.lock")
}
