"""The packages that not every environment of the tests has: `tvm_ffi`, and NumPy.

Where one is missing, a stand-in takes its place, and a test that uses it is skipped.
"""

from __future__ import annotations

import ctypes
import importlib
import os
import re
import sys
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    import numpy as np
    import tvm_ffi


class Missing:
    """A package that is not installed, and everything in it."""

    def __init__(self, package: str) -> None:
        self.name = package
        self.reason = f"the package `{package}` is not installed"

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self._use()

    def __call__(self, *_: object, **__: object) -> Any:
        return self._use()

    def __getitem__(self, _: object) -> Any:
        return self._use()

    def _use(self) -> Missing:
        # Outside of tests, such as where they are parametrised, nothing depends on what it is.
        if "PYTEST_CURRENT_TEST" in os.environ:
            pytest.skip(self.reason)
        return self


def find(name: str, module: str | None = None) -> Any:
    """Import a package, or return what takes its place."""
    try:
        importlib.import_module(module or name)
        return importlib.import_module(name)
    except ModuleNotFoundError:
        return Missing(name)


if not TYPE_CHECKING:
    tvm_ffi = find("tvm_ffi", "tvm_ffi.testing")
    np = find("numpy")

def skip_without(script: str) -> None:
    """Skip the test whose script imports a package that is not installed."""
    for package in (tvm_ffi, np):
        if isinstance(package, Missing) and re.search(rf"\bimport .*\b{package.name}\b", script):
            pytest.skip(package.reason)


HAS_TVM_FFI = not isinstance(tvm_ffi, Missing)
# Wine 8 lacks functions of C that NumPy calls for `complex64`.
HAS_COMPLEX64 = sys.platform != "win32" or not hasattr(ctypes.windll.ntdll, "wine_get_version")
