"""The kernels of ``examples/cpu_kernels`` against NumPy."""

from __future__ import annotations

import ctypes
from typing import Any, Callable, Iterator

import ml_dtypes
import numpy as np
import pytest
import tvm_ffi
from numpy.lib.stride_tricks import as_strided
from support.errors import raises

BFLOAT16 = np.dtype(ml_dtypes.bfloat16)
DTYPES = [np.dtype(name) for name in ("float32", "float64", "float16")] + [BFLOAT16]
# Tolerances for results around 1, after a few operations that are rounded once.
TOLERANCE = {"float64": 1e-12, "float32": 3e-6, "float16": 2e-3, "bfloat16": 1.6e-2}

each_dtype = pytest.mark.parametrize("dtype", DTYPES, ids=str)


@pytest.fixture
def kernels(load: Callable[[str], tvm_ffi.Module]) -> tvm_ffi.Module:
    return load("cpu-kernels")


@pytest.fixture
def random(request: pytest.FixtureRequest) -> np.random.Generator:
    """Random numbers that depend only on the name of the test."""
    return np.random.default_rng(list(request.node.name.encode()))


class Bfloat16:
    """Exports an array of bfloat16, which NumPy cannot export, as uint16 with the right dtype."""

    CODE_OFFSET = 20

    def __init__(self, array: np.ndarray) -> None:
        self.bits = array.view(np.uint16)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.bits.__dlpack_device__()

    def __dlpack__(self, **options: Any) -> Any:
        capsule = self.bits.__dlpack__(**options)
        get_pointer = ctypes.pythonapi.PyCapsule_GetPointer
        get_pointer.restype, get_pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
        tensor = get_pointer(capsule, b"dltensor")
        ctypes.c_uint8.from_address(tensor + self.CODE_OFFSET).value = 4  # kDLBfloat
        return capsule


def ffi(value: Any) -> Any:
    """Return the form of an argument that can be passed."""
    is_bfloat16 = isinstance(value, np.ndarray) and value.dtype == BFLOAT16
    return tvm_ffi.from_dlpack(Bfloat16(value)) if is_bfloat16 else value


def call(function: Callable[..., Any], *arguments: Any) -> Any:
    return function(*map(ffi, arguments))


def wide(array: np.ndarray) -> np.ndarray:
    return array.astype(np.float64)


def assert_close(found: np.ndarray, exact: np.ndarray) -> None:
    """Compare with the result in float64; the tolerance grows with the size of the summands."""
    tolerance = TOLERANCE[str(found.dtype)]
    np.testing.assert_allclose(wide(found), exact, rtol=tolerance, atol=tolerance)


def shapes(random: np.random.Generator, count: int = 8) -> Iterator[tuple[int, int]]:
    """Return sizes with no row, no column, one of each, and at random."""
    yield from ((0, 3), (3, 0), (1, 1), (2, 64))
    for _ in range(count):
        yield int(random.integers(1, 9)), int(random.integers(1, 200))


