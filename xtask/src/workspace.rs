//! Paths and packages in the checkout.

use std::path::{Path, PathBuf};

use crate::process::{Failure, Result};

/// The checkout that the commands work on.
pub(crate) struct Workspace {
    root: PathBuf,
}

/// Features of the facade that change what a library exports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Features {
    pub(crate) cuda: bool,
    /// `torch`, `jax`, or both.
    pub(crate) frameworks: bool,
}

/// A package of the workspace.
pub(crate) struct Package {
    pub(crate) name: String,
    /// Which of the features that change what a library exports it asks for.
    pub(crate) features: Features,
}

impl Workspace {
    /// Finds the root of the workspace.
    ///
    /// It prefers the variable that `cargo run` sets to the path at compile time, which is wrong after the checkout was moved.
    pub(crate) fn locate() -> Result<Self> {
        let package = std::env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = package.parent().map(Path::to_path_buf).unwrap_or_default();
        if root.join("Cargo.toml").is_file() {
            Ok(Self { root })
        } else {
            Err(Failure::Task(format!(
                "no workspace above `{}`, expected the commands to be started as `cargo xtask`",
                package.display()
            )))
        }
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    pub(crate) fn join(&self, relative: &str) -> PathBuf {
        self.root.join(relative)
    }

    /// The packages in the direct subfolders of `folder`, sorted by name.
    ///
    /// There is no list of kernel libraries, so that a new example or fixture needs no change here.
    pub(crate) fn packages_in(&self, folder: &str) -> Result<Vec<Package>> {
        let path = self.join(folder);
        let entries = std::fs::read_dir(&path)
            .map_err(|error| Failure::Task(format!("cannot list `{}`: {error}", path.display())))?;
        let mut packages = Vec::new();
        for entry in entries.flatten() {
            let manifest = entry.path().join("Cargo.toml");
            // Programs are packages too.
            if !entry.path().join("src/lib.rs").is_file() {
                continue;
            }
            if let Ok(text) = std::fs::read_to_string(&manifest) {
                let no_name = || Failure::Task(format!("no package name in `{}`", manifest.display()));
                let name = package_name(&text).ok_or_else(no_name)?;
                packages.push(Package { name, features: features(&text) });
            }
        }
        packages.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(packages)
    }
}

/// The `name` of the `[package]` table in the text of a manifest.
fn package_name(manifest: &str) -> Option<String> {
    let mut lines = manifest.lines().map(str::trim);
    lines.find(|line| *line == "[package]")?;
    lines.take_while(|line| !line.starts_with('[')).find_map(|line| {
        let value = line.strip_prefix("name")?.trim_start().strip_prefix('=')?;
        Some(value.trim().trim_matches('"').to_owned())
    })
}

/// The features that a manifest asks for, on the line of the facade.
fn features(manifest: &str) -> Features {
    let asks_for = |feature| {
        let feature = format!("\"{feature}\"");
        manifest.lines().any(|line| line.starts_with("tvm-ffi ") && line.contains(&feature))
    };
    Features { cuda: asks_for("cuda"), frameworks: asks_for("torch") || asks_for("jax") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn package_name_is_that_of_the_package_table() {
        let manifest = "[lib]\nname = \"lib\"\n\n[package]\nversion = \"1\"\nname = \"e2e-second\"\n";
        assert_eq!(package_name(manifest).as_deref(), Some("e2e-second"));
    }

    #[test]
    fn package_name_is_absent_without_a_package_table() {
        assert_eq!(package_name("[workspace]\nmembers = []\n[[bin]]\nname = \"x\"\n"), None);
        assert_eq!(package_name("[package]\nversion = \"1\"\n[lib]\nname = \"x\"\n"), None);
    }

    #[test]
    fn features_are_those_of_the_facade() {
        let cuda =
            features("[dependencies]\ntvm-ffi = { workspace = true, features = [\"cuda\", \"nvrtc\"] }\n");
        assert_eq!(cuda, Features { cuda: true, frameworks: false });
        let jax = features("[dependencies]\ntvm-ffi = { workspace = true, features = [\"jax\"] }\n");
        assert_eq!(jax, Features { cuda: false, frameworks: true });
        let none = "# \"cuda\"\n[dependencies]\ntvm-ffi.workspace = true\nx = { features = [\"cuda\"] }\n";
        assert_eq!(features(none), Features { cuda: false, frameworks: false });
    }
}
