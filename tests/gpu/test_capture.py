"""Launches that are captured into graphs."""

from __future__ import annotations

import pytest
from support import SLOW, example, kernels, needs_gpu, normal, run_script, torch, warm_up, zeros

pytestmark = needs_gpu


def test_replays_use_the_current_contents() -> None:
    warm_up()
    half = torch.float16
    a, b, c, total = normal(1000), normal(1000, seed=1), zeros(1000), zeros(1)
    x, weight, y, s = normal(8, 512, dtype=half), normal(512, dtype=half, seed=1), zeros(8, 512, dtype=half), zeros(8, 8, dtype=half)
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        example.vadd(a, b, c)
        example.dot(a, c, total)  # with scratch memory
        example.rmsnorm(x, weight, y)  # a dependent launch
        example.gemm(y, y, s)
        example.softmax(s, s.new_empty(8, 8))
    for seed in (10, 20, 30):
        a.copy_(normal(1000, seed=seed))
        x.copy_(normal(8, 512, dtype=half, seed=seed))
        graph.replay()
        torch.cuda.synchronize()
        assert torch.equal(c, a + b)
        torch.testing.assert_close(total[0].double(), torch.dot(a.double(), c.double()), rtol=1e-4, atol=1e-3)
        wide = x.double()
        expected = wide / (wide.square().mean(dim=1, keepdim=True) + 1e-6).sqrt() * weight.double()
        torch.testing.assert_close(y.double(), expected, rtol=3e-3, atol=3e-3)
        torch.testing.assert_close(s.double(), y.double() @ y.double().T, rtol=3e-3, atol=3e-2)


def test_side_streams_are_captured() -> None:
    warm_up()
    x, y = zeros(1000), zeros(1000)
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        kernels.fill_side_by_side(x, y, SLOW // 10)
        z = x + y
    for _ in range(2):
        x.zero_(), y.zero_(), z.zero_()
        graph.replay()
        torch.cuda.synchronize()
        assert (z == 4).all()


FIRST_LAUNCH = """
a, b, c = normal(1000), normal(1000, seed=1), zeros(1000)
half = torch.float16
x, weight, y = normal(8, 512, dtype=half), normal(512, dtype=half, seed=1), zeros(8, 512, dtype=half)
total, scaled = zeros(1), zeros(1000)
if {preload}:
    assert example.tvm_ffi_cuda_preload() is None
torch.cuda.synchronize()
graph = torch.cuda.CUDAGraph()
with torch.cuda.graph(graph, capture_error_mode="{mode}"):
    example.vadd(a, b, c)                   # source: compiled here, where it was not preloaded
    example.rmsnorm(x, weight, y)           # machine code
    example.dot(a, b, total)                # a fat binary
    kernels.scale_from_ptx(a, scaled, 2.0)  # PTX
assert not c.any(), "it ran during the capture"
graph.replay()
torch.cuda.synchronize()
assert torch.equal(c, a + b)
assert torch.equal(scaled, a * 2)
assert y.any()
torch.testing.assert_close(total[0], torch.dot(a, b), rtol=1e-3, atol=1e-3)
print("captured")
"""


@pytest.mark.parametrize("mode", ["global", "thread_local", "relaxed"])
@pytest.mark.parametrize("preload", [False, True], ids=["lazy", "preloaded"])
def test_the_first_launch_is_captured(preload: bool, mode: str) -> None:
    assert run_script(FIRST_LAUNCH.format(preload=preload, mode=mode)) == "captured\n"
