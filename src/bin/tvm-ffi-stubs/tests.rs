//! Tests of the files that are written for manifests.

mod arguments;
mod files;
mod forms;
mod names;
mod outputs;

use crate::manifest::Manifest;
use crate::module::Module;
use crate::stub;

/// The stub for a manifest.
fn stub_of(manifest: &str) -> String {
    let manifest = Manifest::parse(manifest).expect("the manifest is well-formed");
    stub::stub(&Module::new(manifest, false))
}

/// The stub for a library that Python imports.
fn stub_of_python_module(manifest: &str) -> String {
    let manifest = Manifest::parse(manifest).expect("the manifest is well-formed");
    stub::stub(&Module::new(manifest, true))
}

/// The stub for one export, `f`, of a library that Python imports, without the header.
fn stub_of_function(kernel: &str) -> String {
    let stub = stub_of_python_module(&format!(r#"{{"v":1,"exports":[{{"name":"f","kernel":{kernel}}}]}}"#));
    stub.lines().skip(2).map(|line| format!("{line}\n")).collect()
}
