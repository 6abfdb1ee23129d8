"""The runtime that a module has in its file, where the package `tvm_ffi` is not installed or comes too late."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import tvm_ffi
from support import LibraryPath
from support.child import output_of

PACKAGES = str(Path(tvm_ffi.__file__).parents[1])

# The second module has the same library in another file, so it has a runtime, and all else, of its own.
HEAD = """
import importlib.machinery, importlib.util, sys

first, second, packages, file = sys.argv[1:]

def import_from(folder):
    # The package loads a `.dll`, but no `.pyd`.
    loader = importlib.machinery.ExtensionFileLoader("e2e_kernels", folder + file)
    spec = importlib.util.spec_from_loader("e2e_kernels", loader)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module

def failure(call, *arguments):
    try:
        return call(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {str(error).splitlines()[0]}"

"""
START = HEAD + "one = import_from(first)\n"


@pytest.fixture
def folders(library_path: LibraryPath, tmp_path: Path) -> list[str]:
    """Return two folders with a module, the one with the packages, and the file of the module."""
    library = library_path("e2e-kernels")
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        shutil.copy(library, tmp_path / name)
    return [str(tmp_path / "first"), str(tmp_path / "second"), PACKAGES, f"/{library.name}"]


def lines_of(script: str, folders: list[str], warns: bool = False) -> list[str]:
    output = output_of(START + script, *folders, warns=warns, isolated=True, VIRTUAL_ENV=None, CONDA_PREFIX=None)
    return output.splitlines()


ALONE = """
print(one.call_global("e2e_kernels.global_square", 5))
print(failure(one.parse_i32, "x"))
print(failure(one.raise_kind, "OddError", "why"))
print(failure(one.load_library, first + file))
assert "tvm_ffi" not in sys.modules
"""


def test_it_has_a_runtime(folders: list[str]) -> None:
    assert lines_of(ALONE, folders) == [
        "25",
        "ValueError: invalid digit found in string",
        "RuntimeError: OddError: why",
        "RuntimeError: the TVM-FFI runtime in a Python module loads no libraries: "
        "`pip install apache-tvm-ffi`, whose runtime the module then uses",
    ]


SHARED = """
import json
two = import_from(second)
print(two.runtime_origin())
# The runtime has one class for each key.
print("Point" in json.dumps(json.loads(one.tvm_ffi_manifest())["not_registered"]))
print("Point" in json.dumps(json.loads(two.tvm_ffi_manifest())["not_registered"]))
"""


def test_two_modules_share_a_runtime(folders: list[str]) -> None:
    # The second cannot register the global functions again.
    assert lines_of(SHARED, folders, warns=True) == ['Provider("Python module")', "False", "True"]


LATE = """
sys.path.append(packages)
import numpy as np
import tvm_ffi

# Each runtime works by itself.
assert tvm_ffi.get_global_func("e2e_kernels.global_square", allow_missing=True) is None
assert list(tvm_ffi.convert([1, "a text that is long"])) == [1, "a text that is long"]
print(one.call_global("e2e_kernels.global_square", 5))
print(failure(one.parse_i32, "x"))
print(failure(one.bail_plain))
# The package does not load the file, as often as it tries.
for _ in range(2):
    message = failure(tvm_ffi.load_module, first + file)
    print(message.split("} but")[0])
# What is passed is converted, or refused.
array, function = tvm_ffi.convert([1, 2]), tvm_ffi.convert(lambda a, b: a + b)
for name, values in {
    "id_any": [array, function, tvm_ffi.convert({"a": 1}), tvm_ffi.from_dlpack(np.ones(3, np.float32)), tvm_ffi.Shape((1, 2)), tvm_ffi.dtype("int8")],
    "sum_of_vec": [array],
    "call_named": [function],
    "sum_of_extents": [array, tvm_ffi.Shape((1, 2))],
    "make_counter": [],
    "row_sums": [tvm_ffi.from_dlpack(np.ones((2, 2)))],
}.items():
    call = getattr(one, name)
    for value in values:
        failure(call, value)
        failure(tvm_ffi.convert, failure(call, value))
    failure(call)
    # And the other way round.
    failure(tvm_ffi.convert, call)
    failure(tvm_ffi.convert(call), *values)
# A module that comes now uses the runtime of the package, and loads as it does.
two = import_from(second)
print(two.runtime_origin())
print(tvm_ffi.load_module(second + file).add(40, 2))
for name in ("make_counter", "id_any"):
    failure(getattr(one, name), failure(two.make_counter))
    failure(getattr(two, name), failure(one.make_counter))
assert one.add(40, 2) == two.add(40, 2) == 42
"""


def test_the_package_comes_later(folders: list[str]) -> None:
    assert lines_of(LATE, folders) == [
        "25",
        "ValueError: invalid digit found in string",
        "RuntimeError: no kind is named",
        *["RuntimeError: Library binary was created using {_library with a runtime of its own: import tvm_ffi before it"] * 2,
        "Process",
        "42",
    ]


def test_the_package_comes_first(folders: list[str]) -> None:
    script = """
sys.path.append(packages)
module = import_from(first)
print(module.runtime_origin())
import tvm_ffi
print(tvm_ffi.get_global_func("e2e_kernels.global_square")(5))
print(tvm_ffi.load_module(first + file).add(40, 2))
"""
    output = output_of(HEAD + script, *folders, isolated=True, VIRTUAL_ENV=None, CONDA_PREFIX=None)
    assert output == "PythonPackage\n25\n42\n"
