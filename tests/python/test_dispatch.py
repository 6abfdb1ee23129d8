"""`dispatch`: one export with an instance for each dtype."""

from __future__ import annotations

import pytest
from support.arrays import Caller
from support.errors import raises
from support.package import np, tvm_ffi

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
