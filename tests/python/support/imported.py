"""A kernel library that is imported as a Python module."""

from __future__ import annotations

import importlib.util
import json
import os
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

# The files whose tests run with the library loaded by `tvm_ffi.load_module`, and with the library imported.
BOTH_DOORS = {
    "test_calls",
    "test_containers",
    "test_dispatch",
    "test_enums",
    "test_errors",
    "test_functions",
    "test_lifetimes",
    "test_moves",
    "test_numbers",
    "test_object_constructors",
    "test_object_copy",
    "test_object_fields",
    "test_object_hooks",
    "test_object_inherit",
    "test_object_lifetimes",
    "test_object_methods",
    "test_object_mutable",
    "test_object_passing",
    "test_panics",
    "test_tensors",
    "test_text",
    "test_threads",
    "test_tracebacks",
    "test_types",
    "test_view_lists",
}

# Those whose tests import the library, and need neither the package `tvm_ffi` nor NumPy.
ALONE = {
    "test_coming_from",
    "test_module_class_lifetimes",
    "test_module_classes",
    "test_module_classes_hostile",
    "test_module_python_objects",
    "test_module_references",
    "test_python_module_buffers",
}


def module_file(name: str) -> str:
    """Return the name of the file in which Python looks for a module: `e2e_kernels.so`."""
    return f"{name}{'.pyd' if sys.platform == 'win32' else '.so'}"


def link(library: Path, file: Path) -> None:
    """Give a library another name. For the loader it is still one library."""
    if sys.platform == "win32":
        # A symbolic link would need a privilege.
        os.link(library, file)
    else:
        file.symlink_to(library)


def import_file(name: str, library: Path, folder: Path) -> ModuleType:
    """Import a library under the file name that Python looks for."""
    file = folder / module_file(name)
    if not file.exists():
        link(library, file)
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


class Imported:
    """A module that has the subscripts of `tvm_ffi.Module`."""

    def __init__(self, module: ModuleType) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:
        return getattr(self._module, name)

    def __getitem__(self, name: str) -> Any:
        return getattr(self._module, name)

    def get_function(self, name: str) -> Any:
        return getattr(self._module, name)

    def get_function_metadata(self, name: str) -> Any:
        """Look the export up in the manifest, since a module has no metadata of single functions."""
        exports = json.loads(self._module.tvm_ffi_manifest())["exports"]
        return next(export for export in exports if export["name"] == name)


def is_imported(module: Any) -> bool:
    """Tell whether a library was imported, and not loaded by `tvm_ffi.load_module`."""
    return isinstance(module, Imported)


def kernel_of(module: Any, name: str) -> dict[str, Any]:
    """Return what the manifest says of an export."""
    exports = json.loads(module.tvm_ffi_manifest())["exports"]
    [kernel] = [export["kernel"] for export in exports if export["name"] == name]
    return kernel
