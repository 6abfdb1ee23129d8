"""A library in a process without a runtime: it loads, can be inspected, and registers its classes once there is a runtime."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import tvm_ffi
from support import LibraryPath
from support.child import output_of

# Opens the library without `tvm_ffi`, and defines how to call its functions.
OPEN = """
import ctypes, os, sys

class Any(ctypes.Structure):
    _fields_ = [("type_index", ctypes.c_int32), ("small_len", ctypes.c_uint32), ("value", ctypes.c_int64)]

def has_runtime():
    if sys.platform == "linux":
        return "/libtvm_ffi.so" in open("/proc/self/maps").read()
    if sys.platform == "win32":
        return bool(ctypes.windll.kernel32.GetModuleHandleW("tvm_ffi.dll"))
    return hasattr(ctypes.CDLL(None), "TVMFFIGetVersion")

def call(name, *values):
    function = library["__tvm_ffi_" + name]
    function.restype = ctypes.c_int
    function.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int32, ctypes.c_void_p]
    arguments = (Any * max(len(values), 1))(*(Any(1, 0, value) for value in values))
    result = Any()
    code = function(None, arguments, len(values), ctypes.byref(result))
    return code, result.type_index, result.value

assert "tvm_ffi" not in sys.modules
assert not has_runtime()
library = ctypes.CDLL(sys.argv[1])
assert not has_runtime()
"""


def child(script: str) -> str:
    lines = script.splitlines()
    indent = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
    return OPEN + "\n".join(line[indent:] for line in lines)


def test_a_library_loads_without_output_and_can_be_inspected(library_path: LibraryPath) -> None:
    script = child("""
        for name in ("add", "_metadata_add", "_doc_add", "tvm_ffi_manifest", "math.halve"):
            assert library["__tvm_ffi_" + name]
        assert not hasattr(library, "__tvm_ffi_no_such_function")
        print("done")
    """)
    assert output_of(script, library_path("e2e-kernels")) == "done\n"


def test_functions_that_need_no_runtime_work(library_path: LibraryPath) -> None:
    script = child("""
        assert call("add", 40, 2) == (0, 1, 42)
        assert call("no_arguments") == (0, 1, 3600)
        assert call("count", 1, 2, 3) == (0, 1, 3)
        # Text of up to seven bytes is part of the value.
        code, type_index, value = call("which")
        assert (code, type_index, value.to_bytes(8, sys.byteorder)) == (0, 11, b"kernels\\0")
        assert not has_runtime()
        print("done")
    """)
    assert output_of(script, library_path("e2e-kernels")) == "done\n"


USES = {
    "an object": "module.make_counter()",
    "an error": "try: module.parse_i32('x')\n        except ValueError: pass",
    "a panic": "try: module.panic_text()\n        except RuntimeError: pass",
    "the manifest": "assert json.loads(module.tvm_ffi_manifest())['not_registered'] == []",
}


@pytest.mark.parametrize("use", USES)
def test_it_registers_at_its_first_use_of_a_runtime(library_path: LibraryPath, use: str) -> None:
    script = child(f"""
        assert call("add", 40, 2) == (0, 1, 42)
        import json, tvm_ffi
        assert has_runtime()
        get = lambda: tvm_ffi.get_global_func("e2e_kernels.global_square", allow_missing=True)
        module = tvm_ffi.load_module(sys.argv[1])
        assert module.add(1, 2) == 3
        assert get() is None
        {USES[use]}
        print(get()(5), tvm_ffi.system_lib()["e2e_system.negate"](5))
    """)
    assert output_of(script, library_path("e2e-kernels")) == "25 -5\n"


def test_it_registers_when_it_is_loaded_after_a_runtime(library_path: LibraryPath) -> None:
    script = """
        import ctypes, sys, tvm_ffi
        ctypes.CDLL(sys.argv[1])
        print(tvm_ffi.get_global_func("e2e_kernels.global_square")(5))
    """
    assert output_of(script, library_path("e2e-kernels")) == "25\n"


NOWHERE: dict[str, str | None] = {"PATH": "", "VIRTUAL_ENV": None, "CONDA_PREFIX": None}

def test_errors_with_no_runtime_anywhere(library_path: LibraryPath) -> None:
    # There is no caller to raise them to; nothing is printed and nothing aborts.
    script = child("""
        for name, arguments in (("add", (1,)), ("bail_plain", ()), ("panic_text", ()), ("make_counter", ())):
            for _ in range(2):
                assert call(name, *arguments)[0] == -1, name
        assert call("add", 40, 2) == (0, 1, 42)
        assert not has_runtime()
        print("done")
    """)
    assert output_of(script, library_path("e2e-kernels"), isolated=True, **NOWHERE) == "done\n"


def test_the_runtime_in_the_environment_variable(library_path: LibraryPath) -> None:
    script = child("""
        assert call("bail_plain")[0] == -1
        runtime = ctypes.CDLL(os.environ["TVM_FFI_LIBRARY"])
        error = ctypes.c_void_p()
        runtime.TVMFFIErrorMoveFromRaised(ctypes.byref(error))
        assert error.value
        # Python finds the same runtime.
        import tvm_ffi
        print(tvm_ffi.get_global_func("e2e_kernels.global_square")(5))
        module = tvm_ffi.load_module(sys.argv[1])
        try:
            module.bail_plain()
        except RuntimeError as error:
            print(error)
    """)
    variables = {**NOWHERE, "TVM_FFI_LIBRARY": tvm_ffi.libinfo.find_libtvm_ffi()}
    assert output_of(script, library_path("e2e-kernels"), **variables) == "25\nno kind is named\n"


@pytest.fixture
def other_environment(tmp_path: Path) -> dict[str, str | None]:
    """Activate an environment of another Python, whose `python3` says when it is started, and whose runtime is none."""
    scripts, packages = tmp_path / "bin", tmp_path / "lib" / "python3.11" / "site-packages" / "tvm_ffi" / "lib"
    for folder in (scripts, packages):
        folder.mkdir(parents=True)
    (packages / "libtvm_ffi.so").write_text("no library")
    (scripts / "python3").write_text(f"#!/bin/sh\necho started > {tmp_path / 'started'}\n")
    (scripts / "python3").chmod(0o755)
    path = f"{scripts}{os.pathsep}{os.environ['PATH']}"
    return {"VIRTUAL_ENV": str(tmp_path), "CONDA_PREFIX": str(tmp_path), "PATH": path}


def test_the_runtime_is_that_of_the_interpreter(
    library_path: LibraryPath, other_environment: dict[str, str | None], tmp_path: Path
) -> None:
    script = child("""
        assert call("bail_plain")[0] == -1
        import tvm_ffi
        print(tvm_ffi.get_global_func("e2e_kernels.global_square")(5))
        module = tvm_ffi.load_module(sys.argv[1])
        try:
            module.bail_plain()
        except RuntimeError as error:
            print(error)
    """)
    assert output_of(script, library_path("e2e-kernels"), **other_environment) == "25\nno kind is named\n"
    assert not (tmp_path / "started").exists()


def test_no_process_is_started_where_the_interpreter_has_no_package(
    library_path: LibraryPath, other_environment: dict[str, str | None], tmp_path: Path
) -> None:
    script = child("""
        for name in ("bail_plain", "make_counter"):
            assert call(name)[0] == -1
        assert not has_runtime()
        print("done")
    """)
    output = output_of(script, library_path("e2e-kernels"), isolated=True, **other_environment)
    assert output == "done\n" and not (tmp_path / "started").exists()
