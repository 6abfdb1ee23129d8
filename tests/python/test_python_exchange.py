"""Tensors of frameworks with DLPack's exchange API, passed to an imported library: a framework of this file."""

from __future__ import annotations

import ctypes
import gc
from types import ModuleType
from typing import Any, Callable, Iterator

import numpy as np
import pytest
from support import raw
from support.memory import counted
from test_python_arrays import CAPI, later

if np.lib.NumpyVersion(np.__version__) < "2.1.0":
    pytest.skip("this NumPy has no DLPack 1.0, which the framework of this file uses", allow_module_level=True)

DESCRIBE = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.POINTER(raw.DLTensor))
EXPORT = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.POINTER(ctypes.c_void_p))
CONVERT = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(ctypes.c_void_p))
STREAM = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.POINTER(ctypes.c_void_p))
CAPI.PyCapsule_SetName.argtypes = [ctypes.py_object, ctypes.c_char_p]
GET_STREAM = raw.RUNTIME.TVMFFIEnvGetStream
GET_STREAM.restype = ctypes.c_void_p


class ManagedTensor(ctypes.Structure):
    """`DLManagedTensorVersioned`."""


Deleter = ctypes.CFUNCTYPE(None, ctypes.POINTER(ManagedTensor))
SetError = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p)
Allocator = ctypes.CFUNCTYPE(
    ctypes.c_int,
    ctypes.POINTER(raw.DLTensor),
    ctypes.POINTER(ctypes.POINTER(ManagedTensor)),
    ctypes.c_void_p,
    SetError,
)
ManagedTensor._fields_ = [
    ("major", ctypes.c_uint32),
    ("minor", ctypes.c_uint32),
    ("context", ctypes.c_void_p),
    ("deleter", Deleter),
    ("flags", ctypes.c_uint64),
    ("tensor", raw.DLTensor),
]


