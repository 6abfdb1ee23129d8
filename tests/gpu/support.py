"""Common code of the tests. Without a GPU, importing it skips the module, with the reason."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import gpu
import pytest

# `cpu` calls the CPU fallbacks instead of the kernels, in the tests that can: a check of the tests themselves without a GPU.
DEVICE = os.environ.get("TVM_FFI_GPU_TEST_DEVICE", "cuda")
HERE = Path(__file__).resolve().parent
LIBRARIES = Path(os.environ.get("TVM_FFI_GPU_TEST_LIBS", HERE / "libs"))

_reason = gpu.why_none() if DEVICE == "cuda" else None
if _reason is not None:
    pytest.skip(_reason, allow_module_level=True)

torch = pytest.importorskip("torch")
if DEVICE == "cuda" and not torch.cuda.is_available():
    pytest.skip("PyTorch finds no GPU", allow_module_level=True)

import tvm_ffi  # noqa: E402


def load(package: str) -> tvm_ffi.Module:
    """Load the library of a package."""
    return tvm_ffi.load_module(str(LIBRARIES / f"lib{package.replace('-', '_')}.so"))


# The example, and the kernels of these tests.
example = load("cuda-kernels")
kernels = load("tvm-ffi-gpu-kernels")

CAPABILITY = torch.cuda.get_device_capability(0) if DEVICE == "cuda" else (0, 0)
needs_gpu = pytest.mark.skipif(DEVICE != "cuda", reason="it needs a GPU")
needs_hopper = pytest.mark.skipif(
    CAPABILITY < (9, 0), reason=f"it needs compute capability 9.0, this GPU has {CAPABILITY[0]}.{CAPABILITY[1]}"
)

# A duration in nanoseconds that is long compared with the work of the host.
SLOW = 100_000_000


def zeros(*shape: int, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    return torch.zeros(*shape, dtype=dtype, device=DEVICE)


def normal(*shape: int, dtype: torch.dtype = torch.float32, seed: int = 0) -> torch.Tensor:
    """Return pseudo-random numbers, the same for each seed."""
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(*shape, generator=generator).to(dtype).to(DEVICE)


def warm_up() -> None:
    """Load all kernels that the caller may launch, so that launches are fast."""
    example.tvm_ffi_cuda_preload(0)
    kernels.load_kernels("common", 0)
    torch.cuda.synchronize()


# The beginning of scripts for separate processes.
_PREAMBLE = """
import os, sys
import torch
from support import *

def text_of(body):
    # The type and the text of the error that `body` raises.
    try:
        body()
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    raise AssertionError("no error was raised")
"""


def run_script(body: str, **environment: str) -> str:
    """Run a script in a separate process, which has to exit with 0, and return its output."""
    path = os.pathsep.join([str(HERE), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-c", _PREAMBLE + body],
        env=dict(os.environ, PYTHONPATH=path, **environment),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, f"exit code {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout
