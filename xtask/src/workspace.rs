//! Paths and packages in the checkout.

use std::path::{Path, PathBuf};

use crate::process::{Failure, Result, cannot};

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
    /// Whether cargo runs tests of its library.
    pub(crate) has_unit_tests: bool,
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
        // Programs are packages too.
        let folders =
            entries.flatten().map(|entry| entry.path()).filter(|path| path.join("src/lib.rs").is_file());
        let manifests = folders.map(|path| path.join("Cargo.toml")).filter(|manifest| manifest.is_file());
        let mut packages = manifests.map(|manifest| Package::read(&manifest)).collect::<Result<Vec<_>>>()?;
        packages.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(packages)
    }

    /// The packages of the workspace, without the facade, which is in its root.
    pub(crate) fn members(&self) -> Result<Vec<Package>> {
        let manifest = read(&self.join("Cargo.toml"))?;
        members(&manifest).map(|folder| Package::read(&self.join(folder).join("Cargo.toml"))).collect()
    }
}

impl Package {
    fn read(manifest: &Path) -> Result<Self> {
        let text = read(manifest)?;
        let no_name = || Failure::Task(format!("no package name in `{}`", manifest.display()));
        let has_unit_tests = !text.lines().any(|line| line == "test = false");
        Ok(Self { name: package_name(&text).ok_or_else(no_name)?, features: features(&text), has_unit_tests })
    }
}

fn read(manifest: &Path) -> Result<String> {
    std::fs::read_to_string(manifest).map_err(|error| cannot("read", manifest, &error))
}

/// The folders in the list `members` of a manifest, which has one on each line.
fn members(manifest: &str) -> impl Iterator<Item = &str> {
    let list = manifest.split_once("\nmembers = [\n").map_or("", |(_, rest)| rest);
    list.lines().map_while(|line| line.trim().strip_suffix(',')).map(|folder| folder.trim_matches('"'))
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
        manifest.lines().any(|line| line.starts_with("tvm-ffi-rs ") && line.contains(&feature))
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
    fn members_are_those_in_the_list() {
        let manifest = "[workspace]\nmembers = [\n    \"a\",\n    \"b/c\",\n]\nexclude = [\n    \"d\",\n]\n";
        assert_eq!(members(manifest).collect::<Vec<_>>(), ["a", "b/c"]);
    }

    #[test]
    fn libraries_without_unit_tests_are_known() {
        let workspace = Workspace::locate().expect("the tests run in the workspace");
        let packages = workspace.members().expect("every member has a manifest");
        let has_unit_tests =
            |name| packages.iter().find(|package| package.name == name).map(|package| package.has_unit_tests);
        assert_eq!(has_unit_tests("tvm-ffi-rs-core"), Some(true));
        assert_eq!(has_unit_tests("e2e-kernels"), Some(false));
    }

    #[test]
    fn features_are_those_of_the_facade() {
        let cuda =
            features("[dependencies]\ntvm-ffi-rs = { workspace = true, features = [\"cuda\", \"nvrtc\"] }\n");
        assert_eq!(cuda, Features { cuda: true, frameworks: false });
        let jax = features("[dependencies]\ntvm-ffi-rs = { workspace = true, features = [\"jax\"] }\n");
        assert_eq!(jax, Features { cuda: false, frameworks: true });
        let none = "# \"cuda\"\n[dependencies]\ntvm-ffi.workspace = true\nx = { features = [\"cuda\"] }\n";
        assert_eq!(features(none), Features { cuda: false, frameworks: false });
    }
}