class Framework:
    """An allocator like that of a framework, with memory full of ones."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, ...]] = []
        self.alive: dict[int, Any] = {}
        self.free = Deleter(lambda managed: self.alive.pop(ctypes.addressof(managed.contents), None))
        self.allocate = Allocator(self._allocate)

    def _allocate(self, prototype: Any, out: Any, context: Any, set_error: Any) -> int:
        wanted = prototype.contents
        shape = tuple((ctypes.c_int64 * wanted.ndim).from_address(wanted.shape)) if wanted.ndim else ()
        self.asked.append(shape)
        memory = np.ones(int(np.prod(shape, dtype=int)) * wanted.bits // 8 + 64, np.uint8)
        numbers = [
            (ctypes.c_int64 * max(len(shape), 1))(*numbers)
            for numbers in (shape, [stride // 8 for stride in np.zeros(shape).strides])
        ]
        managed = ManagedTensor(major=1, minor=1, deleter=self.free, tensor=wanted)
        managed.tensor.data = memory.ctypes.data + -memory.ctypes.data % 64
        managed.tensor.shape, managed.tensor.strides = map(ctypes.addressof, numbers)
        managed.tensor.byte_offset = 0
        self.alive[ctypes.addressof(managed)] = (managed, memory, numbers)
        out[0] = ctypes.pointer(managed)
        return 0


class Table(ctypes.Structure):
    """`DLPackExchangeAPI`."""

    _fields_ = [
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("previous", ctypes.c_void_p),
        ("allocate", ctypes.c_void_p),
        ("export", ctypes.c_void_p),
        ("convert", ctypes.c_void_p),
        ("describe", ctypes.c_void_p),
        ("stream", ctypes.c_void_p),
    ]


class Tensor:
    """A tensor of a framework, on a device that is not there."""

    __dlpack_c_exchange_api__: Any

    def __init__(self, array: Any, device: tuple[int, int] = (1, 0)) -> None:
        self.array, self.device = array, device
        self.shape = (ctypes.c_int64 * max(array.ndim, 1))(*array.shape)
        self.strides = (ctypes.c_int64 * max(array.ndim, 1))(*(stride // array.itemsize for stride in array.strides))


def describe(tensor: Tensor, out: Any) -> int:
    shape, strides = map(ctypes.addressof, (tensor.shape, tensor.strides))
    device_type, device_id = tensor.device
    out[0] = raw.DLTensor(
        data=tensor.array.ctypes.data, device_type=device_type, device_id=device_id, ndim=tensor.array.ndim,
        code=2, bits=8 * tensor.array.itemsize, lanes=1, shape=shape, strides=strides, byte_offset=0,
    )
    return 0


def export(tensor: Tensor, out: Any) -> int:
    capsule = tensor.array.__dlpack__(max_version=(1, 0))
    managed = CAPI.PyCapsule_GetPointer(capsule, b"dltensor_versioned")
    CAPI.PyCapsule_SetName(capsule, ctypes.cast(USED, ctypes.c_char_p))
    exported = ctypes.cast(managed, ctypes.POINTER(ManagedTensor)).contents.tensor
    exported.device_type, exported.device_id = tensor.device
    out[0] = managed
    return 0


class Exported:
    """A managed tensor, to be imported by NumPy."""

    def __init__(self, managed: int) -> None:
        self.managed = managed

    def __dlpack__(self, **_: Any) -> Any:
        name = ctypes.create_string_buffer(b"dltensor_versioned")
        NAMES.append(name)
        return CAPI.PyCapsule_New(self.managed, ctypes.cast(name, ctypes.c_char_p), None)

    def __dlpack_device__(self) -> tuple[int, int]:
        return (1, 0)


# Capsules refer to them.
USED = ctypes.create_string_buffer(b"used_dltensor_versioned")
NAMES: list[Any] = []


def convert(managed: int, out: Any) -> int:
    tensor = Tensor(np.from_dlpack(Exported(managed)))
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(tensor))
    out[0] = id(tensor)
    return 0


# An allocator of NumPy's memory.
FRAMEWORK = Framework()
STREAMS = {0: 0x1234, 1: 0x5678}


def stream(device_type: int, device_id: int, out: Any) -> int:
    out[0] = STREAMS[device_id]
    return 0


@pytest.fixture(scope="module", autouse=True)
def framework() -> Iterator[Table]:
    """Give `Tensor` the table of its framework."""
    functions = FRAMEWORK.allocate, EXPORT(export), CONVERT(convert), DESCRIBE(describe), STREAM(stream)
    table = Table(1, 1, None, *(ctypes.cast(function, ctypes.c_void_p) for function in functions))
    name = ctypes.create_string_buffer(b"dlpack_exchange_api")
    NAMES.extend([name, table, functions])
    capsule = CAPI.PyCapsule_New(ctypes.addressof(table), ctypes.cast(name, ctypes.c_char_p), None)
    Tensor.__dlpack_c_exchange_api__ = capsule
    yield table


@pytest.fixture(scope="module")
def module(import_library: Callable[[str], ModuleType]) -> ModuleType:
    """Import the library."""
    return import_library("e2e-kernels")


def test_tensors_go_in(module: ModuleType) -> None:
    array = np.arange(24.0).reshape(4, 6)[:, ::2]
    facts = module.view_facts(Tensor(array))
    assert (facts[0], list(facts[2]), list(facts[3]), facts[4]) == ("float64", [4, 3], [6, 2], False)
    assert module.strided_rows(Tensor(array)) == array.tolist()
    module.strided_double(Tensor(array))
    assert array[0, 1] == 4
    assert module.number(Tensor(np.array(5.0))) == 5
    assert module.copy(Tensor(array[0]), np.zeros(3)) is None


def test_a_shape_that_another_thread_sets(module: ModuleType) -> None:
    tensor = Tensor(np.zeros(6))

    def change() -> None:
        tensor.shape[0], tensor.strides[0] = -1, -1

    assert module.facts_later(tensor, later(change)) == "[6] [1] 0x0"


def test_a_call_has_the_stream_of_the_framework(module: ModuleType) -> None:
    before = GET_STREAM(2, 0), GET_STREAM(2, 1)
    for device_id, handle in STREAMS.items():
        assert module.facts_later(Tensor(np.zeros(3), (2, device_id)), 0) == f"[3] [1] {handle:#x}"
    with pytest.raises(ValueError):
        module.flat(Tensor(np.zeros(3), (2, 0)))
    assert (GET_STREAM(2, 0), GET_STREAM(2, 1)) == before
    assert "cuda:1" in str(module.view_facts(Tensor(np.zeros(3), (2, 1)))[1])


def test_tensors_come_out_and_are_those_of_the_framework(module: ModuleType) -> None:
    FRAMEWORK.asked.clear()
    result = module.transposed(Tensor(np.arange(6.0).reshape(2, 3)))
    assert (type(result), FRAMEWORK.asked, len(FRAMEWORK.alive)) == (Tensor, [(3, 2)], 1)
    assert result.array.tolist() == [[0, 3], [1, 4], [2, 5]]
    del result
    gc.collect()
    assert FRAMEWORK.alive == {}
    # The allocator is that of the call only.
    assert type(module.transposed(np.zeros((2, 3)))) is np.ndarray
    assert FRAMEWORK.asked == [(3, 2)]


def test_tensors_that_may_be_kept(module: ModuleType) -> None:
    array = np.arange(6.0)
    tensor = Tensor(array)
    for result in (module.id_tensor(tensor), module.id_any(tensor), module.id_vec_tensor([tensor])[0], module.id_any({"a": [tensor]})["a"][0]):
        assert type(result) is Tensor and np.shares_memory(result.array, array)
    # The framework is that of the first one.
    first, second = module.id_vec_tensor([array, tensor])
    assert type(first) is type(second) is Tensor
    before = FRAMEWORK.alive.copy()
    counted(lambda: module.id_vec_tensor([tensor, array]), [tensor, array, Tensor])
    assert FRAMEWORK.alive == before


def test_objects_without_a_table(module: ModuleType) -> None:
    for _ in range(3):
        # More classes than are remembered.
        for index in range(40):
            value = type(f"Class{index}", (), {})()
            with pytest.raises(TypeError):
                module.view_facts(value)
    for value in (None, 1, "text", [1.0]):
        with pytest.raises(TypeError, match="expected Tensor"):
            module.view_facts(value)
    assert module.flat(Tensor(np.ones(3))) == [1.0] * 3


class Raises(type):
    """A class of classes whose attributes raise."""

    def __getattr__(cls, name: str) -> Any:
        raise ZeroDivisionError(name)


def test_a_class_whose_attributes_raise(module: ModuleType) -> None:
    class Hostile(metaclass=Raises):
        pass

    with pytest.raises((TypeError, ZeroDivisionError)):
        module.view_facts(Hostile())


def test_reference_counts_stay(module: ModuleType) -> None:
    tensor = Tensor(np.ones((2, 3)))

    def call() -> None:
        module.strided_rows(tensor)
        with pytest.raises(ValueError):
            module.flat(Tensor(np.ones((4, 4))[:, ::2]))

    counted(call, [tensor, tensor.array, Tensor, None])
