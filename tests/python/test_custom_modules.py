"""Modules of a Rust type, in Python and in C++, which calls the virtual functions of the class in its headers."""

from __future__ import annotations

import re
import struct
from pathlib import Path

import pytest
import tvm_ffi
from support.cpp import compile_library, wheel

SOURCE = Path(__file__).parent / "cpp" / "modules.cc"


@pytest.fixture
def module(mod: tvm_ffi.Module) -> tvm_ffi.Module:
    made: tvm_ffi.Module = mod.multiples(10)
    return made


@pytest.fixture(scope="module")
def cpp(tmp_path_factory: pytest.TempPathFactory) -> tvm_ffi.Module:
    """Compile the C++ library, and load it."""
    arguments = [*wheel("--cxxflags"), str(SOURCE), *wheel("--ldflags"), *wheel("--libs")]
    library = compile_library(tmp_path_factory.mktemp("cpp") / "libmodules.so", arguments)
    return tvm_ffi.load_module(str(library))


def test_a_function_outlives_its_module(mod: tvm_ffi.Module) -> None:
    function = mod.multiples(10)["6"]
    assert function(7) == 42


def test_files(mod: tvm_ffi.Module, module: tvm_ffi.Module, tmp_path: Path) -> None:
    mod.register_multiples()
    path = tmp_path / "saved.multiples"
    module.write_to_file(str(path), "multiples")
    again = tvm_ffi.load_module(str(path))
    assert again.kind == "e2e.multiples" and again["10"](2) == 20
    with pytest.raises(ValueError, match="^unknown format txt$"):
        module.write_to_file(str(path), "txt")


def test_bytes(mod: tvm_ffi.Module, module: tvm_ffi.Module) -> None:
    saved = mod.save_module(module)
    assert saved == struct.pack("<q", 10)
    assert mod.load_multiples(saved)["10"](2) == 20
    with pytest.raises(ValueError, match="^nothing to save$"):
        mod.save_module(mod.multiples(-1))
    with pytest.raises(RuntimeError, match=re.escape("Module[library] does not support SaveToBytes")):
        mod.save_module(mod)


def test_cpp_calls_virtual_functions(cpp: tvm_ffi.Module, module: tvm_ffi.Module) -> None:
    kind, mask, implements, doc, metadata, formats, source = cpp.describe(module, "6")
    assert (kind, mask, implements) == ("e2e.multiples", 3, True)
    assert (doc, metadata) == ("Multiplies by 6.", '{"factor":6}')
    assert (list(formats), source) == (["txt", "multiples"], "x * factor in c++")
    _, _, implements, doc, metadata, _, _ = cpp.describe(module, "six")
    assert (implements, doc, metadata) == (False, "none", "none")
    assert (cpp.call(module, "6", 7), cpp.call(module, "six", 7)) == (42, -1)
    assert cpp.save(module) == struct.pack("<q", 10)


def test_cpp_catches_errors(cpp: tvm_ffi.Module, mod: tvm_ffi.Module, module: tvm_ffi.Module) -> None:
    assert cpp.caught(module, "11") == "ValueError: 11 is greater than 10"
    assert cpp.caught(module, "10") == "nothing"
    assert cpp.caught(module, "panic").startswith("RuntimeError: panicked at ")
    with pytest.raises(ValueError, match="^unknown format doc$"):
        cpp.write(module, "nowhere", "doc")
    with pytest.raises(ValueError, match="^nothing to save$"):
        cpp.save(mod.multiples(-1))


def test_cpp_changes_imports(cpp: tvm_ffi.Module, mod: tvm_ffi.Module, module: tvm_ffi.Module) -> None:
    other = mod.multiples(1)
    assert (cpp.add_import(module, other), cpp.add_import(module, mod.multiples(2))) == (1, 2)
    with pytest.raises(RuntimeError, match="Cyclic dependency"):
        cpp.add_import(other, module)
    assert cpp.clear(module) == 0
