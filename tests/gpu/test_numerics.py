"""The results of the example's kernels, compared with PyTorch."""

from __future__ import annotations

from typing import Callable

import pytest
from support import example, normal, torch, zeros

pytestmark = pytest.mark.sanitized

HALVES = [torch.float16, torch.bfloat16]
FLOATS = [torch.float32, *HALVES]
# The error of rounding a float32 result to the type.
TOLERANCES = {torch.float32: 2e-5, torch.float16: 2e-3, torch.bfloat16: 1.6e-2}

Layout = Callable[[torch.Tensor], torch.Tensor]


def assert_close(found: torch.Tensor, expected: torch.Tensor) -> None:
    """Compare with a float64 result."""
    tolerance = TOLERANCES[found.dtype]
    torch.testing.assert_close(found.double(), expected, rtol=tolerance, atol=tolerance, equal_nan=True)


def contiguous(rows: torch.Tensor) -> torch.Tensor:
    return rows


def apart(rows: torch.Tensor) -> torch.Tensor:
    """Return the same rows, as columns from 16 on of a larger array whose rows begin at multiples of 16 bytes."""
    m, n = rows.shape
    pitch = (n + 16 + 15) // 8 * 8
    larger = torch.full((m, pitch), 7.0, dtype=rows.dtype, device=rows.device)
    larger[:, 16 : 16 + n] = rows
    return larger[:, 16 : 16 + n]


def is_untouched(rows: torch.Tensor) -> bool:
    """Return whether the columns before those of `apart` are unchanged."""
    return rows.storage_offset() == 0 or bool((rows._base[:, :16] == 7.0).all())


layouts = pytest.mark.parametrize("layout", [contiguous, apart])


@pytest.mark.parametrize("offset", [0, 1])
@pytest.mark.parametrize("n", [0, 1, 255, 256, 1000, 1 << 20])
def test_vadd(n: int, offset: int) -> None:
    a, b, c = normal(n + offset)[offset:], normal(n + offset, seed=1)[offset:], zeros(n + offset)[offset:]
    example.vadd(a, b, c)
    assert torch.equal(c, a + b)


@pytest.mark.parametrize("n", [0, 1, 1000, 1 << 22])
def test_dot(n: int) -> None:
    a, b, result = normal(n), normal(n, seed=1), zeros(1)
    example.dot(a, b, result)
    expected = torch.dot(a.double(), b.double())
    torch.testing.assert_close(result[0].double(), expected, rtol=1e-4, atol=1e-5 * max(n, 1) ** 0.5)


@layouts
@pytest.mark.parametrize("dtype", HALVES)
# The last two are the longest row that fits into shared memory, and the shortest that does not.
@pytest.mark.parametrize("shape", [(0, 64), (1, 8), (3, 24), (5, 4096), (2, 49152), (2, 49160)])
def test_rmsnorm(shape: tuple[int, int], dtype: torch.dtype, layout: Layout) -> None:
    x, weight = layout(normal(*shape, dtype=dtype)), normal(shape[1], dtype=dtype, seed=1)
    y = layout(zeros(*shape, dtype=dtype))
    example.rmsnorm(x, weight, y, 0.25)
    wide = x.double()
    assert_close(y, wide / (wide.square().mean(dim=1, keepdim=True) + 0.25).sqrt() * weight.double())
    assert is_untouched(y)


@layouts
@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("shape", [(0, 5), (1, 1), (3, 33), (4, 1000), (2, 24576), (2, 24577), (2, 100000)])
def test_softmax(shape: tuple[int, int], dtype: torch.dtype, layout: Layout) -> None:
    x, y = layout(normal(*shape, dtype=dtype)), layout(zeros(*shape, dtype=dtype))
    example.softmax(x, y)
    assert_close(y, torch.softmax(x.double(), dim=1))
    assert is_untouched(y)


@pytest.mark.parametrize("length", [3, 30000])
def test_softmax_of_infinities(length: int) -> None:
    inf = float("inf")
    x = zeros(4, length)
    x[0, 0], x[1, 0], x[2, 1] = -inf, inf, float("nan")
    x[3] = -inf
    y = zeros(4, length)
    example.softmax(x, y)
    assert_close(y, torch.softmax(x.double(), dim=1))


@layouts
@pytest.mark.parametrize("dtype", HALVES)
@pytest.mark.parametrize(
    "shape", [(1, 1, 8), (0, 4, 8), (4, 0, 8), (3, 2, 0), (64, 64, 32), (70, 130, 200), (256, 512, 1024)]
)
def test_gemm(shape: tuple[int, int, int], dtype: torch.dtype, layout: Layout) -> None:
    m, n, k = shape
    a, b = layout(normal(m, k, dtype=dtype)), layout(normal(n, k, dtype=dtype, seed=1))
    c = layout(zeros(m, n, dtype=dtype))
    example.gemm(a, b, c)
    expected = a.double() @ b.double().T
    # The error of a float32 sum grows with its terms, not with its result.
    tolerance = TOLERANCES[dtype]
    torch.testing.assert_close(c.double(), expected, rtol=tolerance, atol=tolerance + 1e-6 * k)
    assert is_untouched(c)


def test_misfits_are_refused() -> None:
    x, weight, y = normal(4, 64, dtype=torch.float16), normal(64, dtype=torch.float16), zeros(4, 64, dtype=torch.float16)
    for arguments in [
        (x[:, 1:9], weight[:8], y[:, :8]),  # does not begin at a multiple of 16 bytes
        (x[:, :12], weight[:12], y[:, :12]),  # 12 is not a multiple of 8
        (x, weight[:32], y),
        (x.t(), weight, y),
        (x, weight, x),  # the output overlaps an input
    ]:
        with pytest.raises(ValueError):
            example.rmsnorm(*arguments)
    with pytest.raises(TypeError):
        example.rmsnorm(x.float(), weight, y)
    if x.is_cuda:
        with pytest.raises((TypeError, ValueError)):
            example.rmsnorm(x, weight.cpu(), y)
    assert not y.any()
