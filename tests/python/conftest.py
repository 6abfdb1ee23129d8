"""Fixtures of the end-to-end tests.

The tests call kernel libraries that are built beforehand: one for each package in the folders of
``tests/python`` and in ``examples``. ``cargo xtask test python`` builds them and names their folder in
the environment variable ``TVM_FFI_TEST_LIBS``.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Callable, Iterator, cast

import pytest
from support.arrays import CALLERS, Caller
from support.classes import module_classes, register_classes
from support.driver import VARIABLE as DRIVER_VARIABLE
from support.driver import Driver
from support.imported import ALONE, BOTH_DOORS, Imported, import_file, is_imported
from support.package import HAS_TVM_FFI, Missing, tvm_ffi

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
        raise pytest.UsageError(f"{VARIABLE} is `{folder}`, which is not a folder: {HINT}")


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out what needs the package `tvm_ffi` where it is not installed."""
    is_test = collection_path.name.startswith("test_")
    return True if is_test and not HAS_TVM_FFI and collection_path.stem not in BOTH_DOORS | ALONE else None


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the tests of some files with the library loaded, and with the library imported."""
    file = metafunc.module.__name__.rpartition(".")[2]
    if "mod" in metafunc.fixturenames and file in BOTH_DOORS:
        doors = ["load_module", "import"] if HAS_TVM_FFI else ["import"]
        metafunc.parametrize("mod", doors, indirect=True, scope="session")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the tests with parameters of a package that is not installed."""
    for item in items:
        parameters = item.callspec.params.values() if isinstance(item, pytest.Function) and hasattr(item, "callspec") else ()
        for missing in (value for value in parameters if isinstance(value, Missing)):
            item.add_marker(pytest.mark.skip(reason=missing.reason))


def pytest_report_header() -> list[str]:
    """Say what is tested against what."""
    return [
        f"tvm_ffi: {tvm_ffi.__version__ if HAS_TVM_FFI else 'not installed'}",
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
    """Return the path of the library of a package, e.g. ``library_path("e2e-kernels")``."""

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
def import_library(
    library_path: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], ModuleType]:
    """Import the library of a package as a Python module."""
    folder = tmp_path_factory.mktemp("modules")

    def import_package(package: str) -> ModuleType:
        name = package.replace("-", "_")
        return import_file(name, library_path(package), folder)

    return import_package


@pytest.fixture(scope="session")
def mod(request: pytest.FixtureRequest, load: Callable[[str], tvm_ffi.Module]) -> tvm_ffi.Module:
    """Load the library that most tests call, or import it, where a test file is in `BOTH_DOORS`."""
    if getattr(request, "param", "load_module") == "load_module":
        return load("e2e-kernels")
    import_package = request.getfixturevalue("import_library")
    return cast("tvm_ffi.Module", Imported(import_package("e2e-kernels")))


@pytest.fixture(scope="session")
def classes(mod: tvm_ffi.Module) -> SimpleNamespace:
    """Name each class of that library in Python: `classes.Point` for `e2e.Point`."""
    return module_classes(mod) if is_imported(mod) else register_classes(mod)


@pytest.fixture(scope="session")
def second_mod(load: Callable[[str], tvm_ffi.Module]) -> tvm_ffi.Module:
    """Load a second library, whose functions have the same names."""
    return load("e2e-second")


@pytest.fixture(params=CALLERS)
def caller(request: pytest.FixtureRequest) -> Caller:
    """Call functions with arrays in each of the forms in which they arrive."""
    return CALLERS[request.param]


@pytest.fixture(scope="session")
def driver_path(load: Callable[[str], tvm_ffi.Module]) -> str:
    """Return the path of the recording CUDA driver."""
    if sys.platform != "linux":
        pytest.skip("the recording CUDA driver is written for Linux")
    path: str = load("e2e-cuda").driver_library()
    assert path, "the recording CUDA driver was not built: see the warnings of the build"
    return path


@pytest.fixture(scope="session")
def loaded_driver(load: Callable[[str], tvm_ffi.Module], driver_path: str) -> Driver:
    """Load the recording driver, and have the library `e2e-cuda` load it.

    The variable is not left set: what other tests start is to find the driver of the machine, or none.
    """
    driver = Driver(driver_path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(DRIVER_VARIABLE, driver_path)
        load("e2e-cuda").place()
    return driver


@pytest.fixture
def driver(loaded_driver: Driver) -> Iterator[Driver]:
    """Return the recording driver to a test as if nothing had been done with it."""
    loaded_driver.reset()
    yield loaded_driver
    loaded_driver.reset()


@pytest.fixture
def cuda(load: Callable[[str], tvm_ffi.Module], driver: Driver) -> tvm_ffi.Module:
    """Load the library whose functions launch kernels, with the recording driver."""
    return load("e2e-cuda")
