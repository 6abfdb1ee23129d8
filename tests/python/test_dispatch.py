"""`dispatch`: one export with an instance for each dtype."""

from __future__ import annotations

import pytest
from support.arrays import Caller
from support.errors import raises
from support.package import np, tvm_ffi

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
