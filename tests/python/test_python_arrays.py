"""Arrays of NumPy that are passed to an imported library, and come back."""

from __future__ import annotations

import ctypes
import gc
import os
import sys
import threading
from pathlib import Path
from types import ModuleType
from typing import Any, Callable

import numpy as np
import pytest
import tvm_ffi
from support import LibraryPath
from support.imported import import_file
from support.memory import FEW, STATUS, memory_stays_flat, needs_many_calls, resident

BASE = np.arange(24, dtype=np.float64)
@pytest.fixture(scope="module")
def module(import_library: Callable[[str], ModuleType]) -> ModuleType:
    """Import the library."""
    return import_library("e2e-kernels")


def read_only(array: Any) -> Any:
    array = array.copy()
    array.flags.writeable = False
    return array


class Subclass(np.ndarray[Any, Any]):
    """A class of arrays that NumPy does not know."""


MISALIGNED = np.frombuffer(bytearray(8 * 6 + 1), np.uint8)[1:].view(np.float64)
HOSTILE = {
    "byte-swapped": BASE.astype(">f8"),
    "misaligned": MISALIGNED,
    "no dimension": np.array(5.0),
    "empty": np.zeros((3, 0, 2)),
    "negative strides": BASE.reshape(4, 6)[::-1, ::-2],
    "broadcast": np.lib.stride_tricks.as_strided(BASE, (3, 4), (0, 8)),
    "strides of half an element": np.lib.stride_tricks.as_strided(BASE, (3,), (4,)),
    "a field of a structure": np.zeros(3, [("a", "i4"), ("b", "f8")])["b"],
    "a structure": np.zeros(3, [("a", "f8")]),
    "objects": np.array([1, None], object),
    "text": np.array(["a", "b"]),
    "a date": np.array(["2020-01-01"], "datetime64[D]"),
    "a long double": np.zeros(3, np.longdouble),
    "a subclass": BASE.view(Subclass),
    "a record": np.rec.array([(1.0,)], dtype=[("a", "f8")]),
    "a number": np.float64(5),
    "thirty dimensions": np.zeros((1,) * 30),
    "a list": [1.0, 2.0],
}


def outcome(call: Callable[..., Any], *arguments: Any) -> Any:
    try:
        found = call(*arguments)
    except (TypeError, ValueError, BufferError):
        # NumPy and `tvm_ffi` have several for an array that is no tensor.
        return "refused"
    if not isinstance(found, (tvm_ffi.Array, list, tuple)):
        return found
    shown = [str(part) if isinstance(part, tvm_ffi.Device) else part for part in found]
    return [list(part) if isinstance(part, (tvm_ffi.Array, list, tuple)) else part for part in shown]


@pytest.mark.parametrize("name", HOSTILE)
def test_both_doors_agree(name: str, module: ModuleType, load: Callable[[str], tvm_ffi.Module]) -> None:
    loaded, array = load("e2e-kernels"), HOSTILE[name]
    for function in ("view_facts", "option_facts", "tensor_facts", "strided_flat", "flat", "number"):
        found, expected = outcome(getattr(module, function), array), outcome(loaded[function], array)
        if function.endswith("facts") and np.size(array) == 0:
            # Strides of an array without elements do not matter, and frameworks write different ones.
            found[3] = expected[3]
        assert found == expected, function


def test_a_read_only_array_is_read_and_not_written(module: ModuleType) -> None:
    array = read_only(BASE)
    assert module.flat(array) == list(BASE)
    message = "double: argument #0 `x`: the array is read-only, expected one that can be written\n  double("
    with pytest.raises(BufferError) as raised:
        module.double(array)
    assert str(raised.value).startswith(message)
    with pytest.raises(BufferError):
        module.copy(BASE, array)
    assert np.array_equal(array, BASE)
    # So it is in a list.
    row = read_only(np.ones((1, 2)))
    total = np.zeros(2)
    module.add_arrays(total, row[0], row[0])
    assert total.tolist() == [2, 2]
    with pytest.raises(BufferError):
        module.double_each([row])
    assert row.tolist() == [[1, 1]]
    # Others may keep a tensor, or pass it on to be written.
    for function in (module.tensor_facts, module.id_any):
        with pytest.raises(BufferError):
            function(array)


