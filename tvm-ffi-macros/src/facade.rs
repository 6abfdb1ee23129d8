//! The name that the user's crate has for the facade: for the package `tvm-ffi-rs`, whose library is `tvm_ffi` unless `Cargo.toml` renames it.
//!
//! The crate `proc-macro-crate` finds names too. It adds a sixth to the clean build of a small library and nine crates to its tree, and gives the
//! same answer for `tvm-ffi-rs = { .. }` and `tvm_ffi_rs = { package = "tvm-ffi-rs", .. }`, whose names differ.

use std::cell::LazyCell;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

const PACKAGE: &str = "tvm-ffi-rs";
const LIBRARY: &str = "tvm_ffi";

/// How the statements about dependencies begin. What is in the first table is there for all targets of the package.
const TABLES: [&str; 4] = ["dependencies.", "target.", "dev-dependencies.", "build-dependencies."];

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
    let statements = read(folder)?;
    let workspace = LazyCell::new(|| workspace(&statements, folder));
    TABLES.iter().find_map(|table| {
        statements.iter().filter(|statement| statement.starts_with(table)).find_map(|statement| {
            let (_, dependency) = statement.split_once("dependencies.")?;
            let key = dependency.split(['.', '=']).next()?;
            let path = &statement[..statement.len() - dependency.len() + key.len()];
            match value(&statements, path, "workspace") {
                Some("true") => name_of(workspace.as_ref()?, &format!("workspace.dependencies.{key}"), key),
                _ => name_of(&statements, path, key),
            }
        })
    })
}

/// The name of the dependency at a path, if it is the facade.
fn name_of(statements: &[String], path: &str, key: &str) -> Option<String> {
    match value(statements, path, "package") {
        Some(package) => (package == PACKAGE).then(|| key.replace('-', "_")),
        None => (key == PACKAGE).then(|| LIBRARY.to_owned()),
    }
}

/// A value of the dependency at a path.
fn value<'a>(statements: &'a [String], path: &str, what: &str) -> Option<&'a str> {
    let said = statements.iter().filter_map(|statement| statement.strip_prefix(path));
    // `.package=tvm-ffi-rs`, or `={path=../x,package=tvm-ffi-rs}`.
    said.filter(|said| said.starts_with(['.', '='])).find_map(|said| {
        said.split(['.', '{', ',', '}']).find_map(|part| part.strip_prefix(what)?.strip_prefix('='))
    })
}

/// The manifest with the dependencies of the workspace: that which the package names, or one in a folder above.
fn workspace(statements: &[String], folder: &Path) -> Option<Vec<String>> {
    if let Some(named) = statements.iter().find_map(|statement| statement.strip_prefix("package.workspace="))
    {
        return read(&folder.join(named));
    }
    let is_of_workspace = |statement: &String| statement.starts_with("workspace.dependencies.");
    folder.ancestors().filter_map(read).find(|statements| statements.iter().any(is_of_workspace))
}

/// What the manifest in a folder says, without blanks and quotes, and with the table in each statement:
/// `dependencies.ffi={package=tvm-ffi-rs,path=../x}`.
///
/// It reads what is usual in `Cargo.toml`, which is less than TOML.
fn read(folder: &Path) -> Option<Vec<String>> {
    let text = std::fs::read_to_string(folder.join("Cargo.toml")).ok()?;
    let (mut table, mut statement, mut is_in_text) = (String::new(), String::new(), false);
    let mut statements = Vec::new();
    for line in text.lines() {
        if (line.matches("\"\"\"").count() + line.matches("'''").count()) % 2 == 1 {
            is_in_text = !is_in_text;
        } else if !is_in_text {
            let is_outside = |(at, _): &(usize, &str)| line[..*at].matches(['"', '\'']).count() % 2 == 0;
            let end = line.match_indices('#').find(is_outside).map_or(line.len(), |(at, _)| at);
            let line = line[..end].replace([' ', '\t', '"', '\''], "");
            if statement.is_empty() && line.starts_with('[') {
                table = format!("{}.", line.trim_matches(['[', ']']));
                continue;
            }
            statement += &line;
            if statement.matches(['{', '[']).count() <= statement.matches(['}', ']']).count() {
                statements.push(format!("{table}{statement}"));
                statement.clear();
            }
        }
    }
    Some(statements)
}

#[cfg(test)]
mod tests;