def normal(random: np.random.Generator, shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    return random.standard_normal(shape).astype(dtype)


def apart(array: np.ndarray) -> np.ndarray:
    """Return the same rows with other numbers between them."""
    parent = np.full((*array.shape[:-1], array.shape[-1] + 3), 77, array.dtype)
    parent[..., : array.shape[-1]] = array
    return parent[..., : array.shape[-1]]


# --- rms_norm -----------------------------------------------------------------------------------------------


def rms_norm(x: np.ndarray, weight: np.ndarray, eps: float = 1e-6) -> np.ndarray:
    x = wide(x)
    if x.size == 0:
        return x
    return x / np.sqrt((x * x).mean(axis=1, keepdims=True) + eps) * wide(weight)


@each_dtype
def test_rms_norm(kernels: tvm_ffi.Module, random: np.random.Generator, dtype: np.dtype) -> None:
    for n, d in shapes(random):
        x, weight, out = normal(random, (n, d), dtype), normal(random, (d,), dtype), np.empty((n, d), dtype)
        call(kernels.rms_norm, x, weight, out)
        assert_close(out, rms_norm(x, weight))
        call(kernels.rms_norm, apart(x), weight, out, 0.5)
        assert_close(out, rms_norm(x, weight, 0.5))
        # Rows that are only read may overlap, or all be the same row.
        if n * d:
            call(kernels.rms_norm, as_strided(x, (n, d), (0, x.itemsize)), weight, out)
            assert_close(out, rms_norm(np.broadcast_to(x[0], (n, d)), weight))


@each_dtype
def test_rms_norm_in_place(kernels: tvm_ffi.Module, random: np.random.Generator, dtype: np.dtype) -> None:
    for n, d in shapes(random):
        x, weight = normal(random, (n, d), dtype), normal(random, (d,), dtype)
        expected, between = rms_norm(x, weight), apart(x)
        call(kernels.rms_norm_, between, weight)
        call(kernels.rms_norm_, x, weight)
        assert_close(x, expected)
        assert_close(between, expected)
        if n > 1 and d:
            assert np.all(wide(as_strided(between[0, -1:], (4,), (x.itemsize,)))[1:] == 77)


# --- softmax ------------------------------------------------------------------------------------------------


def softmax(x: np.ndarray) -> np.ndarray:
    x = wide(x)
    if x.size == 0:
        return x
    powers = np.exp(x - x.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


def row_maximum(x: np.ndarray) -> np.ndarray:
    return wide(x).max(axis=1, initial=-np.inf)


@each_dtype
def test_softmax(kernels: tvm_ffi.Module, random: np.random.Generator, dtype: np.dtype) -> None:
    for n, d in shapes(random):
        x = (10 * random.standard_normal((n, d))).astype(dtype)
        for source in (x, apart(x)):
            out, maximum = np.full((n, d), 5, dtype), np.full(n, 5, dtype)
            call(kernels.softmax, source, out, maximum)
            assert_close(out, softmax(x))
            np.testing.assert_array_equal(wide(maximum), row_maximum(x))


@each_dtype
def test_softmax_in_place(kernels: tvm_ffi.Module, random: np.random.Generator, dtype: np.dtype) -> None:
    for n, d in shapes(random):
        x = (10 * random.standard_normal((n, d))).astype(dtype)
        without, between, maximum = x.copy(), apart(x), np.full(n, 5, dtype)
        call(kernels.softmax_, without)
        call(kernels.softmax_, between, maximum)
        assert_close(without, softmax(x))
        assert_close(between, softmax(x))
        np.testing.assert_array_equal(wide(maximum), row_maximum(x))


@each_dtype
def test_softmax_of_extreme_rows(kernels: tvm_ffi.Module, dtype: np.dtype) -> None:
    infinity = np.inf
    x = np.array([[0, -infinity, 0], [6e4, -6e4, 6e4], [1, np.nan, 2], [-infinity] * 3, [1, infinity, 2]], dtype)
    out, maximum = np.empty(x.shape, dtype), np.empty(len(x), dtype)
    call(kernels.softmax, x, out, maximum)
    np.testing.assert_array_equal(wide(out[:2]), [[0.5, 0, 0.5]] * 2)
    # As in NumPy: infinity minus infinity is NaN.
    assert np.isnan(wide(out[2:4])).all() and np.isnan(wide(out[4, 1]))
    np.testing.assert_array_equal(wide(maximum), wide(x).max(axis=1))


# --- matmul -------------------------------------------------------------------------------------------------

# Sizes near those of tiles and blocks, which are 6, 8, 16, 96, 256, and 512.
SIZES = [
    *((0, 3, 4), (3, 0, 4), (3, 4, 0), (1, 1, 1), (5, 7, 15), (6, 8, 16), (7, 9, 17), (1, 300, 20)),
    *((97, 5, 33), (96, 256, 16), (13, 513, 9), (3, 20, 530), (100, 260, 40)),
]


@each_dtype
@pytest.mark.parametrize("m, k, n", SIZES)
def test_matmul(
    kernels: tvm_ffi.Module, random: np.random.Generator, dtype: np.dtype, m: int, k: int, n: int
) -> None:
    a, b = normal(random, (m, k), dtype), normal(random, (k, n), dtype)
    forms = [(a, b), (np.asfortranarray(a), np.asfortranarray(b)), (apart(a), apart(b))]
    if a.size and b.size:
        forms += [(a[::-1, ::-1], b[::-1]), (apart(a.T).T, b[:, ::-1])]
    for left, right in forms:
        out = np.full((m, n), 5, dtype)
        call(kernels.matmul, left, right, out)
        # Sums of k products are around the root of k.
        scale = dtype.type(1 / max(k, 1) ** 0.5)
        assert_close(out * scale, wide(left) @ wide(right) * wide(scale))


# --- rope ---------------------------------------------------------------------------------------------------


def rope(x: np.ndarray, cos: np.ndarray, sin: np.ndarray, interleaved: bool) -> np.ndarray:
    half = x.shape[2] // 2
    first, second = (np.s_[..., ::2], np.s_[..., 1::2]) if interleaved else (np.s_[..., :half], np.s_[..., half:])
    a, b = wide(x[first]), wide(x[second])
    out = np.empty(x.shape)
    out[first] = a * wide(cos)[:, None] - b * wide(sin)[:, None]
    out[second] = b * wide(cos)[:, None] + a * wide(sin)[:, None]
    return out


@each_dtype
@pytest.mark.parametrize("table", ["float32", "float64"])
@pytest.mark.parametrize("interleaved", [False, True])
def test_rope(
    kernels: tvm_ffi.Module, random: np.random.Generator, dtype: np.dtype, table: str, interleaved: bool
) -> None:
    sizes = [(0, 2, 8), (2, 0, 8), (2, 3, 0), (1, 1, 2), *(random.integers(1, 20, (5, 3)) * (1, 1, 2)).tolist()]
    for tokens, heads, d in sizes:
        x = normal(random, (tokens, heads, d), dtype)
        angles = random.uniform(-4, 4, (tokens, d // 2))
        if dtype == np.float64 and table == "float32":
            angles = np.round(angles / np.pi) * np.pi
        cos, sin = np.cos(angles).astype(table), np.sin(angles).astype(table)
        expected = rope(x, cos, sin, interleaved)
        # As in a model: the heads of the query, in a tensor with key and value.
        fused = np.concatenate([x, x, x], axis=1)
        for source in (x, apart(x), fused[:, heads : 2 * heads]):
            out = np.full(x.shape, 5, dtype)
            call(kernels.rope, source, cos, sin, out, interleaved)
            assert_close(out, expected)
        call(kernels.rope_, fused[:, heads : 2 * heads], cos, sin, interleaved)
        assert_close(fused, np.concatenate([wide(x), expected, wide(x)], axis=1))


def test_rope_splits_by_default(kernels: tvm_ffi.Module) -> None:
    x = np.arange(4, dtype=np.float32).reshape(1, 1, 4)
    cos, sin = np.zeros((1, 2), np.float32), np.ones((1, 2), np.float32)
    out = np.empty_like(x)
    kernels.rope(x, cos, sin, out)
    assert out.ravel().tolist() == [-2, -3, 0, 1]
    kernels.rope_(x, cos, sin)
    assert x.ravel().tolist() == [-2, -3, 0, 1]


# --- top_k --------------------------------------------------------------------------------------------------


def top_k(x: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray]:
    """Sort in descending order, NaN first, equal elements in their order."""
    x = wide(x)
    columns = np.broadcast_to(np.arange(x.shape[1]), x.shape)
    order = np.lexsort((columns, -np.nan_to_num(x, nan=np.inf), ~np.isnan(x)))
    return np.take_along_axis(x, order[:, :k], axis=1), order[:, :k]


def check_top_k(kernels: tvm_ffi.Module, x: np.ndarray, k: int) -> None:
    values, indices = np.full((len(x), k), 5, x.dtype), np.full((len(x), k), -5, np.int64)
    call(kernels.top_k, x, values, indices)
    expected_values, expected_indices = top_k(x, k)
    np.testing.assert_array_equal(indices, expected_indices)
    np.testing.assert_array_equal(wide(values), expected_values)


@each_dtype
def test_top_k(kernels: tvm_ffi.Module, random: np.random.Generator, dtype: np.dtype) -> None:
    for n, d in [*shapes(random), (2, 3000)]:
        x = normal(random, (n, d), dtype)
        # Many elements are equal.
        coarse = random.integers(-3, 4, (n, d)).astype(dtype)
        for k in {0, min(1, d), d // 2, d}:
            for source in (x, apart(x), coarse, np.sort(x), np.sort(x)[:, ::-1].copy()):
                check_top_k(kernels, source, k)


@each_dtype
def test_top_k_puts_nan_first(kernels: tvm_ffi.Module, random: np.random.Generator, dtype: np.dtype) -> None:
    x = normal(random, (4, 300), dtype)
    x[random.uniform(size=x.shape) < 0.1] = np.nan
    x[random.uniform(size=x.shape) < 0.1] = np.inf
    for k in (1, 10, 100, 300):
        check_top_k(kernels, x, k)


def test_top_k_of_too_short_rows(kernels: tvm_ffi.Module) -> None:
    x, values, indices = np.zeros((2, 3), np.float32), np.zeros((2, 4), np.float32), np.zeros((2, 4), np.int64)
    with raises(ValueError, "k = 4 is more than the d = 3 elements of a row"):
        kernels.top_k(x, values, indices)


# --- dequantize ---------------------------------------------------------------------------------------------


@each_dtype
def test_dequantize(kernels: tvm_ffi.Module, random: np.random.Generator, dtype: np.dtype) -> None:
    for n, d in shapes(random):
        q = random.integers(-128, 128, (n, d), np.int8)
        scale = random.uniform(0.001, 0.01, n).astype(dtype)
        zero_point = random.integers(-128, 128, n, np.int8)
        for source in (q, apart(q)):
            out = np.full((n, d), 5, dtype)
            call(kernels.dequantize, source, scale, out)
            assert_close(out, wide(q) * wide(scale)[:, None])
            call(kernels.dequantize, source, scale, out, zero_point)
            assert_close(out, (wide(q) - wide(zero_point)[:, None]) * wide(scale)[:, None])


def test_empty_tensors_need_no_memory(kernels: tvm_ffi.Module) -> None:
    x = np.zeros((0, 2**55), np.float32)
    indices = np.zeros((0, 2**55), np.int64)
    kernels.softmax(x, np.zeros_like(x), np.zeros(0, np.float32))
    kernels.softmax_(x)
    kernels.top_k(x, np.zeros_like(x), indices)
    kernels.matmul(x, x.T, np.zeros((0, 0), np.float32))
