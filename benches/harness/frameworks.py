"""Operators of PyTorch, compared with a C++ extension that is built against the same PyTorch, and functions of JAX, compared with jax-tvm-ffi."""

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

from . import tools
from .tools import BENCHES, ROOT, Unavailable, run

BLOCKS_A_ROUND = 60
VARIABLES = {"torch": "TVM_FFI_BENCH_TORCH", "jax": "TVM_FFI_BENCH_JAX"}
"""A Python that has PyTorch, and one that has JAX and jax-tvm-ffi; otherwise those of `cargo xtask test torch` and `cargo xtask test jax`."""


@dataclass(frozen=True)
class Figures:
    """The version of the framework, and for each case the microseconds of a call: `ours`, `peer`, and the `goal` for `ours`."""

    version: str
    least: dict[str, dict[str, Optional[float]]]


def python(framework: str) -> Path:
    variable = VARIABLES[framework]
    found = os.environ.get(variable)
    path = Path(found) if found else tools.target_dir() / f"python-{framework}" / "bin" / "python"
    if not path.exists():
        raise Unavailable(f"no Python with {framework}: run `cargo xtask test {framework}`, or set {variable}")
    return path


def build_peer(interpreter: Path, out: Path) -> Path:
    """The C++ extension."""
    said = run([interpreter, "-c", "import torch; print(torch.__path__[0]); print(int(torch._C._GLIBCXX_USE_CXX11_ABI))"])
    folder, abi = said.split()
    include = Path(folder) / "include"
    library = out / "torch_operators.so"
    run([tools.tool("CXX", "c++"), "-std=c++20", "-O2", "-fPIC", "-shared", f"-D_GLIBCXX_USE_CXX11_ABI={abi}", f"-I{include}",
         f"-I{include / 'torch/csrc/api/include'}", BENCHES / "cpp" / "torch_operators.cc", "-o", library,
         f"-L{Path(folder) / 'lib'}", "-ltorch_cpu", "-lc10"])
    return library


def build_ours(out: Path) -> Path:
    """The kernels of the tests, optimised."""
    run(["cargo", "build", "--release", "--package", "e2e-frameworks", "--target-dir", out / "frameworks"], cwd=ROOT)
    return out / "frameworks" / "release" / "libe2e_frameworks.so"


def measure_torch(out: Path, rounds: int) -> Figures:
    interpreter = python("torch")
    ours, peer = build_ours(out), build_peer(interpreter, out)
    script = BENCHES / "harness" / "torch_calls.py"
    return Figures(**json.loads(run([interpreter, script, rounds * BLOCKS_A_ROUND, ours, peer])))


def measure_jax(out: Path, rounds: int) -> Figures:
    interpreter = python("jax")
    try:
        run([interpreter, "-c", "import jax_tvm_ffi"])
    except Unavailable:
        raise Unavailable(f"`{interpreter}` has no jax-tvm-ffi: install it there with pip") from None
    script = BENCHES / "harness" / "jax_calls.py"
    environment = {**os.environ, "JAX_PLATFORMS": "cpu"}
    return Figures(**json.loads(run([interpreter, script, rounds * BLOCKS_A_ROUND, build_ours(out)], env=environment)))
