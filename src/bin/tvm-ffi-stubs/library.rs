//! Loads a library and reads its manifest.

use std::path::{Path, absolute};

use tvm_ffi::{Module, runtime};

/// A function of each library that is a Python module: `tvm_ffi::python_module!` defines it.
const OF_PYTHON_MODULES: &str = "_python_take";

/// The manifest of a library, and whether the library is a Python module.
pub(crate) fn manifest(library: &Path) -> Result<(String, bool), String> {
    let shown = library.display();
    if library.is_dir() {
        return Err(format!("`{shown}` is not a file"));
    }
    // The loader would search the folders of the system for a name without a slash.
    let path = absolute(library).map_err(|error| format!("cannot read `{shown}`: {error}"))?;
    runtime().map_err(|error| format!("{}", error.message()))?;
    let failed = |error: tvm_ffi::Error| format!("cannot load `{shown}`: {}", error.message());
    let module = Module::load(path).map_err(failed)?;
    let manifest = module.find_function("tvm_ffi_manifest").map_err(failed)?.ok_or_else(|| {
        format!("`{shown}` exports no `tvm_ffi_manifest`, so it is not a library of `tvm-ffi-rs`")
    })?;
    let manifest = manifest.call(()).and_then(|manifest| manifest.cast::<String>());
    let manifest =
        manifest.map_err(|error| format!("the manifest of `{shown}` cannot be read: {}", error.message()))?;
    Ok((manifest, module.find_function(OF_PYTHON_MODULES).map_err(failed)?.is_some()))
}
