"""Lists of arrays that are written in place."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support.errors import argument_error, raises
from support.package import np, tvm_ffi

SGD = "params: Array[Tensor([_], float32, inout)], grads: Array[Tensor([_], float32)], rate: float = 0.5"
DOUBLE = "xs: Array[Tensor([_, _], float64, strided, align 8, inout)]"


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


def test_arrays_of_one_list_share_no_memory(mod: tvm_ffi.Module) -> None:
    x = vector(*range(8))
    grads = [vector(1, 1), vector(1, 1), vector(1, 1)]
    mod.sgd([x[0:2], x[2:4], x[6:8]], grads)
    text = "shares memory with argument #0 `params`[0], expected memory of its own"
    with raises(ValueError, argument_error("sgd", SGD, text, place="[2]")):
        mod.sgd([x[0:2], x[4:6], x[1:3]], grads)
    text = "shares memory with argument #1 `grads`[1], expected memory of its own"
    with raises(ValueError, argument_error("sgd", SGD, text, place="[1]")):
        mod.sgd([x[0:2], x[4:6]], [vector(1, 1), x[5:7]])
    # Arrays that are only read may overlap.
    grad = vector(1, 1)
    mod.sgd([x[0:2], x[4:6]], [grad, grad])
    y = np.zeros((4, 4))
    text = "shares memory with argument #0 `xs`[0] or is interleaved with it, expected memory of its own"
    with raises(ValueError, argument_error("double_each", DOUBLE, text, place="[1]")):
        mod.double_each([y[:, ::2], y[:, 1::2]])
    with pytest.raises(ValueError, match=r"`xs`\[1\]: shares memory with argument #0 `xs`\[0\], expected"):
        mod.double_if_any([y, y])


@pytest.mark.parametrize(
    ("bad", "kind", "place", "text"),
    [
        (np.zeros((2, 2), dtype=np.float32), TypeError, "[1]", "dtype is float32, expected float64"),
        (np.zeros(2), ValueError, "[1]", "ndim is 1, expected 2 (shape is [2])"),
        (3, TypeError, "[1]", "expected Tensor, got int"),
        (None, TypeError, "[1]", "expected Tensor, got None"),
    ],
)
def test_messages_name_the_array(
    mod: tvm_ffi.Module, bad: Any, kind: type[Exception], place: str, text: str
) -> None:
    with raises(kind, argument_error("double_each", DOUBLE, text, place=place)):
        mod.double_each([np.zeros((2, 2)), bad])


def test_an_array_is_not_a_list(mod: tvm_ffi.Module) -> None:
    with raises(TypeError, argument_error("double_each", DOUBLE, "expected Array[Tensor], got Tensor")):
        mod.double_each(np.zeros((2, 2)))


def test_a_long_list_is_compared_in_order(mod: tvm_ffi.Module) -> None:
    # Comparing all pairs would take minutes.
    count = 30_000
    memory = np.zeros(2 * count, dtype=np.float32)
    params = [memory[2 * row : 2 * row + 2] for row in range(count)]
    mod.sgd(params, [np.ones(2, dtype=np.float32)] * count)
    assert (memory == -0.5).all()


def test_metadata_describe_the_list(mod: tvm_ffi.Module) -> None:
    kernel = json.loads(mod.tvm_ffi_manifest())["exports"]
    [sgd] = [export["kernel"] for export in kernel if export["name"] == "sgd"]
    [params, grads, _] = sgd["params"]
    assert (params["role"], params["list"], params["dtype"], params["ndim"]) == ("inout", True, "float32", 1)
    assert (grads["role"], grads["list"]) == ("in", True)
