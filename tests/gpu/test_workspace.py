"""Scratch memory: its allocator, and the statistics."""

from __future__ import annotations

import pytest
from support import SLOW, example, kernels, needs_gpu, normal, torch, tvm_ffi, warm_up, zeros

pytestmark = needs_gpu


@pytest.fixture(scope="module", autouse=True)
def loaded() -> None:
    warm_up()


def allocated() -> tuple[int, int]:
    """Return the bytes that PyTorch's allocator has allocated so far, and those in use."""
    statistics = torch.cuda.memory_stats()
    return statistics["allocated_bytes.all.allocated"], statistics["allocated_bytes.all.current"]


def test_a_workspace_comes_from_pytorch() -> None:
    x, y = normal(4000), zeros(4000)
    before, in_use = allocated()
    assert kernels.copy_through_workspace(x, y) == "framework"
    after, still_in_use = allocated()
    assert after - before >= 16000
    assert still_in_use == in_use, "the workspace was not freed"
    assert torch.equal(x, y)


@pytest.mark.parametrize("align", [1, 256, 4096, 1 << 20])
def test_a_workspace_is_aligned(align: int) -> None:
    x, y = normal(1000), zeros(1000)
    kernels.copy_through_workspace(x, y, align)
    assert torch.equal(x, y)


def test_uses_of_the_same_memory_are_ordered() -> None:
    inputs = [normal(4000, seed=i) for i in range(50)]
    outputs = [zeros(4000) for _ in inputs]
    torch.cuda.synchronize()
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        kernels.slow_fill(zeros(1), 0.0, SLOW)  # so that nothing has run when the memory is given out again
        for x, y in zip(inputs, outputs):
            kernels.copy_through_workspace(x, y)
    stream.synchronize()
    for x, y in zip(inputs, outputs):
        assert torch.equal(x, y)


def test_a_captured_workspace_belongs_to_the_pool_of_the_graph() -> None:
    x, y, result = normal(4000), zeros(4000), zeros(1)
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        origin = kernels.copy_through_workspace(x, y)
        example.dot(x, y, result)
    assert origin == "framework"
    pools = {tuple(segment["segment_pool_id"]) for segment in torch.cuda.memory_snapshot()}
    assert tuple(graph.pool()) in pools, "nothing was allocated in the graph's pool"
    for seed in (10, 20):
        x.copy_(normal(4000, seed=seed))
        # New allocations do not use the memory of the graph.
        others = [torch.full((4000,), 7.0, device="cuda") for _ in range(20)]
        graph.replay()
        torch.cuda.synchronize()
        assert torch.equal(x, y)
        assert all((other == 7.0).all() for other in others)
        torch.testing.assert_close(result[0].double(), x.double().square().sum(), rtol=1e-4, atol=0)


def test_without_a_framework_a_workspace_comes_from_the_driver() -> None:
    x, y = normal(4000), zeros(4000)
    torch.cuda.synchronize()
    converted = [tvm_ffi.from_dlpack(x), tvm_ffi.from_dlpack(y)]
    stream = torch.cuda.Stream()
    with tvm_ffi.use_raw_stream(tvm_ffi.device("cuda", 0), stream.cuda_stream):
        assert kernels.copy_through_workspace(*converted) == "driver"
    stream.synchronize()
    assert torch.equal(x, y)


def test_more_memory_than_the_device_has() -> None:
    with pytest.raises(MemoryError, match=f"a workspace of {1 << 50} bytes cannot be allocated on cuda:0"):
        kernels.take_workspace(zeros(1), 1 << 50)
    kernels.take_workspace(zeros(1), 1 << 10)
