//! Compiles every kernel for `sm_80` and `sm_90`, and compares the results with the images in the repository.

use std::path::Path;
use std::process::Command;

#[test]
fn images_are_what_the_sources_give() {
    let Some(cuda) = std::env::var_os("TVM_FFI_TEST_CUDA") else {
        let reason = std::env::var("TVM_FFI_TEST_NO_CUDA");
        let reason = reason
            .unwrap_or_else(|_| "`TVM_FFI_TEST_CUDA` is not set; `cargo xtask test` sets it".to_owned());
        eprintln!("the images are not compiled: {reason}");
        return;
    };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("images.py");
    // `cargo xtask test` puts its Python environment first on the search path.
    let output = Command::new("python").arg(script).arg("--check").arg("--cuda").arg(cuda).output();
    let output = output.expect("there is a `python`");
    let [stdout, stderr] =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(output.status.success(), "{stdout}\n{stderr}");
    assert_eq!(
        stdout.lines().filter(|line| line.ends_with("is what its source gives")).count(),
        10,
        "{stdout}"
    );
}

/// The images contain no path of the machine that compiled them.
#[test]
fn images_have_no_paths() {
    let images = Path::new(env!("CARGO_MANIFEST_DIR")).join("images");
    let mut number = 0;
    for entry in std::fs::read_dir(images).expect("they are in the repository") {
        let path = entry.expect("the folder can be read").path();
        let bytes = std::fs::read(&path).expect("it can be read");
        for name in [&b".cu\0"[..], b".cuh", b"/tmp", b"/home", b"/usr", b".debug_line"] {
            let is_in = bytes.windows(name.len()).any(|part| part == name);
            assert!(!is_in, "{} has `{}`", path.display(), String::from_utf8_lossy(name));
        }
        number += 1;
    }
    assert_eq!(number, 10);
}
