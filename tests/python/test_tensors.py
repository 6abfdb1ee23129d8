"""Tensors of NumPy: borrowed, owned, and made in Rust."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import pytest
from support.errors import raises
from support.imported import Imported, is_imported
from support.package import np, tvm_ffi

DTYPES = [
    *("float16", "float32", "float64", "bool", "complex64", "complex128"),
    *(f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)),
]


def facts(array: Any) -> list[Any]:
    """Return the metadata of an array that Rust should see."""
    contiguous = array.size == 0 or array.flags.c_contiguous
    strides = [stride // array.itemsize for stride in array.strides]
    return [str(array.dtype), "cpu:0", list(array.shape), strides, contiguous]


def plain(found: Any) -> list[Any]:
    dtype, device, shape, strides, contiguous = found
    # A module returns a device as text.
    return [dtype, str(device), list(shape), list(strides), contiguous]


FUNCTIONS = ["view_facts", "tensor_facts", "option_facts"]


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_every_dtype_of_numpy(mod: tvm_ffi.Module, function: str, dtype: str) -> None:
    array = np.zeros((2, 3), dtype)
    assert plain(mod[function](array)) == facts(array)
    assert plain(mod[function](tvm_ffi.from_dlpack(array))) == facts(array)


BASE = np.arange(24, dtype=np.float32)
LAYOUTS = {
    "no dimension": np.array(5, np.float32),
    "one": BASE,
    "three": BASE.reshape(2, 3, 4),
    "five": BASE.reshape(1, 2, 3, 4, 1),
    "transposed": BASE.reshape(4, 6).T,
    "every other": BASE[::2],
    "columns": BASE.reshape(4, 6)[:, 1:3],
    "reversed": BASE[::-1],
    "broadcast": np.lib.stride_tricks.as_strided(BASE, (3, 4), (0, 4)),
    "empty": np.zeros((0, 3), np.float32),
}


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_layout(mod: tvm_ffi.Module, function: str, layout: str) -> None:
    array = LAYOUTS[layout]
    expected, found = facts(array), plain(mod[function](array))
    if 1 in array.shape or 0 in array.shape:
        # The strides of such dimensions do not matter, and frameworks write different ones.
        expected[3] = found[3]
    assert found == expected


def test_memory_is_shared(mod: tvm_ffi.Module) -> None:
    array = np.arange(6, dtype=np.float32)
    assert mod.first_element(array) == array.ctypes.data
    assert mod.first_element(array[2:]) == array.ctypes.data + 8
    result = np.from_dlpack(mod.id_tensor(array))
    assert np.shares_memory(result, array)
    array[0] = 100
    assert result[0] == 100
    assert mod.sum_vector(array) == 115


def test_a_tensor_passes_through_rust_unchanged(mod: tvm_ffi.Module) -> None:
    tensor = tvm_ffi.from_dlpack(np.zeros(3, np.float32))
    for name in ("id_tensor", "id_option_tensor", "id_any", "id_object", "id_view"):
        assert mod[name](tensor).same_as(tensor)
    assert mod.id_option_tensor(None) is None
    assert mod.option_facts(None) is None
    assert [item.same_as(tensor) for item in mod.id_vec_tensor([tensor, tensor])] == [True, True]


def test_elements_are_read(mod: tvm_ffi.Module) -> None:
    for dtype in (np.float32, np.float64, np.int32):
        for length in (0, 1, 7, 1000):
            assert mod.sum_vector(np.arange(length, dtype=dtype)) == length * (length - 1) / 2
    assert mod.matrix_sum(np.ones((3, 4), np.float32)) == 12
    assert mod.matrix_sum(np.zeros((0, 4), np.float32)) == 0
    assert mod.count_true(np.array([True, False, True])) == 2
    # A byte that is neither 0 nor 1 is true.
    assert mod.count_true(np.array([0, 1, 2, 255], np.uint8).view(np.bool_)) == 3
    assert list(mod.sums([np.ones(2, np.float32), np.ones(3, np.int32), np.ones(4)])) == [2, 3, 4]


def test_tensors_made_in_rust(mod: tvm_ffi.Module) -> None:
    for expected in (np.arange(length, dtype=np.float32) for length in (0, 1, 1000)):
        tensor = mod.arange(len(expected))
        assert type(tensor) is (np.ndarray if is_imported(mod) else tvm_ffi.Tensor)
        assert (tensor.shape, tensor.dtype) == (expected.shape, "float32")
        np.testing.assert_array_equal(np.from_dlpack(tensor), expected)
    for dtype in ("float32", "int8", "bool", "complex128"):
        for shape in ((), (3,), (2, 0), (2, 3, 4)):
            array = np.from_dlpack(mod.zeros(dtype, shape))
            assert (str(array.dtype), array.shape, array.any()) == (dtype, shape, False)
    np.testing.assert_array_equal(np.from_dlpack(mod.doubled(BASE)), BASE * 2)


def test_a_tensor_keeps_its_array_alive_and_releases_it(mod: tvm_ffi.Module) -> None:
    array = np.zeros(1000, np.float32)
    watch = weakref.ref(array)
    kept = mod.keep(tvm_ffi.from_dlpack(array))
    mod.view_facts(array), mod.tensor_facts(array), mod.sum_vector(array)
    del array
    gc.collect()
    assert watch() is not None
    assert np.from_dlpack(kept()).shape == (1000,)
    del kept
    gc.collect()
    assert watch() is None


def test_tvm_ffi_does_not_pass_a_read_only_array(mod: tvm_ffi.Module) -> None:
    array = np.zeros(3, np.float32)
    array.flags.writeable = False
    if isinstance(mod, Imported):
        assert mod.sum_vector(array) == 0
        return
    with pytest.raises(BufferError):
        mod.view_facts(array)
