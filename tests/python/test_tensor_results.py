"""Tensors that Rust makes and returns."""

from __future__ import annotations

import gc
from typing import Any

import numpy as np
import pytest
import tvm_ffi
from support.arrays import Caller

writeable = pytest.mark.skipif(
    np.lib.NumpyVersion(np.__version__) < "2.2.0", reason="this NumPy makes read-only arrays from DLPack")


def array_of(tensor: Any) -> np.ndarray[Any, Any]:
    assert type(tensor) is tvm_ffi.Tensor
    return np.from_dlpack(tensor)


def test_a_new_tensor_is_a_tensor_of_python(mod: tvm_ffi.Module, caller: Caller) -> None:
    x = np.arange(6.0).reshape(2, 3)
    for array in (x, x.T, x[:, ::-1], x[:1], x[:0], np.broadcast_to(x[0], (4, 3)).copy()):
        result = caller(mod, "transposed", array)
        assert (result.shape, str(result.dtype), str(result.device)) == (array.T.shape, "float64", "cpu:0")
        np.testing.assert_array_equal(array_of(result), array.T)
        assert result.is_contiguous()


@writeable
def test_a_result_has_new_memory(mod: tvm_ffi.Module) -> None:
    x = np.arange(6.0).reshape(2, 3)
    first, second = array_of(mod.transposed(x)), array_of(mod.transposed(x))
    assert not np.shares_memory(first, second) and not np.shares_memory(first, x)
    assert first.flags.writeable
    first[...] = -1
    np.testing.assert_array_equal(second, x.T)
    # It is aligned for every element type.
    assert first.ctypes.data % 64 == second.ctypes.data % 64 == 0


def test_a_result_outlives_its_array(mod: tvm_ffi.Module) -> None:
    array = array_of(mod.transposed(np.arange(10_000.0).reshape(100, 100)))
    others = [mod.transposed(np.zeros((100, 100))) for _ in range(10)]
    gc.collect()
    np.testing.assert_array_equal(array, np.arange(10_000.0).reshape(100, 100).T)
    del others


def test_several_results(mod: tvm_ffi.Module, caller: Caller) -> None:
    evens, odds = caller(mod, "evens_and_odds", np.array([1, 2, 3, -4, -5]))
    assert array_of(evens).tolist() == [2, -4]
    assert array_of(odds).tolist() == [1, 3, -5]
    rows = caller(mod, "split_rows", np.arange(6, dtype=np.float32).reshape(3, 2))
    assert [array_of(row).tolist() for row in rows] == [[0, 1], [2, 3], [4, 5]]
    assert list(caller(mod, "split_rows", np.zeros((0, 2), np.float32))) == []


def test_a_result_that_may_be_none(mod: tvm_ffi.Module, caller: Caller) -> None:
    assert caller(mod, "positives", np.array([-1.0, 0.0])) is None
    assert array_of(caller(mod, "positives", np.array([-1.0, 2.0]))).tolist() == [2]


@pytest.mark.parametrize("dtype", ["float32", "float64", "int64"])
def test_a_tensor_that_was_written_is_returned(mod: tvm_ffi.Module, caller: Caller, dtype: str) -> None:
    for length in (0, 1, 5):
        x = np.arange(length, dtype=dtype)
        result = array_of(caller(mod, "reversed", x))
        assert (result.dtype, result.tolist()) == (x.dtype, x[::-1].tolist())


@writeable
def test_empty_tensors_are_zero(mod: tvm_ffi.Module) -> None:
    # The memory may have been used before.
    for _ in range(20):
        array = array_of(mod.empty("int64", (1000,)))
        assert not array.any()
        array[...] = -1


def test_a_result_with_a_dtype_that_numpy_lacks(mod: tvm_ffi.Module) -> None:
    tensor = mod.empty("bfloat16", (2, 3))
    assert (tensor.shape, str(tensor.dtype)) == ((2, 3), "bfloat16")
    with pytest.raises((BufferError, RuntimeError, TypeError)):
        np.from_dlpack(tensor)


def test_a_tensor_that_is_refused_is_freed(mod: tvm_ffi.Module) -> None:
    x = np.zeros((2, 3), "float32")
    for _ in range(200):
        with pytest.raises(ValueError, match="returned tensor"):
            mod.declared(x, "float32", [1 << 20])


def test_extents_that_depend_on_the_data_are_not_declared(mod: tvm_ffi.Module) -> None:
    values, count, places = mod.nonzero(np.array([0.0, 1.5, 0.0, 2.5]))
    assert count == 2
    np.testing.assert_array_equal(array_of(values), [1.5, 2.5])
    np.testing.assert_array_equal(array_of(places), [[1], [3]])