def test_many_arrays_of_many_dimensions(module: ModuleType) -> None:
    most = 32 if np.lib.NumpyVersion(np.__version__) < "2.0.0" else 64
    for rank in (0, 1, 4, 5, 30, most):
        array = np.zeros((1,) * (rank - 1) + (2,) * bool(rank))
        assert list(module.view_facts(array)[2]) == list(array.shape)
        out = np.empty_like(array)
        module.count_up(out)
        assert np.array_equal(out.ravel(), np.arange(out.size))


def later(change: Callable[[], Any]) -> float:
    """Make a change on another thread while a call runs, and return how long the call takes."""
    threading.Timer(0.1, change).start()
    return 0.3


def test_a_shape_that_another_thread_sets(module: ModuleType) -> None:
    array = np.arange(6.0)
    seen = module.facts_later(array, later(lambda: setattr(array, "shape", (1, 2, 3))))
    assert (seen, array.shape) == ("[6] [1] 0x0", (1, 2, 3))


def test_an_array_comes_out_where_arrays_go_in(module: ModuleType) -> None:
    array = BASE.reshape(4, 6)
    result = module.transposed(array)
    assert type(result) is np.ndarray and result.flags.writeable
    np.testing.assert_array_equal(result, array.T)
    assert type(module.transposed(array[:0])) is np.ndarray
    assert module.transposed(array[:0]).shape == (6, 0)
    assert type(module.positives(BASE)) is np.ndarray and module.positives(-BASE) is None
    # With the memory of the argument.
    for function in (module.id_tensor, module.id_any):
        same = function(array)
        assert type(same) is np.ndarray and np.shares_memory(same, array)
    assert type(module.doubled(BASE.astype("f4"))) is np.ndarray
    # Without arrays, and in containers, there are arrays too.
    assert type(module.arange(3)) is np.ndarray
    # What goes in comes out.
    assert type(module.id_tensor(tvm_ffi.from_dlpack(array))) is tvm_ffi.Tensor
    assert type(module.id_vec_tensor([tvm_ffi.from_dlpack(array), array])[0]) is np.ndarray
    assert type(module.evens_and_odds(np.arange(4))[0]) is np.ndarray


def test_a_result_owns_its_memory(module: ModuleType) -> None:
    results = [module.transposed(np.full((100, 100), float(index))) for index in range(20)]
    parts = [result[1:, ::2] for result in results]
    del results
    gc.collect()
    assert [part.min() == part.max() == index for index, part in enumerate(parts)] == [True] * 20


@pytest.mark.skipif(
    not STATUS.exists() or "ASAN_OPTIONS" in os.environ, reason="resident memory does not show what is freed"
)
def test_results_are_released(module: ModuleType) -> None:
    array = np.zeros((200, 200))
    module.transposed(array)
    before = resident()
    for _ in range(40):
        module.transposed(array)
    assert resident() - before < 10 * array.nbytes


def calls(module: ModuleType) -> Callable[[], None]:
    arrays = [BASE, BASE.reshape(4, 6), read_only(BASE), BASE.astype(">f8")]
    out = np.empty_like(BASE)

    def call() -> None:
        module.flat(arrays[0])
        module.copy(arrays[2], out)
        module.transposed(arrays[1])
        module.id_tensor(arrays[1])
        for function, array in ((module.flat, arrays[3]), (module.double, arrays[2]), (module.number, arrays[0])):
            try:
                function(array)
            except (BufferError, ValueError):
                continue
            raise AssertionError("nothing was raised")

    return call


def test_reference_counts_stay(module: ModuleType) -> None:
    call = calls(module)
    cells = [cell.cell_contents for cell in call.__closure__ or ()]
    objects = [None, np.ndarray, BASE, BASE.dtype, *cells, *next(cell for cell in cells if isinstance(cell, list))]
    call()
    gc.collect()
    before = [sys.getrefcount(value) for value in objects]
    for _ in range(FEW):
        call()
    gc.collect()
    assert [abs(sys.getrefcount(value) - count) < FEW // 2 for value, count in zip(objects, before)] == [True] * len(before)


@needs_many_calls
def test_memory_stays_flat(module: ModuleType) -> None:
    call = calls(module)
    for _ in range(1000):
        call()
    with memory_stays_flat(10_000):
        for _ in range(10_000):
            call()


SSIZES = ctypes.POINTER(ctypes.c_ssize_t)
NEW_TYPES = (ctypes.c_int, SSIZES, ctypes.c_int, SSIZES, ctypes.c_void_p, ctypes.c_int, ctypes.c_int, ctypes.c_void_p)
NEW = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, *NEW_TYPES)
FROM_DESCR = ctypes.PYFUNCTYPE(
    ctypes.py_object, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, SSIZES, SSIZES, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p
)
VERSION = ctypes.CFUNCTYPE(ctypes.c_uint)
SET_BASE = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.c_void_p)
CAPI = ctypes.pythonapi
CAPI.PyCapsule_GetPointer.restype = ctypes.c_void_p
CAPI.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
CAPI.PyCapsule_New.restype = ctypes.py_object
CAPI.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]


