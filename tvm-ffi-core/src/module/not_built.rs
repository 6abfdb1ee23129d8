//! Why a library is missing: cargo builds a crate without `crate-type` for Rust only, and says nothing.

use std::path::Path;

/// What to do about a shared library that is not there, if its crate is built as a library for Rust next to it.
pub(super) fn advice(library: &Path) -> Option<String> {
    let stem = library.file_stem()?.to_str()?;
    let stem = format!("lib{}", stem.strip_prefix("lib").unwrap_or(stem));
    if library.exists() {
        return None;
    }
    // In the folder of tests, cargo adds `-` and a hash.
    let is_it = |name: &str| {
        let rest = name.strip_prefix(&stem).and_then(|rest| rest.strip_suffix(".rlib"));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    };
    let mut files = library.parent()?.read_dir().ok()?.flatten();
    let found = files.find_map(|file| file.file_name().into_string().ok().filter(|name| is_it(name)))?;
    Some(format!(
        "the crate is built for Rust only, as `{found}`: add `crate-type = [\"cdylib\", \"rlib\"]` to [lib] in its Cargo.toml"
    ))
}
