//! The name that the user's crate has for the facade: for the package `tvm-ffi-rs`, whose library is `tvm_ffi` unless `Cargo.toml` renames it.
//!
//! The crate `proc-macro-crate` finds names too. It adds a sixth to the clean build of a small library and nine crates to its tree, and gives the
//! same answer for `tvm-ffi-rs = { .. }` and `tvm_ffi_rs = { package = "tvm-ffi-rs", .. }`, whose names differ.

mod toml;

use std::cell::LazyCell;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use toml::Setting;

const PACKAGE: &str = "tvm-ffi-rs";
const LIBRARY: &str = "tvm_ffi";

/// The tables of dependencies. What is in the first one is there for all targets of the package.
const TABLES: [&str; 3] = ["dependencies", "dev-dependencies", "build-dependencies"];

/// The name in the package that is being compiled. It is that of the library where `Cargo.toml` says nothing else.
pub(crate) fn name() -> String {
    // A compiler works on one package. An editor works on several, and starts anew when a manifest changes.
    static KNOWN: Mutex<Option<(PathBuf, String)>> = Mutex::new(None);
    let Some(folder) = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from) else {
        return LIBRARY.to_owned();
    };
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    match &*known {
        Some((of, name)) if *of == folder => name.clone(),
        _ => {
            let name = name_in(&folder).unwrap_or_else(|| LIBRARY.to_owned());
            *known = Some((folder, name.clone()));
            name
        }
    }
}

/// The name in the package of a folder.
fn name_in(folder: &Path) -> Option<String> {
    let entries = read(folder)?;
    let workspace = LazyCell::new(|| workspace(&entries, folder));
    // `[dependencies]`, and then `[target.'cfg(unix)'.dependencies]`.
    let tables = TABLES.iter().flat_map(|table| [(table, 0), (table, 2)]);
    tables.into_iter().find_map(|(table, depth)| {
        entries.iter().find_map(|entry| match entry.keys.get(depth..)? {
            [of, key, ..] if of == table && (depth == 0 || entry.keys[0] == "target") => {
                let table = &entry.keys[..=depth];
                match value(&entries, table, key, "workspace") {
                    Some("true") => {
                        name_of(workspace.as_ref()?, &["workspace", "dependencies"].map(String::from), key)
                    }
                    _ => name_of(&entries, table, key),
                }
            }
            _ => None,
        })
    })
}

/// The name of the dependency with this key in a table, if it is the facade.
fn name_of(entries: &[Setting], table: &[String], key: &str) -> Option<String> {
    match value(entries, table, key, "package") {
        Some(package) => (package == PACKAGE).then(|| key.replace('-', "_")),
        None => (key == PACKAGE).then(|| LIBRARY.to_owned()),
    }
}

/// A value of a dependency in a table.
fn value<'a>(entries: &'a [Setting], table: &[String], key: &str, what: &str) -> Option<&'a str> {
    let is_it = |entry: &&Setting| match entry.keys.strip_prefix(table) {
        Some([of, last]) => of == key && last == what,
        _ => false,
    };
    entries.iter().find(is_it).map(|entry| entry.value.as_str())
}

/// The manifest with the dependencies of the workspace: that which the package names, or one in a folder above.
fn workspace(entries: &[Setting], folder: &Path) -> Option<Vec<Setting>> {
    if let Some(named) = entries.iter().find(|entry| entry.keys == ["package", "workspace"]) {
        return read(&folder.join(&named.value));
    }
    folder.ancestors().filter_map(read).find(|entries| {
        entries.iter().any(|entry| matches!(&entry.keys[..], [first, second, ..] if first == "workspace" && second == "dependencies"))
    })
}

/// The entries of the manifest in a folder.
fn read(folder: &Path) -> Option<Vec<Setting>> {
    Some(toml::entries(&std::fs::read_to_string(folder.join("Cargo.toml")).ok()?))
}

#[cfg(test)]
mod tests;
