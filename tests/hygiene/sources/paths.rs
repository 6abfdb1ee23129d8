//! The paths that CONTRIBUTING.md and ARCHITECTURE.md name exist.

use std::path::Path;

/// How the documents shorten the folders of sources.
const FOLDERS: [(&str, &str); 5] = [
    ("core/", "tvm-ffi-core/src/"),
    ("macros/", "tvm-ffi-macros/src/"),
    ("cuda/", "tvm-ffi-cuda/src/"),
    ("module/", "tvm-ffi-python/src/"),
    ("frameworks/", "tvm-ffi-frameworks/src/"),
];

/// What is not a path in the workspace.
const OTHERS: [&str; 1] = ["foo/"];

#[test]
fn paths_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let missing: Vec<_> = ["CONTRIBUTING.md", "ARCHITECTURE.md"]
        .into_iter()
        .flat_map(|document| missing_in(&root, document).into_iter().map(move |path| (document, path)))
        .collect();
    assert!(missing.is_empty(), "documents name paths that do not exist: {missing:?}");
}

fn missing_in(root: &Path, document: &str) -> Vec<String> {
    let text = std::fs::read_to_string(root.join(document)).expect("the file is there");
    let is_path = |word: &str| {
        word.contains('/') && !word.contains(|c: char| " *<{=".contains(c)) && !OTHERS.contains(&word)
    };
    let exists = |path: &str| {
        let long = FOLDERS
            .iter()
            .find_map(|(short, folder)| Some(root.join(folder).join(path.strip_prefix(short)?)));
        root.join(path).exists() || long.is_some_and(|path| path.exists())
    };
    let words = text.lines().flat_map(|line| line.split('`').skip(1).step_by(2));
    let paths: Vec<_> = words.filter(|word| is_path(word)).collect();
    assert!(paths.len() > 50, "only {} paths were found in {document}", paths.len());
    paths.into_iter().filter(|path| !exists(path)).map(str::to_owned).collect()
}
