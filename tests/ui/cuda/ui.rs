//! Mistakes with kernels, and what users are told about them: `fail/<kind>/<mistake>.rs`, and beside it the compiler's words.
//!
//! `TRYBUILD=overwrite cargo test -p tvm-ffi-tests-ui-cuda --test cuda_ui` writes what it finds.

use std::fs;
use std::path::Path;

#[test]
fn mistakes_are_explained() {
    // No case here may be one that compiles: with such among them, trybuild builds one case at a time.
    trybuild::TestCases::new().compile_fail("fail/*/*.rs");
}

/// trybuild does not see what a case leaves behind that is renamed or removed.
#[test]
fn every_explanation_has_a_mistake() {
    let entries = |path: &Path| fs::read_dir(path).expect("the folder can be listed");
    let mut cases = 0;
    for kind in entries(&Path::new(env!("CARGO_MANIFEST_DIR")).join("fail")) {
        for file in entries(&kind.expect("the folder can be listed").path()) {
            let path = file.expect("the folder can be listed").path();
            cases += usize::from(path.extension().is_some_and(|extension| extension == "rs"));
            assert!(path.with_extension("rs").exists(), "{} has no case", path.display());
        }
    }
    assert!(cases > 0, "there are cases");
}
