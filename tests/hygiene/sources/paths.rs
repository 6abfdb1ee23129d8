//! The paths that CONTRIBUTING.md names exist.

use std::path::Path;

/// How the tables shorten the folders of sources.
const FOLDERS: [(&str, &str); 5] = [
    ("core/", "tvm-ffi-core/src/"),
    ("macros/", "tvm-ffi-macros/src/"),
    ("cuda/", "tvm-ffi-cuda/src/"),
    ("module/", "tvm-ffi-python/src/"),
    ("frameworks/", "tvm-ffi-frameworks/src/"),
];

/// What is not a path in the workspace.
const OTHERS: [&str; 3] = ["bin/nvcc", "include/cuda.h", "foo/"];

#[test]
fn paths_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let text = std::fs::read_to_string(root.join("CONTRIBUTING.md")).expect("the file is there");
    let is_path = |word: &str| {
        word.contains('/') && !word.contains(|c: char| " *<{=".contains(c)) && !OTHERS.contains(&word)
    };
    let exists = |path: &str| {
        let long = FOLDERS
            .iter()
            .find_map(|(short, folder)| Some(root.join(folder).join(path.strip_prefix(short)?)));
        // Files that commands make are not there before them.
        path.starts_with("target/") || root.join(path).exists() || long.is_some_and(|path| path.exists())
    };
    let words = text.lines().flat_map(|line| line.split('`').skip(1).step_by(2));
    let paths: Vec<_> = words.filter(|word| is_path(word)).collect();
    assert!(paths.len() > 100, "only {} paths were found", paths.len());
    let missing: Vec<_> = paths.into_iter().filter(|path| !exists(path)).collect();
    assert!(missing.is_empty(), "CONTRIBUTING.md names paths that do not exist: {missing:?}");
}
