//! Compiles every kernel for `sm_80` or `sm_90`, and compares the results with the images in the repository.

use std::path::Path;
use std::process::Command;

#[test]
fn images_are_what_the_sources_give() {
    let Some(cuda) = std::env::var_os("TVM_FFI_TEST_CUDA") else {
        let reason = std::env::var("TVM_FFI_TEST_NO_CUDA");
        let reason = reason.unwrap_or_else(|_| "`TVM_FFI_TEST_CUDA` is not set".to_owned());
        eprintln!("the images are not compiled: {reason}");
        return;
    };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("images.py");
    // `cargo xtask test` puts its Python environment first on the search path.
    let output = Command::new("python").arg(script).arg("--check").arg("--cuda").arg(cuda).output();
    let output = output.expect("there is a `python`");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(text.matches("is what its source gives").count(), 7, "{text}");
}
