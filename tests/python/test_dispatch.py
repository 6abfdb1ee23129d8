"""`dispatch`: one export with an instance for each dtype."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import tvm_ffi
from support.arrays import Caller
from support.errors import raises

SUM_OF = "sum_of[T: float32 | float64 | int32](x: Tensor([_], T))"
GATHER = (
    "gather[T: float32 | float64 | bfloat16, I: int32 | int64]"
    "(table: Tensor([n, d], T), rows: Tensor([k], I), out: Tensor([k, d], T, out))"
)
FIRST_DTYPE = (
    "first_dtype[T: float64 | float32](x: Optional[Tensor([_], T)] = None, y: Optional[Tensor([_], T)] = None)"
)


def refused(function: str, index: int, name: str, text: str, signature: str) -> str:
    return f"{function}: argument #{index} `{name}`: {text}\n  {signature}"


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32"])
def test_each_dtype_has_its_instance(mod: tvm_ffi.Module, caller: Caller, dtype: str) -> None:
    for length in (0, 1, 10):
        found = caller(mod, "sum_of", np.arange(length, dtype=dtype))
        assert tuple(found) == (dtype, length * (length - 1) / 2)


@pytest.mark.parametrize("dtype", ["float16", "int64", "uint32", "bool", "complex64", "int8"])
def test_the_error_for_another_dtype_lists_the_dtypes(mod: tvm_ffi.Module, caller: Caller, dtype: str) -> None:
    text = f"dtype is {dtype}, expected one of float32, float64, int32"
    with raises(TypeError, refused("sum_of", 0, "x", text, SUM_OF)):
        caller(mod, "sum_of", np.zeros(3, dtype))


def test_a_wrong_type_is_reported_before_a_wrong_dtype(mod: tvm_ffi.Module, caller: Caller) -> None:
    text = "ndim is 2, expected 1 (shape is [3, 3])"
    with raises(ValueError, refused("sum_of", 0, "x", text, SUM_OF)):
        caller(mod, "sum_of", np.zeros((3, 3), np.int64))
    with raises(TypeError, refused("sum_of", 0, "x", "expected Tensor, got int", SUM_OF)):
        caller(mod, "sum_of", 1)
    text = "strides are [2], expected [1] (contiguous, shape is [3])"
    with raises(ValueError, refused("sum_of", 0, "x", text, SUM_OF)):
        caller(mod, "sum_of", np.zeros(6)[::2])


@pytest.mark.parametrize("index", ["int32", "int64"])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_two_variables(mod: tvm_ffi.Module, caller: Caller, dtype: str, index: str) -> None:
    table = np.arange(12, dtype=dtype).reshape(4, 3)
    rows = np.array([3, 0, 3], index)
    out = np.full((3, 3), -1, dtype)
    caller(mod, "gather", table, rows, out)
    np.testing.assert_array_equal(out, table[rows])
    for bad in (-1, 4):
        with pytest.raises(IndexError):
            caller(mod, "gather", table, np.array([0, bad, 0], index), out)


def test_each_variable_has_its_own_error(mod: tvm_ffi.Module, caller: Caller) -> None:
    table, rows, out = np.zeros((4, 3)), np.zeros(2, np.int64), np.zeros((2, 3))

    def error(kind: type, number: int, name: str, text: str, *args: Any) -> None:
        with raises(kind, refused("gather", number, name, text, GATHER)):
            caller(mod, "gather", *args)

    other = np.zeros((4, 3), np.float16)
    error(
        *(TypeError, 0, "table", "dtype is float16, expected one of float32, float64, bfloat16"),
        *(other, rows, out),
    )
    error(
        *(TypeError, 1, "rows", "dtype is float64, expected one of int32, int64"),
        *(table, np.zeros(2), out),
    )
    error(
        *(TypeError, 2, "out", "dtype is float32, expected T = float64 (from `table`)"),
        *(table, rows, out.astype(np.float32)),
    )
    error(
        *(TypeError, 2, "out", "dtype is float64, expected T = float32 (from `table`)"),
        *(table.astype(np.float32), rows, out),
    )
    error(
        *(ValueError, 2, "out", "shape[0] is 3, expected k = 2 (from `rows`.shape[0])"),
        *(table, rows, np.zeros((3, 3))),
    )


def test_absent_tensors(mod: tvm_ffi.Module, caller: Caller) -> None:
    single, double = np.zeros(2, np.float32), np.zeros(2)
    # Without a tensor, the first listed dtype is used.
    assert mod.first_dtype() == caller(mod, "first_dtype", None, None) == "float64"
    assert caller(mod, "first_dtype", single) == "float32"
    assert caller(mod, "first_dtype", None, single) == "float32"
    assert caller(mod, "first_dtype", double, None) == "float64"
    assert caller(mod, "first_dtype", single, single) == "float32"
    text = "dtype is float64, expected T = float32 (from `x`)"
    with raises(TypeError, refused("first_dtype", 1, "y", text, FIRST_DTYPE)):
        caller(mod, "first_dtype", single, double)
    text = "dtype is int8, expected one of float64, float32"
    with raises(TypeError, refused("first_dtype", 1, "y", text, FIRST_DTYPE)):
        caller(mod, "first_dtype", None, np.zeros(2, np.int8))


def test_bfloat16_has_an_instance_too(mod: tvm_ffi.Module) -> None:
    table, out = mod.zeros("bfloat16", (4, 3)), mod.zeros("bfloat16", (2, 3))
    mod.gather(table, np.array([1, 2]), out)
    with raises(
        TypeError,
        refused("gather", 2, "out", "dtype is float32, expected T = bfloat16 (from `table`)", GATHER),
    ):
        mod.gather(table, np.array([1, 2]), np.zeros((2, 3), np.float32))
