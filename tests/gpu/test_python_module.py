"""The library as a Python module, called with tensors of the GPU."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from types import ModuleType

import pytest
from support import LIBRARIES, needs_gpu, torch, zeros

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
