//! The files that CONTRIBUTING names in its table "Where do I change ..." exist.

#![forbid(unsafe_code)]
#![deny(warnings)]

use std::fs;
use std::path::Path;

/// The short names of folders in the table.
const FOLDERS: [(&str, &str); 5] = [
    ("core/", "tvm-ffi-core/src/"),
    ("macros/", "tvm-ffi-macros/src/"),
    ("cuda/", "tvm-ffi-cuda/src/"),
    ("module/", "tvm-ffi-python/src/"),
    ("frameworks/", "tvm-ffi-frameworks/src/"),
];

#[test]
fn files_of_the_table_exist() {
    let root =
        Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(3).expect("the package is in tests/hygiene");
    let contributing =
        fs::read_to_string(root.join("CONTRIBUTING.md")).expect("CONTRIBUTING.md is in the root");
    let start = contributing.find("## Where do I change").expect("CONTRIBUTING has the table");
    let section = &contributing[start..];
    let end = section[1..].find("\n## ").expect("another section follows");
    // The text between backticks is every second part.
    let spans = section[..end].split('`').skip(1).step_by(2);
    let paths: Vec<_> =
        spans.filter(|span| span.contains('/') && !span.contains(['*', ' '])).map(full_path).collect();
    assert!(paths.len() > 50, "the table has paths, found {}", paths.len());
    let missing: Vec<_> = paths.iter().filter(|path| !root.join(path).exists()).collect();
    assert!(missing.is_empty(), "CONTRIBUTING names files that do not exist: {missing:?}");
}

fn full_path(path: &str) -> String {
    let folder = FOLDERS.iter().find_map(|(short, full)| Some((full, path.strip_prefix(short)?)));
    folder.map_or_else(|| path.to_owned(), |(full, rest)| format!("{full}{rest}"))
}
