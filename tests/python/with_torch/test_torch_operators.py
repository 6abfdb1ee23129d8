"""Exports as operators of PyTorch, registered in Rust: each form of arguments, errors, and the ways to load a library.

`cargo xtask test torch` runs these tests, in an environment that has PyTorch.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import tvm_ffi

torch = pytest.importorskip("torch", reason="PyTorch is not installed: `cargo xtask test torch` installs it")

HAS_LISTS = tuple(map(int, torch.__version__.split(".")[:2])) >= (2, 10)
needs_lists = pytest.mark.skipif(not HAS_LISTS, reason="texts and lists need PyTorch 2.10")


@pytest.fixture(scope="module")
def path() -> Path:
    """Return the path of the library."""
    return Path(os.environ["TVM_FFI_TEST_LIBS"]).absolute() / "libe2e_frameworks.so"


@pytest.fixture(scope="module")
def mod(path: Path) -> tvm_ffi.Module:
    """Load the library."""
    return tvm_ffi.load_module(str(path))


@pytest.fixture(scope="module")
def registered(mod: tvm_ffi.Module) -> dict[str, Any]:
    """Register the operators."""
    found: dict[str, Any] = json.loads(mod.tvm_ffi_torch_register("forms"))
    return found


@pytest.fixture(scope="module")
def ops(registered: dict[str, Any]) -> Any:
    """Return the namespace of the operators."""
    return torch.ops.forms


def test_reasons(registered: dict[str, Any]) -> None:
    reasons = {one["name"]: one["reason"] for one in registered["left_out"]}
    assert reasons["packed"] == "it takes any arguments"
    assert reasons["returns_number"] == "it returns `float`"
    assert reasons["returns_undeclared"] == "it returns `Tensor`, and does not declare it with `returns(...)`"
    assert reasons["shapeless"] == "`y`: it has no `#[shape]`"
    assert reasons["takes_object"] == "`object`: PyTorch has no type for `Object` in a schema"


def test_registration_is_idempotent(mod: tvm_ffi.Module, registered: dict[str, Any]) -> None:
    assert json.loads(mod.tvm_ffi_torch_register("forms")) == registered
    with pytest.raises(ValueError, match=r"the namespace is `a\.b`"):
        mod.tvm_ffi_torch_register("a.b")


@needs_lists
def test_scalars_and_defaults(ops: Any) -> None:
    x = torch.tensor([1.0, 2.0], dtype=torch.float64)
    assert ops.scalars(x, 2, 0.5).tolist() == [1.5, 2.5, 1.5, 2.5]
    assert ops.scalars(x, 1, plus=1.5, negate=True, mode="max").tolist() == [-1.5, -2.0]
    with pytest.raises(RuntimeError, match="mode is `m\0de`".replace("\0", r"\\0")):
        ops.scalars(x, 1, mode="m\0de")


def test_optional_arguments(ops: Any) -> None:
    x = torch.randn(3, 4)
    assert torch.equal(ops.add_bias(x, None), x)
    torch.testing.assert_close(ops.add_bias(x, torch.ones(4), 2.0, 3), (x + 1) * 2 + 3)


def test_symbolic_extents(ops: Any) -> None:
    assert ops.first(torch.arange(4.0), 2).tolist() == [0, 1]
    assert ops.count_up(3).tolist() == [0, 1, 2]
    assert ops.halves(torch.ones(4), torch.ones(8)).tolist() == [12, 12, 12]
    assert ops.column_sums(torch.ones(5, 2, dtype=torch.float64)).tolist() == [5, 5]


def test_dtypes_of_a_dispatch(ops: Any) -> None:
    for dtype in [torch.float32, torch.float64, torch.int64]:
        x = torch.arange(3).to(dtype)
        assert torch.equal(ops.math_add(x, x), 2 * x)
    with pytest.raises(RuntimeError, match="math.add: argument #0 `x`: dtype is int32"):
        ops.math_add(torch.arange(3, dtype=torch.int32), torch.arange(3, dtype=torch.int32))


def test_returned_tensors(ops: Any) -> None:
    x = torch.randn(3)
    kept = ops.twice(x)
    assert torch.equal(kept, torch.stack([x, 2 * x], 1))
    first, count = ops.split(x.double())
    assert torch.equal(first, x.double()) and count.item() == 3


@needs_lists
def test_lists(ops: Any) -> None:
    x = torch.randn(4)
    torch.testing.assert_close(ops.sum_list([x, torch.randn(8)[::2] * 0], x), 2 * x)
    parameters = [torch.ones(n, dtype=torch.float64) for n in (2, 0, 3)]
    versions = [one._version for one in parameters]
    ops.step_(parameters, [torch.ones_like(one) for one in parameters], 0.25)
    assert [one.tolist() for one in parameters] == [[0.75, 0.75], [], [0.75] * 3]
    assert [one._version for one in parameters] == [version + 1 for version in versions]
    assert ops.filled([1, 2], [1.0, 2.0], parameters[0]).tolist() == [[1.75, 2.75]]


def test_errors(mod: tvm_ffi.Module, ops: Any) -> None:
    with pytest.raises(RuntimeError, match="there are 2 elements, and 5 are asked for"):
        ops.first(torch.ones(2), 5)
    with pytest.raises(ValueError, match="there are 2 elements") as raised:
        mod.tvm_ffi_reraise()
    assert any(frame.name == "first" and str(frame.path).endswith(".rs") for frame in raised.traceback)
    mod.tvm_ffi_reraise()
    with pytest.raises(RuntimeError, match=r"silu: argument #0 `x`: ndim is 2, expected 1"):
        ops.silu(torch.ones(2, 2))
    with pytest.raises(RuntimeError, match="panicked at .*with 3 elements"):
        ops.panics(torch.ones(3))
    with pytest.raises(RuntimeError, match=r"argument #1 `y`: expected Tensor, got None"):
        ops.add_any(torch.ones(3, dtype=torch.float64), None)
    with pytest.raises(RuntimeError, match=r"argument #1 `x`: shape\[0\] is 7, expected 2 \* h = 8"):
        ops.halves(torch.ones(4), torch.ones(7))


PROGRAM = """
import sys, importlib.util
sys.modules["tvm_ffi"] = None
{before}
import torch
{after}
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
    said = run(PROGRAM.format(before="", after=f"torch.ops.load_library({str(path)!r})"), TVM_FFI_LIBRARY="/nowhere")
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
