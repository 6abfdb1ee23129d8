//! Writes the Python module that loads the library and has the names of the stub.

use std::path::Path;

use crate::function::quoted;
use crate::module::LIBRARY;

/// The text of the module.
pub(crate) fn loader(library: &Path) -> String {
    let stem = library.file_stem().unwrap_or_default().to_string_lossy();
    let stem = quoted(stem.strip_prefix("lib").unwrap_or(&stem));
    format!(
        "\"\"\"The kernel library in the folder of this file.\"\"\"\n\n\
         import tvm_ffi_rs as _tvm_ffi_rs\n\n\
         {LIBRARY} = _tvm_ffi_rs.load_beside(__name__, __file__, {stem})\n\
         __getattr__, __dir__ = {LIBRARY}.__getattr__, {LIBRARY}.__dir__\n"
    )
}
