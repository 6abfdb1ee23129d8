"""Elements of NumPy arrays through views: read, and written in place."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest
import tvm_ffi
from support import raw
from support.arrays import COUNTED, MATRICES, MATRIX, Caller, call_lent, writeable
from support.errors import argument_error, raises

def nested(rows: Any) -> Any:
    return [list(row) for row in rows]


def test_a_borrowed_array_is_not_an_object(mod: tvm_ffi.Module) -> None:
    # Without this, the tests of this file would test the same form twice.
    text = (
        "expected a Tensor that can be owned, got DLTensor*, which belongs to the caller "
        "(take `TensorView<'_>`, or pass a `tvm_ffi.Tensor`)"
    )
    with raises(TypeError, argument_error("tensor_facts", "x: Tensor", text)):
        call_lent(mod, "tensor_facts", MATRIX)


@pytest.mark.parametrize("name", MATRICES)
def test_every_layout_is_read_by_index(mod: tvm_ffi.Module, caller: Caller, name: str) -> None:
    array = writeable(MATRICES[name])
    assert nested(caller(mod, "strided_rows", array)) == MATRICES[name].tolist()


@pytest.mark.parametrize("name", MATRICES)
def test_every_layout_is_read_in_order(mod: tvm_ffi.Module, caller: Caller, name: str) -> None:
    array = writeable(MATRICES[name])
    assert list(caller(mod, "strided_flat", array)) == MATRICES[name].ravel().tolist()


def test_views_of_any_rank(mod: tvm_ffi.Module, caller: Caller) -> None:
    for shape in ((), (1,), (24,), (2, 12), (2, 3, 4), (1, 2, 3, 4, 1), (2, 2, 2, 1, 3), (3, 0, 2)):
        array = np.arange(np.prod(shape, dtype=int), dtype=np.float64).reshape(shape)
        for each in (array, array.T, np.asfortranarray(array)):
            assert list(caller(mod, "strided_flat", each)) == each.ravel().tolist()
        assert list(caller(mod, "flat", array)) == array.ravel().tolist()
    assert list(caller(mod, "strided_flat", COUNTED[::-5])) == COUNTED[::-5].tolist()


def test_a_tensor_without_dimensions(mod: tvm_ffi.Module, caller: Caller) -> None:
    assert caller(mod, "number", np.array(2.5)) == 2.5
    assert caller(mod, "number", COUNTED[7:8].reshape(())) == 7
    with raises(
        ValueError, argument_error("number", "x: Tensor([], float64)", "ndim is 1, expected 0 (shape is [1])")
    ):
        caller(mod, "number", np.array([2.5]))
    # A NumPy scalar is a number, not a tensor.
    with raises(TypeError, argument_error("number", "x: Tensor([], float64)", "expected Tensor, got float")):
        caller(mod, "number", np.float64(2.5))


def test_elements_with_their_indices(mod: tvm_ffi.Module, caller: Caller) -> None:
    array = COUNTED.reshape(2, 3, 4)
    for each in (array, array.transpose(2, 0, 1), array[:, ::-1, 1:3]):
        expected = [(100 * i + 10 * j + k, value) for (i, j, k), value in np.ndenumerate(each)]
        assert [tuple(item) for item in caller(mod, "indexed", each)] == expected


WRITTEN = [name for name, array in MATRICES.items() if "expanded" not in name and name != "windows"]


@pytest.mark.parametrize("name", WRITTEN)
def test_every_layout_is_written_in_place(mod: tvm_ffi.Module, caller: Caller, name: str) -> None:
    memory = COUNTED.copy()
    source = MATRICES[name]
    offset = (source.ctypes.data - COUNTED.ctypes.data) // 8 if np.shares_memory(source, COUNTED) else 0
    array = np.lib.stride_tricks.as_strided(memory[offset:], source.shape, source.strides)
    expected = memory.copy()
    np.lib.stride_tricks.as_strided(expected[offset:], source.shape, source.strides)[...] *= 2
    caller(mod, "strided_double", array)
    # Only the elements of the view have changed.
    np.testing.assert_array_equal(memory, expected)
    caller(mod, "count_up", array)
    np.testing.assert_array_equal(array, np.arange(array.size, dtype=np.float64).reshape(array.shape))


NATIVE = ["bool", "float16", "float32", "float64", "complex64", "complex128"]
NATIVE += [f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)]


def random_of(dtype: Any, length: int) -> np.ndarray[Any, Any]:
    """Make elements of random bits, or for booleans of the bits that NumPy uses."""
    generator = np.random.default_rng(length)
    if np.dtype(dtype) == np.bool_:
        return generator.integers(0, 2, length).astype(np.bool_)
    return generator.integers(0, 256, length * np.dtype(dtype).itemsize).astype(np.uint8).view(dtype)


@pytest.mark.parametrize("dtype", NATIVE)
def test_every_dtype_is_copied_bit_by_bit(mod: tvm_ffi.Module, caller: Caller, dtype: str) -> None:
    for length in (0, 1, 33):
        x = random_of(dtype, length)
        out = np.zeros_like(x)
        caller(mod, "copy", x, out)
        assert out.tobytes() == x.tobytes()
        caller(mod, "copy", x[::-1], out)
        assert out.tobytes() == x[::-1].tobytes()


@pytest.mark.parametrize("is_lent", [False, True])
def test_bfloat16_is_copied_bit_by_bit(mod: tvm_ffi.Module, is_lent: bool) -> None:
    # NumPy cannot export the dtype: Rust makes the tensors, and the test reads their memory.
    x, out = mod.zeros("bfloat16", (9,)), mod.zeros("bfloat16", (9,))
    content = random_of(np.uint8, 18).tobytes()
    ctypes.memmove(x.data_ptr(), content, 18)
    if is_lent:
        mod.lend(x, lambda x: mod.lend(out, lambda out: mod.copy(x, out)))
    else:
        mod.copy(x, out)
    assert ctypes.string_at(out.data_ptr(), 18) == content


def test_a_boolean_keeps_its_bits(mod: tvm_ffi.Module, caller: Caller) -> None:
    x = np.array([0, 1, 2, 255], np.uint8).view(np.bool_)
    out = np.zeros(4, np.bool_)
    caller(mod, "copy", x, out)
    assert out.view(np.uint8).tolist() == [0, 1, 2, 255]


COPY_DTYPES = [
    *("float16", "bfloat16", "float32", "float64", "int8", "int16", "int32", "int64"),
    *("uint8", "uint16", "uint32", "uint64", "bool", "complex64", "complex128"),
]
COPY = f"copy[T: {' | '.join(COPY_DTYPES)}](x: Tensor([n], T, strided), out: Tensor([n], T, out))"


def test_cells_may_share_memory(mod: tvm_ffi.Module, caller: Caller) -> None:
    array = np.arange(5.0)
    caller(mod, "shift", array, array)
    assert array.tolist() == [0, 0, 1, 2, 3]
    caller(mod, "shift", array[:4], array[1:])
    assert array.tolist() == [0, 0, 0, 0, 1]
    other = np.zeros(5)
    caller(mod, "shift", array, other)
    assert other.tolist() == [0, *array[:4]]


def given_away(array: Any) -> Any:
    return tvm_ffi.core.ObjectRValueRef(tvm_ffi.from_dlpack(array))


def test_a_tensor_that_is_given_away_is_borrowed(mod: tvm_ffi.Module) -> None:
    tensor = tvm_ffi.from_dlpack(MATRIX)
    assert nested(mod.rows(tvm_ffi.core.ObjectRValueRef(tensor))) == MATRIX.tolist()
    # The call did not take it.
    assert tensor.shape == (4, 6)
    array = np.arange(3.0)
    mod.double(given_away(array))
    assert array.tolist() == [0, 2, 4]
    parameters = "x: Tensor([n], T, strided), out: Tensor([n], T, out)"
    assert COPY.endswith(f"({parameters})")
    text = "shares memory with argument #0 `x`, expected memory of its own"
    with raises(ValueError, f"copy: argument #1 `out`: {text}\n  {COPY}"):
        mod.copy(given_away(array), given_away(array))


def test_no_call_keeps_or_drops_a_reference(mod: tvm_ffi.Module) -> None:
    tensors = [tvm_ffi.from_dlpack(np.zeros((2, 2))) for _ in range(3)]
    array = tvm_ffi.Array(tensors[2:])
    before = [raw.strong_count(tensor) for tensor in (*tensors, array)]
    for _ in range(10):
        mod.strided_double(tensors[0])
        mod.linear(*tensors)
        mod.linear(tensors[0], tvm_ffi.core.ObjectRValueRef(tensors[1]), tensors[2])
        mod.sums(tvm_ffi.Array([]))
        for call in (
            lambda: mod.linear(tensors[0], tensors[1], tensors[0]),
            lambda: mod.linear(*tensors, tensors[0]),
            lambda: mod.join_vectors(array, tensors[0]),
            lambda: mod.join_vectors(array, np.zeros(2)),
            lambda: mod.join_vectors(tvm_ffi.List(array), np.zeros(2)),
            lambda: mod.dot((tensors[0], tensors[1])),
            lambda: mod.copy(tensors[0], tensors[1]),
            lambda: mod.number(tvm_ffi.core.ObjectRValueRef(tensors[0])),
        ):
            with pytest.raises((TypeError, ValueError)):
                call()
    assert [raw.strong_count(tensor) for tensor in (*tensors, array)] == before
