"""Containers of Rust in C++, whose headers read and change them in place, compared with a plain model.

`TVM_FFI_CONTAINER_CASES` is the number of random changes.
"""

from __future__ import annotations

import itertools
import os
from pathlib import Path
from typing import Any, Callable

import pytest
import tvm_ffi
from support.cpp import compile_library, wheel

SOURCE = Path(__file__).parent / "cpp" / "containers.cc"
CASES = int(os.environ.get("TVM_FFI_CONTAINER_CASES", "20000"))

# The function of Rust that makes a container again, the one that reads it, and what makes it in Python.
KINDS: dict[str, tuple[str, str, Callable[[Any], Any]]] = {
    "array": ("id_vec_any", "id_vec_any", lambda array: tvm_ffi.Array(list(array))),
    "list": ("list_again", "id_vec_any", lambda values: tvm_ffi.List(list(values))),
    "map": ("map_again", "entries_both_ways", lambda table: tvm_ffi.Map(dict(table.items()))),
    "dict": ("dict_again", "entries_both_ways", lambda table: tvm_ffi.Dict(dict(table.items()))),
}
STATES = ["empty", "small", "full", "large", "small, after erasing", "full, after erasing", "large, after erasing"]


@pytest.fixture(scope="module")
def cpp(tmp_path_factory: pytest.TempPathFactory) -> tvm_ffi.Module:
    """Compile the C++ library, and load it."""
    arguments = [*wheel("--cxxflags"), str(SOURCE), *wheel("--ldflags"), *wheel("--libs")]
    library = compile_library(tmp_path_factory.mktemp("cpp") / "libcontainers.so", arguments)
    return tvm_ffi.load_module(str(library))


@pytest.mark.parametrize("kind", KINDS)
def test_containers_that_cpp_changes(mod: tvm_ffi.Module, cpp: tvm_ffi.Module, kind: str) -> None:
    again, read, in_python = KINDS[kind]
    makers = {"Rust": mod[again], "Python": tvm_ffi.convert(in_python)}
    seen = cpp[f"change_{kind}"](makers, mod[read], CASES)
    # Each maker's containers were compared in each state.
    expected = {f"{maker}, {state}" for maker, state in itertools.product(["C++", "Rust", "Python"], STATES)}
    assert expected <= set(seen)
