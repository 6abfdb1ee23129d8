//! Tests of the files that are written for manifests.

mod arguments;
mod files;
mod forms;
mod names;

use std::path::Path;

use crate::manifest::Manifest;
use crate::module::Module;
use crate::{loader, stub};

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

/// The stub for one export, `f`, without the header.
fn stub_of_function(kernel: &str) -> String {
    let stub = stub_of(&format!(r#"{{"v":1,"exports":[{{"name":"f","kernel":{kernel}}}]}}"#));
    stub.lines().skip(2).map(|line| format!("{line}\n")).collect()
}

/// The loader for a manifest, if the library is called `libkernels.so`.
fn loader_of(manifest: &str) -> String {
    let manifest = Manifest::parse(manifest).expect("the manifest is well-formed");
    loader::loader(&Module::new(manifest, false), Path::new("target/release/libkernels.so"))
}
