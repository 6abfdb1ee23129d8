"""Exports as operators of PyTorch, registered in Rust: those that are left out, and the ways to load a library.

`cargo xtask test torch` runs these tests, in an environment that has PyTorch.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import tvm_ffi

torch = pytest.importorskip("torch", reason="PyTorch is not installed: `cargo xtask test torch` installs it")

@pytest.fixture(scope="module")
def path() -> Path:
    """Return the path of the library."""
    return Path(os.environ["TVM_FFI_TEST_LIBS"]).absolute() / "libe2e_frameworks.so"


def test_reasons(path: Path) -> None:
    registered = json.loads(tvm_ffi.load_module(str(path)).tvm_ffi_torch_register("forms"))
    reasons = {one["name"]: one["reason"] for one in registered["left_out"]}
    assert reasons["packed"] == "it takes any arguments"
    assert reasons["returns_number"] == "it returns `float`"
    assert reasons["returns_undeclared"] == "it returns `Tensor`, and does not declare it with `returns(...)`"
    assert reasons["shapeless"] == "`y`: it has no `#[shape]`"
    assert reasons["takes_object"] == "`object`: PyTorch has no type for `Object` in a schema"


PROGRAM = """
import sys
sys.modules["tvm_ffi"] = None
import torch
torch.ops.load_library({path!r})
x = torch.ones(4)
print(torch.ops.e2e_frameworks.silu(x).shape)
try:
    torch.ops.e2e_frameworks.first(x, 9)
except RuntimeError as error:
    print(str(error).splitlines()[0])
"""


def run(program: str, **environment: str) -> str:
    """Run a program in a process of its own; return what it writes."""
    inherited = {**os.environ, **environment}
    done = subprocess.run([sys.executable, "-c", program], env=inherited, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_load_library_without_a_runtime(path: Path) -> None:
    """`torch.ops.load_library` registers the operators, which say why they fail without a TVM-FFI runtime too."""
    said = run(PROGRAM.format(path=str(path)), TVM_FFI_LIBRARY="/nowhere")
    assert said.splitlines() == ["torch.Size([4])", "there are 4 elements, and 9 are asked for"]


def test_torch_after_the_library(path: Path) -> None:
    program = f"""
import ctypes, sys
ctypes.CDLL({str(path)!r})
assert "torch" not in sys.modules
import torch, tvm_ffi
mod = tvm_ffi.load_module({str(path)!r})
print(mod.tvm_ffi_torch_register("later")[:14], torch.ops.later.silu(torch.zeros(2)).tolist())
"""
    assert run(program).splitlines() == ['{"operators":[ [0.0, 0.0]']


def test_no_torch(path: Path) -> None:
    program = f"""
import sys
sys.modules["torch"] = None
import tvm_ffi
mod = tvm_ffi.load_module({str(path)!r})
try:
    mod.tvm_ffi_torch_register("missing")
except RuntimeError as error:
    print(error)
"""
    assert run(program).splitlines()[0] == "PyTorch is not loaded in this process (`libtorch_cpu.so`): import it first"


def test_two_builds(path: Path, tmp_path: Path) -> None:
    """A second build of the library needs another name."""
    second = shutil.copy(path, tmp_path / "libsecond.so")
    program = f"""
import torch, tvm_ffi
first, second = tvm_ffi.load_module({str(path)!r}), tvm_ffi.load_module({str(second)!r})
first.tvm_ffi_torch_register("one"), second.tvm_ffi_torch_register("two")
x = torch.ones(3)
assert torch.equal(torch.ops.one.silu(x), torch.ops.two.silu(x))
try:
    second.tvm_ffi_torch_register("one")
except ValueError as error:
    print(error)
"""
    said = run(program).splitlines()[-1]
    assert said == f"the namespace `one` of PyTorch is taken by `{path}`: `{second}` needs another one"


def test_needed_libraries(path: Path) -> None:
    readelf = shutil.which("readelf")
    if readelf is None:
        pytest.skip("there is no readelf")
    listed = subprocess.run([readelf, "-d", str(path)], capture_output=True, text=True, check=True).stdout
    needed = {line.split("[")[1].rstrip("]") for line in listed.splitlines() if "(NEEDED)" in line}
    assert needed <= {"libc.so.6", "libm.so.6", "libgcc_s.so.1", "ld-linux-x86-64.so.2"}
