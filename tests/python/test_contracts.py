"""Contracts in signatures, checked on NumPy arrays: shapes, dtypes, strides, and overlap."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import tvm_ffi
from support.arrays import Caller
from support.errors import argument_error, raises

RMS_NORM = (
    "x: Tensor([n, d], float32), weight: Tensor([d], float32), out: Tensor([n, d], float32, out), "
    "eps: float = 1e-6"
)
PAD = "x: Tensor([n], float64), k: int, out: Tensor([n + 2 * k], float64, out)"
LINEAR = (
    "x: Tensor([m, k], float64, strided), weight: Tensor([k, n], float64, strided), "
    "out: Tensor([m, n], float64, strided, out), bias: Optional[Tensor([n], float64)] = None"
)
ROW_SUMS = "x: Tensor([s.., d], float64), out: Tensor([s..], float64, out)"
JOIN = "parts: Array[Tensor(float64, cpu)], out: Tensor([_], float64, inout)"
DOT = "pair: Tuple[Tensor([_], float64), Tensor([_], float64, strided)]"
BLOCKS = "x: Tensor([n, d % 4], float64, strides [ld, 1], align 8), ld: int"


def zeros(*shape: int, dtype: Any = np.float64) -> Any:
    return np.zeros(shape, dtype)


def floats(*shape: int) -> Any:
    return np.zeros(shape, np.float32)


def normalised(x: Any, weight: Any, eps: float = 1e-6) -> Any:
    return x / np.sqrt((x * x).mean(axis=1, keepdims=True) + eps) * weight


def test_rms_norm_agrees_with_numpy(mod: tvm_ffi.Module, caller: Caller) -> None:
    generator = np.random.default_rng(7)
    for n, d in ((1, 1), (2, 3), (17, 64), (0, 5)):
        x, weight = (generator.standard_normal(size).astype(np.float32) for size in ((n, d), d))
        out = np.full((n, d), np.nan, np.float32)
        assert caller(mod, "rms_norm", x, weight, out) is None
        np.testing.assert_allclose(out, normalised(x, weight), rtol=1e-5)
        caller(mod, "rms_norm", x, weight, out, 0.5)
        np.testing.assert_allclose(out, normalised(x, weight, 0.5), rtol=1e-5)


RMS_NORM_REFUSES = [
    ((floats(2, 3), floats(4), floats(2, 3)), 1, "shape[0] is 4, expected d = 3 (from `x`.shape[1])"),
    ((floats(2, 3), floats(3), floats(2, 4)), 2, "shape[1] is 4, expected d = 3 (from `x`.shape[1])"),
    ((floats(2, 3), floats(3), floats(1, 3)), 2, "shape[0] is 1, expected n = 2 (from `x`.shape[0])"),
    ((floats(3), floats(3), floats(2, 3)), 0, "ndim is 1, expected 2 (shape is [3])"),
    ((floats(2, 3), floats(1, 3), floats(2, 3)), 1, "ndim is 2, expected 1 (shape is [1, 3])"),
    (
        (floats(3, 2).T, floats(3), floats(2, 3)),
        0,
        "strides are [1, 2], expected [3, 1] (contiguous, shape is [2, 3])",
    ),
    (
        (floats(2, 3), floats(6)[::2], floats(2, 3)),
        1,
        "strides are [2], expected [1] (contiguous, shape is [3])",
    ),
]


@pytest.mark.parametrize("args, index, text", RMS_NORM_REFUSES, ids=range(len(RMS_NORM_REFUSES)))
def test_rms_norm_refuses_wrong_arrays(
    mod: tvm_ffi.Module, caller: Caller, args: Any, index: int, text: str
) -> None:
    with raises(ValueError, argument_error("rms_norm", RMS_NORM, text, index)):
        caller(mod, "rms_norm", *args)


def test_type_errors_come_before_value_errors(mod: tvm_ffi.Module, caller: Caller) -> None:
    def refused(kind: type, index: int, text: str, *args: Any) -> None:
        with raises(kind, argument_error("rms_norm", RMS_NORM, text, index)):
            caller(mod, "rms_norm", *args)

    transposed, wrong_dtype = floats(3, 2).T, zeros(2, 3)
    refused(TypeError, 2, "expected Tensor, got None", transposed, floats(9), None)
    refused(TypeError, 3, "expected float, got str", transposed, floats(9), wrong_dtype, "eps")
    refused(ValueError, 1, "ndim is 0, expected 1 (shape is [])", transposed, floats(), wrong_dtype)
    refused(TypeError, 2, "dtype is float64, expected float32", transposed, floats(9), wrong_dtype)
    refused(
        ValueError,
        1,
        "shape[0] is 9, expected d = 3 (from `x`.shape[1])",
        *(transposed, floats(9), floats(2, 3)),
    )


def test_the_number_of_arguments(mod: tvm_ffi.Module) -> None:
    for count in (0, 2, 5):
        message = f"rms_norm: expected 3 or 4 arguments, got {count}\n  rms_norm({RMS_NORM})"
        with raises(TypeError, message):
            mod.rms_norm(*[floats(2, 3)] * count)


def test_overlap_with_a_written_array_is_refused(mod: tvm_ffi.Module, caller: Caller) -> None:
    memory = np.arange(24, dtype=np.float32)
    x, weight, out = memory[:6].reshape(2, 3), memory[6:9], memory[9:15].reshape(2, 3)
    # Disjoint parts of one buffer.
    caller(mod, "rms_norm", x, weight, out)
    np.testing.assert_allclose(out, normalised(x, weight), rtol=1e-5)
    before = memory.copy()
    text = "shares memory with argument #{} `{}`, expected memory of its own"
    for args, other in (
        ((x, weight, x), (0, "x")),
        ((x, weight, memory[3:9].reshape(2, 3)), (0, "x")),
        ((x, weight, memory[8:14].reshape(2, 3)), (1, "weight")),
        ((x, memory[1:4], x), (0, "x")),
    ):
        with raises(ValueError, argument_error("rms_norm", RMS_NORM, text.format(*other), 2)):
            caller(mod, "rms_norm", *args)
    np.testing.assert_array_equal(memory, before)
    # Arrays that are only read may overlap.
    caller(mod, "rms_norm", x, memory[:3], out)


def test_interleaved_columns_overlap(mod: tvm_ffi.Module, caller: Caller) -> None:
    matrix = zeros(4, 6)
    text = "shares memory with argument #0 `x` or is interleaved with it, expected memory of its own"
    with raises(ValueError, argument_error("linear", LINEAR, text, 2)):
        caller(mod, "linear", matrix[:, :2], zeros(2, 2), matrix[:, 2:4])
    # Rows do not overlap.
    caller(mod, "linear", matrix[:2, :2], zeros(2, 2), matrix[2:, 2:4])


def test_an_extent_may_depend_on_a_number(mod: tvm_ffi.Module, caller: Caller) -> None:
    x, out = np.arange(1.0, 4.0), np.full(7, np.nan)
    caller(mod, "pad", x, 2, out)
    assert out.tolist() == [0, 0, 1, 2, 3, 0, 0]
    caller(mod, "pad", x, 0, out[:3])
    assert out.tolist()[:3] == [1, 2, 3]
    text = "shape[0] is 7, expected n + 2 * k = 5 (n = 3 from `x`.shape[0], k = 1 from `k`)"
    with raises(ValueError, argument_error("pad", PAD, text, 2)):
        caller(mod, "pad", x, 1, out)
    text = (
        "shape[0] is 7, expected n + 2 * k, which overflows "
        f"(n = 3 from `x`.shape[0], k = {2**62} from `k`)"
    )
    with raises(ValueError, argument_error("pad", PAD, text, 2)):
        caller(mod, "pad", x, 2**62, out)
    text = "-1 is out of range for usize, expected 0 to 18446744073709551615"
    with raises(ValueError, argument_error("pad", PAD, text, 1)):
        caller(mod, "pad", x, -1, out)


def test_an_optional_tensor(mod: tvm_ffi.Module, caller: Caller) -> None:
    generator = np.random.default_rng(3)
    x, weight, bias = (generator.standard_normal(size) for size in ((4, 3), (3, 5), 5))
    out = np.full((4, 5), np.nan)
    for args, expected in (
        ((x, weight, out), x @ weight),
        ((x, weight, out, None), x @ weight),
        ((x, weight, out, bias), x @ weight + bias),
    ):
        out[...] = np.nan
        caller(mod, "linear", *args)
        np.testing.assert_allclose(out, expected)
    # Any strides, on both sides.
    out = np.full((5, 4), np.nan).T
    caller(mod, "linear", x[:, ::-1], weight[::-1], out)
    np.testing.assert_allclose(out, x @ weight)
    refused = [
        (TypeError, "text", "expected Optional[Tensor], got str"),
        (ValueError, zeros(4), "shape[0] is 4, expected n = 5 (from `weight`.shape[1])"),
        (ValueError, zeros(5, 1), "ndim is 2, expected 1 (shape is [5, 1])"),
        (TypeError, floats(5), "dtype is float32, expected float64"),
    ]
    for kind, other, text in refused:
        with raises(kind, argument_error("linear", LINEAR, text, 3)):
            caller(mod, "linear", x, weight, out, other)
    text = "shares memory with argument #3 `bias`, expected memory of its own"
    memory = zeros(20)
    with raises(ValueError, argument_error("linear", LINEAR, text, 2)):
        caller(mod, "linear", x, weight, memory.reshape(4, 5), memory[8:13])


def test_any_number_of_dimensions(mod: tvm_ffi.Module, caller: Caller) -> None:
    for shape in ((3,), (2, 3), (2, 3, 4), (2, 1, 3, 2), (0, 3), (2, 0)):
        x = np.arange(np.prod(shape, dtype=int), dtype=np.float64).reshape(shape)
        out = np.full(shape[:-1], np.nan)
        caller(mod, "row_sums", x, out)
        np.testing.assert_array_equal(out, x.sum(axis=-1))
    refused = [
        (0, zeros(), zeros(), "ndim is 0, expected 1 or more (shape is [])"),
        (1, zeros(2, 3, 4), zeros(2, 4), "shape[0..2] is [2, 4], expected s = [2, 3] (from `x`.shape[0..2])"),
        (1, zeros(2, 3, 4), zeros(2), "shape[0..1] is [2], expected s = [2, 3] (from `x`.shape[0..2])"),
        (1, zeros(4), zeros(1), "shape[0..1] is [1], expected s = [] (from `x`.shape[0..0])"),
    ]
    for index, x, out, text in refused:
        with raises(ValueError, argument_error("row_sums", ROW_SUMS, text, index)):
            caller(mod, "row_sums", x, out)


def test_lists_of_tensors(mod: tvm_ffi.Module) -> None:
    parts = [np.arange(3.0), np.arange(2.0), zeros(0)]
    for each in (parts, tuple(parts), tvm_ffi.Array(parts), tvm_ffi.List(parts)):
        out = np.full(5, np.nan)
        mod.join_vectors(each, out)
        assert out.tolist() == [0, 1, 2, 0, 1]
    mod.join_vectors([], zeros(0))
    refused = [
        (TypeError, [zeros(1), 7], "[1]", "expected Tensor, got int"),
        (TypeError, [floats(1), zeros(1)], "[0]", "dtype is float32, expected float64"),
        (TypeError, zeros(3), "", "expected Array[Tensor], got Tensor"),
    ]
    for kind, other, place, text in refused:
        with raises(kind, argument_error("join_vectors", JOIN, text, 0, place)):
            mod.join_vectors(other, zeros(3))
    out = zeros(4)
    text = "shares memory with argument #0 `parts`[1], expected memory of its own"
    with raises(ValueError, argument_error("join_vectors", JOIN, text, 1)):
        mod.join_vectors([zeros(2), out[3:]], out)
    # The body checks the strides.
    with raises(ValueError, "join_vectors: strides are [2], expected [1] (contiguous, shape is [2])"):
        mod.join_vectors([zeros(4)[::2]], zeros(4))


def test_pairs_of_tensors(mod: tvm_ffi.Module) -> None:
    x, y = np.arange(3.0), np.arange(6.0)[::-2]
    assert mod.dot((x, y)) == float(x @ y)
    assert mod.dot([tvm_ffi.from_dlpack(x), y]) == float(x @ y)
    refused = [
        (TypeError, (x, 1), "[1]", "expected Tensor, got int"),
        (TypeError, (floats(3), y), "[0]", "dtype is float32, expected float64"),
        (ValueError, (y, x), "[0]", "strides are [-2], expected [1] (contiguous, shape is [3])"),
        (ValueError, (x,), "", "expected 2 elements, got 1"),
        (TypeError, x, "", "expected Tuple[Tensor, Tensor], got Tensor"),
    ]
    for kind, pair, place, text in refused:
        with raises(kind, argument_error("dot", DOT, text, 0, place)):
            mod.dot(pair)
    with raises(ValueError, "expected vectors of one length"):
        mod.dot((x, zeros(4)))


def test_strides_may_depend_on_a_number(mod: tvm_ffi.Module, caller: Caller) -> None:
    matrix = np.arange(80.0).reshape(8, 10)
    expected = [matrix[:3, :4].sum(), matrix[:3, 4:8].sum()]
    assert list(caller(mod, "blocks", matrix[:3, :8], 10)) == expected
    assert list(caller(mod, "blocks", matrix[::2, :4], 20)) == [matrix[::2, :4].sum()]
    # The stride of a dimension of extent 1 does not matter.
    assert list(caller(mod, "blocks", matrix[:1, :4], 999)) == [6]
    assert list(caller(mod, "blocks", matrix[:, :0], 999)) == []
    refused = [
        (matrix[:3, :8], 9, "strides[0] is 10, expected ld = 9 (from `ld`)"),
        (matrix[:3, :6], 10, "shape[1] is 6, expected a multiple of 4"),
        (matrix[:, :8:2], 10, "strides[1] is 2, expected 1"),
        (matrix[:, 7::-1], 10, "strides[1] is -1, expected 1"),
    ]
    for x, ld, text in refused:
        with raises(ValueError, argument_error("blocks", BLOCKS, text)):
            caller(mod, "blocks", x, ld)


def test_the_body_may_raise_too(mod: tvm_ffi.Module, caller: Caller) -> None:
    with raises(ValueError, "expected at least one column"):
        caller(mod, "rms_norm", floats(2, 0), floats(0), floats(2, 0))


def test_the_library_is_usable_after_errors(mod: tvm_ffi.Module, caller: Caller) -> None:
    for _ in range(50):
        with pytest.raises(TypeError):
            caller(mod, "rms_norm", zeros(2, 3), floats(3), floats(2, 3))
    out = floats(1, 1)
    caller(mod, "rms_norm", floats(1, 1) + 2, floats(1) + 1, out, 0.0)
    assert out.tolist() == [[1]]
