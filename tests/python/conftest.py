"""Fixtures of the end-to-end tests.

The tests call kernel libraries that are built beforehand: one for each package in the folders of
``tests/python`` and in ``examples``. ``cargo xtask test python`` builds them and names their folder in
the environment variable ``TVM_FFI_TEST_LIBS``.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Callable

import pytest
import tvm_ffi
from support.arrays import CALLERS, Caller
from support.classes import register_classes

VARIABLE = "TVM_FFI_TEST_LIBS"
HINT = "run `cargo xtask test python`, which builds the libraries and sets it"


# Rust reads them once a library, when its first error is made. Tests that want them start processes
# of their own.
for _variable in ("RUST_BACKTRACE", "RUST_LIB_BACKTRACE"):
    os.environ.pop(_variable, None)


def pytest_configure(config: pytest.Config) -> None:
    """Stop at once, rather than in each test, where there is nothing to load."""
    if config.option.collectonly:
        return
    folder = os.environ.get(VARIABLE)
    if not folder:
        raise pytest.UsageError(f"{VARIABLE} is not set: {HINT}")
    if not Path(folder).is_dir():
        raise pytest.UsageError(f"{VARIABLE} is `{folder}`, which is no folder: {HINT}")


def pytest_report_header() -> list[str]:
    """Say what is tested against what."""
    return [
        f"tvm_ffi: {tvm_ffi.__version__}",
        f"kernel libraries: {os.environ.get(VARIABLE, 'none')}",
    ]


def library_file_name(package: str) -> str:
    """Name the shared library that cargo builds for a package."""
    stem = package.replace("-", "_")
    if sys.platform == "win32":
        return f"{stem}.dll"
    return f"lib{stem}.dylib" if sys.platform == "darwin" else f"lib{stem}.so"


@pytest.fixture(scope="session")
def library_path() -> Callable[[str], Path]:
    """Give the path of the library of a package, e.g. ``library_path("e2e-kernels")``."""

    def path_of(package: str) -> Path:
        path = Path(os.environ[VARIABLE]) / library_file_name(package)
        if not path.is_file():
            pytest.fail(f"no library `{path}`: {HINT}", pytrace=False)
        return path

    return path_of


@pytest.fixture(scope="session")
def load(library_path: Callable[[str], Path]) -> Callable[[str], tvm_ffi.Module]:
    """Load the library of a package; the same package gives the same module."""
    modules: dict[str, tvm_ffi.Module] = {}

    def load_package(package: str) -> tvm_ffi.Module:
        if package not in modules:
            modules[package] = tvm_ffi.load_module(str(library_path(package)))
        return modules[package]

    return load_package


@pytest.fixture(scope="session")
def mod(load: Callable[[str], tvm_ffi.Module]) -> tvm_ffi.Module:
    """Load the library that most tests call."""
    return load("e2e-kernels")


@pytest.fixture(scope="session")
def classes(mod: tvm_ffi.Module) -> SimpleNamespace:
    """Name each class of that library in Python: `classes.Point` for `e2e.Point`."""
    return register_classes(mod)


@pytest.fixture(scope="session")
def twin(load: Callable[[str], tvm_ffi.Module]) -> tvm_ffi.Module:
    """Load a second library, whose functions have the same names."""
    return load("e2e-twin")


@pytest.fixture(params=CALLERS)
def caller(request: pytest.FixtureRequest) -> Caller:
    """Call functions with arrays in each of the forms in which they arrive."""
    return CALLERS[request.param]