def ssizes(*numbers: int) -> Any:
    return (ctypes.c_ssize_t * len(numbers))(*numbers)


def changed(real: Any, **other: Any) -> Any:
    """Return a `PyArray_New` that makes arrays with other values in some fields."""

    def make(cls: int, nd: int, shape: Any, number: int, strides: Any, data: int, size: int, flags: int, obj: int) -> Any:
        given = {"nd": nd, "shape": shape, "number": number, "strides": strides, "data": data, "flags": flags}
        given.update({name: change(given[name]) for name, change in other.items()})
        return real(cls, given["nd"], given["shape"], given["number"], given["strides"], given["data"], size, given["flags"], obj)

    return NEW(make)


def fabricated(real: Any) -> dict[str, tuple[int, Any]]:
    """List an entry of NumPy's table for each fact, with a value that makes the fact wrong."""
    new, from_descr = NEW(real[93]), FROM_DESCR(real[94])

    def swapped(cls: int, nd: int, shape: Any, number: int, strides: Any, data: int, size: int, flags: int, obj: int) -> Any:
        dtype = np.dtype(">i2")
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(dtype))
        return from_descr(cls, id(dtype), nd, shape, strides, data, flags, obj)

    return {
        "the version": (0, VERSION(lambda: 0x0300_0000)),
        "the class": (2, id(Subclass)),
        "a class without the fields": (2, id(object)),
        "not a class": (2, id(BASE)),
        "the data": (93, changed(new, data=lambda data: data + 2)),
        "the rank": (93, changed(new, nd=lambda nd: 1)),
        "the shape": (93, changed(new, shape=lambda shape: ssizes(3, 2))),
        "the strides": (93, changed(new, strides=lambda strides: ssizes(6, 2))),
        "the type number": (93, changed(new, number=lambda number: 4)),
        "the byte order": (93, NEW(swapped)),
        "the flags": (93, changed(new, flags=lambda flags: flags ^ 0x400)),
        "the base": (282, SET_BASE(lambda array, base: 0)),
        "no entry": (282, None),
    }


FACTS = [
    *("none", "the version", "the class", "a class without the fields", "not a class", "the data", "the rank", "the shape"),
    *("the strides", "the type number", "the byte order", "the flags", "the base", "no entry"),
]


@pytest.mark.parametrize("fact", FACTS)
def test_a_fact_about_numpy_that_is_wrong(
    fact: str, library_path: LibraryPath, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    umath = sys.modules.get("numpy._core._multiarray_umath") or sys.modules["numpy.core._multiarray_umath"]
    real = (ctypes.c_void_p * 283).from_address(CAPI.PyCapsule_GetPointer(umath._ARRAY_API, None))
    table = (ctypes.c_void_p * 283)(*real)
    if fact != "none":
        index, value = fabricated(real)[fact]
        table[index] = value if value is None or isinstance(value, int) else ctypes.cast(value, ctypes.c_void_p)
    with monkeypatch.context() as patch:
        patch.setattr(umath, "_ARRAY_API", CAPI.PyCapsule_New(ctypes.addressof(table), None, None))
        module = import_file("e2e_kernels", library_path("e2e-kernels"), tmp_path)
        array = BASE.reshape(4, 6).copy()
        assert module.strided_rows(array) == array.tolist()
        module.strided_double(array)
        np.testing.assert_array_equal(array, 2 * BASE.reshape(4, 6))
        np.testing.assert_array_equal(np.from_dlpack(module.transposed(array)), array.T)
        with pytest.raises(ValueError, match="ndim is 1, expected 2"):
            module.strided_rows(BASE)
        # `tvm_ffi` passes no read-only array.
        if fact == "none":
            assert module.flat(read_only(BASE)) == list(BASE)
        else:
            with pytest.raises(BufferError):
                module.flat(read_only(BASE))
            assert type(module.transposed(array)) is tvm_ffi.Tensor
    # What was found stays.
    if fact != "no entry":
        assert type(module.transposed(array)) is (np.ndarray if fact == "none" else tvm_ffi.Tensor)
