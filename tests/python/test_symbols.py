"""Symbols and dependencies of a kernel library."""

from __future__ import annotations

import sys

import pytest
from support import LibraryPath
from support.symbols import DynamicSymbols, read_elf

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="symbols are read from ELF files")

PACKAGES = ["e2e-kernels", "e2e-second", "quickstart"]


@pytest.fixture(params=PACKAGES)
def symbols(request: pytest.FixtureRequest, library_path: LibraryPath) -> DynamicSymbols:
    """Read the symbols of one library after the other."""
    return read_elf(library_path(request.param))


def test_the_symbols_can_be_read(symbols: DynamicSymbols) -> None:
    assert any(name.startswith("libc.so") for name in symbols.needed)
    assert "__tvm_ffi_tvm_ffi_manifest" in symbols.exported
    assert symbols.undefined & {"malloc", "memcpy", "write", "dlsym"}


def test_no_library_links_to_the_runtime(symbols: DynamicSymbols) -> None:
    assert [name for name in symbols.needed if "tvm" in name] == []
    assert {name for name in symbols.undefined if "TVM" in name or "tvm" in name} == set()


def test_no_function_of_the_runtime_is_exported(symbols: DynamicSymbols) -> None:
    assert {name for name in symbols.exported if name.startswith("TVM")} == set()


def test_only_what_rust_and_c_need_is_linked(symbols: DynamicSymbols) -> None:
    allowed = ("libc.so", "libgcc_s.so", "libm.so", "libdl.so", "libpthread.so", "ld-linux")
    assert [name for name in symbols.needed if not name.startswith(allowed)] == []


def test_only_functions_of_the_abi_are_exported(symbols: DynamicSymbols) -> None:
    others = {name for name in symbols.exported if not name.startswith("__tvm_ffi_")}
    # Two of the libraries are Python modules too, which the functions for `tvm_ffi` show.
    is_module = "__tvm_ffi__python_take" in symbols.exported
    assert others in ([{"PyInit_e2e_kernels"}, {"PyInit_e2e_second"}, {"PyInit_quickstart"}] if is_module else [set()])


def test_no_function_of_python_is_needed(symbols: DynamicSymbols) -> None:
    assert {name for name in symbols.undefined if name.startswith(("Py", "_Py"))} == set()
