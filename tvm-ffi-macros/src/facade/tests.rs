use std::fs;

use super::*;

fn name_for(manifest: &str) -> Option<String> {
    name_of_member(manifest, "[workspace]")
}

/// The name in a package whose workspace, two folders above, has a manifest.
fn name_of_member(manifest: &str, workspace: &str) -> Option<String> {
    let root = std::env::temp_dir().join(format!(
        "tvm-ffi-facade-{}-{:?}",
        std::process::id(),
        std::thread::current().id()
    ));
    let member = root.join("kernels").join("one");
    fs::create_dir_all(&member).expect("the folder of temporary files can be written");
    fs::write(root.join("Cargo.toml"), workspace).expect("the folder can be written");
    fs::write(member.join("Cargo.toml"), manifest).expect("the folder can be written");
    let name = name_in(&member);
    fs::remove_dir_all(root).expect("the folder can be removed");
    name
}

#[test]
fn the_name_is_that_of_the_key_if_the_package_is_renamed_and_otherwise_of_the_library() {
    for (manifest, name) in [
        ("[dependencies]\ntvm-ffi-rs = \"0.1\"", Some("tvm_ffi")),
        ("[dependencies]\ntvm-ffi-rs = { path = \"../x\", features = [\"cuda\"] }", Some("tvm_ffi")),
        ("[dependencies.tvm-ffi-rs]\npath = \"../x\"", Some("tvm_ffi")),
        ("[dependencies]\nffi = { path = \"../x\", package = \"tvm-ffi-rs\" }", Some("ffi")),
        ("[dependencies]\nmy-ffi = { package = 'tvm-ffi-rs', path = '../x' }", Some("my_ffi")),
        ("[dependencies.\"ffi\"]\npackage = \"tvm-ffi-rs\"\npath = \"../x\"", Some("ffi")),
        ("dependencies.ffi.package = \"tvm-ffi-rs\"\n", Some("ffi")),
        ("[dependencies]\ntvm_ffi_rs = { package = \"tvm-ffi-rs\", path = \"../x\" }", Some("tvm_ffi_rs")),
        ("[dependencies]\ntvm-ffi-rs = { package = \"tvm-ffi-rs\", path = \"../x\" }", Some("tvm_ffi_rs")),
        ("[dependencies]\ntvm-ffi-rs = { path = \"../x\", package = \"other\" }", None),
        (
            "[dependencies]\ntvm-ffi = \"0.1\"\nffi = { package = \"tvm-ffi-rs\", path = \"../x\" }",
            Some("ffi"),
        ),
        ("[dependencies]\ntvm-ffi = \"0.1\"", None),
        ("[patch.crates-io]\ntvm-ffi-rs = { path = \"../x\" }", None),
        ("", None),
    ] {
        assert_eq!(name_for(manifest).as_deref(), name, "{manifest}");
    }
}

#[test]
fn every_kind_of_dependency_is_found_and_that_of_all_targets_first() {
    let ffi = "ffi = { package = \"tvm-ffi-rs\", path = \"../x\" }";
    for table in [
        "dependencies",
        "dev-dependencies",
        "build-dependencies",
        "target.'cfg(target_os = \"linux\")'.dependencies",
        "target.\"cfg(unix)\".dev-dependencies",
        "target.x86_64-unknown-linux-gnu.dependencies",
    ] {
        assert_eq!(name_for(&format!("[{table}]\n{ffi}")).as_deref(), Some("ffi"), "{table}");
    }
    let both = format!("[dev-dependencies]\ntvm-ffi-rs = {{ path = \"../x\" }}\n[dependencies]\n{ffi}\n");
    assert_eq!(name_for(&both).as_deref(), Some("ffi"));
}

#[test]
fn what_the_workspace_has_is_found_there() {
    let renamed = "[workspace]\nmembers = [\"kernels/*\"]\n[workspace.dependencies]\nffi = { package = \"tvm-ffi-rs\", path = \"x\" }\ntvm-ffi-rs.path = \"x\"\nserde = \"1\"\n";
    for (manifest, name) in [
        ("[dependencies]\nserde.workspace = true\nffi.workspace = true", Some("ffi")),
        ("[dependencies]\nffi = { features = [\"cuda\"], workspace = true }", Some("ffi")),
        ("[dependencies]\ntvm-ffi-rs = { workspace = true }", Some("tvm_ffi")),
        ("[package]\nworkspace = \"../..\"\n[dev-dependencies.ffi]\nworkspace = true", Some("ffi")),
        ("[dependencies]\nserde.workspace = true", None),
        ("[dependencies]\nother.workspace = true", None),
    ] {
        assert_eq!(name_of_member(manifest, renamed).as_deref(), name, "{manifest}");
    }
}

#[test]
fn what_else_is_in_a_manifest_is_skipped() {
    let manifest = r#####"
# dependencies.a.package = "tvm-ffi-rs"
[package] # the package
name = "kernels"           # a "name"
description = """
[dependencies]
b = { package = "tvm-ffi-rs" } and "quotes"
"""
authors = [ # who
    "Ö <[dependencies]>",
    'c = { package = "tvm-ffi-rs" }',
]
readme = '''
[dependencies.d]
package = "tvm-ffi-rs"'''

[[bin]]
name = "one"
[[bin]]
name = 'C:\two\'

[dependencies]
"e.f" = { version = "1", features = ["a", "b"], default-features = false, } # g = { package = "tvm-ffi-rs" }
"escaped \" key" = "1"
last = { version = "0.1",
    package = "tvm-ffi-rs",    # the facade
}
"#####;
    for manifest in [manifest.to_owned(), manifest.replace('\n', "\r\n")] {
        assert_eq!(name_for(&manifest).as_deref(), Some("last"));
    }
}
