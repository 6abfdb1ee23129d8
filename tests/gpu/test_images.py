"""Images: which one is loaded, what the driver reports, and the cache of compiled source."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import CAPABILITY, example, kernels, needs_gpu, needs_hopper, normal, run_script, torch, zeros

pytestmark = needs_gpu

COMMON = [
    "empty", "slow_fill", "increment", "write_at", "reverse", "reverse", "grid_total",
    "weigh_128_bytes", "weigh_1024_bytes", "weigh_4096_bytes", "scale",
]  # fmt: skip
HOPPER = ["neighbours", "neighbours_of_two", "first", "second", "copy_tile"]


def test_ptx_is_compiled_for_the_gpu() -> None:
    x, y = normal(1000), zeros(1000)
    kernels.scale_from_ptx(x, y, 2.0)
    assert torch.equal(y, x * 2)
    architecture, registers = kernels.compiled_from_ptx()
    assert architecture == 10 * CAPABILITY[0] + CAPABILITY[1]
    assert registers > 0


# Loading compares each declaration with the result of `cuKernelGetParamInfo`, and compiling the library has compared it with the image. So if all kernels
# can be loaded, the driver and our parsers of images agree.
def test_the_driver_knows_the_parameters_that_are_declared() -> None:
    assert list(kernels.load_kernels("common", 0)) == COMMON
    assert example.tvm_ffi_cuda_preload(0) is None


@needs_hopper
def test_the_driver_knows_the_parameters_for_compute_capability_9() -> None:
    assert list(kernels.load_kernels("hopper", 0)) == HOPPER


@pytest.mark.skipif(CAPABILITY[0] == 8, reason="the image runs on this GPU")
def test_an_image_for_another_architecture() -> None:
    text = f"cuda:0, which has compute capability {CAPABILITY[0]}.{CAPABILITY[1]}; embedded: sm_80"
    with pytest.raises(RuntimeError) as error:
        kernels.scale_for_sm_80(normal(10), zeros(10), 2.0)
    assert "`scale`" in str(error.value)
    assert text in str(error.value)
    # `preload` reports it too, and loads the others.
    with pytest.raises(RuntimeError) as error:
        kernels.tvm_ffi_cuda_preload(0)
    assert text in str(error.value) or CAPABILITY < (9, 0)
    x = zeros(10)
    kernels.increment(x)
    assert (x == 1).all()


def test_devices_to_preload_for() -> None:
    for device in (None, 0, "cuda:0"):
        assert example.tvm_ffi_cuda_preload(device) is None
    with pytest.raises(ValueError, match="cuda:99"):
        example.tvm_ffi_cuda_preload(99)
    with pytest.raises(ValueError, match="cpu"):
        example.tvm_ffi_cuda_preload("cpu")


VADD = """
a, b, c = normal(1000), normal(1000, seed=1), zeros(1000)
example.vadd(a, b, c)
assert torch.equal(c, a + b)
"""


def test_source_is_compiled_once(tmp_path: Path) -> None:
    cache = str(tmp_path)
    run_script(VADD, TVM_FFI_CUDA_CACHE=cache)
    (entry,) = tmp_path.glob("*.kernels")
    before = entry.stat()
    run_script(VADD, TVM_FFI_CUDA_CACHE=cache)
    after = entry.stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns), "it was compiled again"
    # A damaged entry is compiled again.
    entry.write_bytes(entry.read_bytes()[:100])
    run_script(VADD, TVM_FFI_CUDA_CACHE=cache)
    assert entry.stat().st_size == before.st_size
    assert [path.name for path in tmp_path.iterdir()] == [entry.name]
