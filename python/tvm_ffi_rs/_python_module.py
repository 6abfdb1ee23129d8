"""Libraries with `python_module!`: the file is a Python extension module too."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import mmap
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Optional

import tvm_ffi

# A function of each such library.
MARK = "_python_take"
ENTRY = re.compile(rb"PyInit_(\w+)\0")


def is_python_module(raw: tvm_ffi.Module) -> bool:
    return bool(raw.implements_function(MARK))


def name_in(file: Path) -> Optional[str]:
    """The name of the module, from the symbol of its entry."""
    with open(file, "rb") as opened, mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ) as content:
        found = ENTRY.search(content)
        return found.group(1).decode() if found else None


def import_file(file: Path) -> Optional[ModuleType]:
    """The module in a file, wherever the file is. It is not put into `sys.modules`, where others may have its name."""
    name = name_in(file)
    if name is None:
        return None
    imported = sys.modules.get(name)
    if imported is not None and Path(getattr(imported, "__file__", None) or "").resolve() == file.resolve():
        return imported
    loader = importlib.machinery.ExtensionFileLoader(name, str(file))
    spec = importlib.util.spec_from_file_location(name, file, loader=loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module
