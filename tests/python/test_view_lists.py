"""Lists of arrays that are written in place."""

from __future__ import annotations

from typing import Any

import pytest
from support.package import np, tvm_ffi

def vector(*values: float) -> np.ndarray[Any, np.dtype[np.float32]]:
    return np.array(values, dtype=np.float32)


@pytest.mark.parametrize("make", [list, tuple, tvm_ffi.convert, lambda xs: tvm_ffi.List(list(map(tvm_ffi.from_dlpack, xs)))])
def test_every_array_of_a_list_is_written(mod: tvm_ffi.Module, make: Any) -> None:
    params = [vector(1, 2), vector(3), vector()]
    grads = [vector(2, 2), vector(4), vector()]
    mod.sgd(make(params), make(grads))
    assert [param.tolist() for param in params] == [[0, 1], [1], []]
    mod.sgd(make(params), make(grads), 0.25)
    assert [param.tolist() for param in params] == [[-0.5, 0.5], [0], []]
    mod.sgd(make([]), make([]))


def test_arrays_of_any_strides_and_ranks(mod: tvm_ffi.Module) -> None:
    x = np.zeros((4, 6))
    x += np.arange(6)
    assert mod.double_each([x[:2, ::2], x[2:].T]) == 2
    assert x[0].tolist() == [0, 1, 4, 3, 8, 5]
    assert x[2].tolist() == [0, 2, 4, 6, 8, 10]
    assert mod.double_if_any() is None
    assert mod.double_if_any(None) is None
    assert mod.double_if_any([x[0, :], np.array(2.0)]) == 2
    assert x[0].tolist() == [0, 2, 8, 6, 16, 10]


def test_a_long_list_is_compared_in_order(mod: tvm_ffi.Module) -> None:
    # Comparing all pairs would take minutes.
    count = 30_000
    memory = np.zeros(2 * count, dtype=np.float32)
    params = [memory[2 * row : 2 * row + 2] for row in range(count)]
    mod.sgd(params, [np.ones(2, dtype=np.float32)] * count)
    assert (memory == -0.5).all()
