"""The kernels of `examples/cuda_kernels` from Python, with a driver that runs their sources on the host.

The script of the example calls them with arrays in host memory, and on a GPU where there is one. Here the same script
calls them with tensors that claim to be on a GPU and lead to host memory, so that arguments, launches, and numbers are
seen together. That is not a result of a GPU.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from support import LibraryPath
from support.child import run_child
from support.cpp import compile_library
from support.driver import VARIABLE

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples/cuda_kernels"
DRIVER = ROOT / "tests/cuda/driver"

SCRIPT = """
import ctypes, runpy, sys
sys.path.insert(0, {tests!r})
import numpy as np
import tvm_ffi
from support.gpu import Lent, device_tensor

example, library, fixture, kernels = sys.argv[1:]
# The driver, which is loaded later, gets the emulated kernels from it.
ctypes.CDLL(kernels, ctypes.RTLD_GLOBAL)
fixture = tvm_ffi.load_module(fixture)


class OnDevice(Lent):
    def __init__(self, array):
        strides = tuple(stride // array.itemsize for stride in array.strides)
        options = dict(dtype=str(array.dtype), strides=strides, address=array.ctypes.data, device="cuda:1")
        super().__init__(device_tensor(fixture, *array.shape, **options))
        self.array = array

    def __getitem__(self, index):
        return OnDevice(self.array[index])


script = runpy.run_path(example)
mod = tvm_ffi.load_module(library)
script["call_all"](mod, script["Place"]("host", OnDevice, lambda array: array.array))
"""


@pytest.fixture(scope="module")
def kernels(driver_path: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Compile the kernels for the host, with a driver that can run them."""
    assert driver_path
    sources = EXAMPLE / "tests/emulated"
    # Kernels take sixteen bytes for eight numbers, as CUDA lets them.
    arguments = ["-std=c++17", "-fno-strict-aliasing", f"-I{sources}", f"-I{DRIVER}"]
    arguments += map(str, sorted(sources.glob("*.cpp")))
    return compile_library(tmp_path_factory.mktemp("emulated") / "libkernels.so", arguments)


@pytest.mark.skipif("ASAN_OPTIONS" in os.environ, reason="the sanitizer does not follow the fibers of a block")
def test_kernels_agree_with_numpy(
    driver_path: str, kernels: Path, library_path: LibraryPath, tmp_path: Path
) -> None:
    script = SCRIPT.format(tests=str(Path(__file__).parent))
    libraries = [library_path("cuda-kernels"), library_path("e2e-cuda"), kernels]
    variables: dict[str, str | None] = {VARIABLE: driver_path, "TVM_FFI_CUDA_CACHE": str(tmp_path)}
    done = run_child(script, EXAMPLE / "run.py", *libraries, **variables)
    print(done.stdout, done.stderr, sep="\n")
    # The tests install NVRTC with the CUDA compiler.
    if "NVRTC is needed and could not be loaded" in done.stderr and "TVM_FFI_TEST_CUDA" not in os.environ:
        pytest.skip("no NVRTC, which `vadd` is compiled by")
    assert (done.returncode, done.stderr) == (0, "")
    functions = [line.split()[1].partition("(")[0] for line in done.stdout.splitlines()]
    assert sorted(set(functions)) == ["dot", "gemm", "rmsnorm", "softmax", "vadd"]
    assert all(line.endswith("agrees with NumPy") for line in done.stdout.splitlines())
