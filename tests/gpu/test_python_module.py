"""The library as a Python module, called with tensors of the GPU."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from types import ModuleType

import pytest
from support import LIBRARIES, SLOW, needs_gpu, normal, torch, zeros

pytestmark = needs_gpu


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    # A file of its own: `support` has loaded the library already.
    folder = tmp_path_factory.mktemp("module")
    shutil.copy(Path(LIBRARIES) / "libtvm_ffi_gpu_kernels.so", folder / "tvm_ffi_gpu_kernels.so")
    sys.path.insert(0, str(folder))
    import tvm_ffi_gpu_kernels

    return tvm_ffi_gpu_kernels


def test_the_stream_is_that_of_pytorch(module: ModuleType) -> None:
    x = zeros(1)
    assert module.raw_stream(x) == torch.cuda.current_stream().cuda_stream
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        assert module.raw_stream(x) == stream.cuda_stream
    assert module.raw_stream(x) == torch.cuda.current_stream().cuda_stream


def test_writes_are_ordered_without_waiting(module: ModuleType) -> None:
    x = zeros(1000)
    stream = torch.cuda.Stream()
    torch.cuda.synchronize()
    with torch.cuda.stream(stream):
        # In the first round kernels are loaded, which may wait for running kernels.
        for nanoseconds in (0, SLOW):
            stream.synchronize()
            module.slow_fill(x, 3.0, nanoseconds)
            x.mul_(2)
            module.increment(x)
            y = x + 1
        is_done = stream.query()
    assert not is_done, "the host has waited for the slow kernel"
    stream.synchronize()
    assert (y == 8).all()


def test_tensors_that_do_not_fit(module: ModuleType) -> None:
    with pytest.raises(ValueError, match="cpu"):
        module.increment(torch.zeros(4))
    with pytest.raises(TypeError, match="float64"):
        module.increment(normal(4, dtype=torch.float64))
    with pytest.raises(ValueError, match="stride|contiguous"):
        module.increment(normal(8)[::2])
