"""Tensors that claim to be on a GPU, in the forms in which frameworks hand them over. They lead to no memory."""

from __future__ import annotations

import ctypes
from typing import Any, Callable

import tvm_ffi

from .raw import RUNTIME, DLTensor


def device_tensor(
    mod: tvm_ffi.Module,
    *shape: int,
    dtype: str = "float32",
    device: str = "cuda:0",
    address: int = 0x10000,
    strides: tuple[int, ...] | None = None,
    byte_offset: int = 0,
) -> tvm_ffi.Tensor:
    """Make a tensor anywhere; strides are in elements."""
    tensor = mod.device_tensor(shape, dtype, device, address, strides, byte_offset)
    assert isinstance(tensor, tvm_ffi.Tensor)
    return tensor


class Lent:
    """An array of a framework that knows `__dlpack__` only, as CuPy and JAX do."""

    def __init__(self, tensor: tvm_ffi.Tensor) -> None:
        """Wrap a tensor."""
        self.tensor = tensor

    def __dlpack__(self, **options: Any) -> object:
        """Return the capsule of the tensor."""
        return self.tensor.__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        """Say where it is."""
        return self.tensor.__dlpack_device__()


class ExchangeAPI(ctypes.Structure):
    """`DLPackExchangeAPI`, with the functions that callers use."""

    _fields_ = [
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("prev_api", ctypes.c_void_p),
        ("managed_tensor_allocator", ctypes.c_void_p),
        ("managed_tensor_from_py_object_no_sync", ctypes.c_void_p),
        ("managed_tensor_to_py_object_no_sync", ctypes.c_void_p),
        ("dltensor_from_py_object_no_sync", ctypes.c_void_p),
        ("current_work_stream", ctypes.c_void_p),
    ]


def export(tensor: tvm_ffi.Tensor, out: int) -> int:
    """Write a managed tensor, whose deleter is the runtime's own."""
    return int(RUNTIME.TVMFFITensorToDLPackVersioned(ctypes.c_void_p(tensor.__chandle__()), ctypes.c_void_p(out)))


FRAMEWORKS: list[Framework] = []


class Framework:
    """What PyTorch is to a call: its arrays come with their current stream, and with its allocator."""

    # Where it allocates.
    MEMORY = 0x770000

    def __init__(self, mod: tvm_ffi.Module, stream: int) -> None:
        """Make one whose current stream is `stream`, on every device."""
        # What its allocator was asked for: bytes, and the device.
        self.allocated: list[tuple[int, int]] = []

        def export_object(array: int, out: int) -> int:
            return export(ctypes.cast(array, ctypes.py_object).value.tensor, out)

        def current_stream(_type: int, _index: int, out: int) -> int:
            ctypes.c_void_p.from_address(out).value = stream
            return 0

        def allocate(prototype: int, out: int, _context: int, _set_error: int) -> int:
            wanted = DLTensor.from_address(prototype)
            bytes_ = ctypes.c_int64.from_address(wanted.shape).value
            self.allocated.append((bytes_, wanted.device_id))
            tensor = device_tensor(mod, bytes_, dtype="uint8", device=f"cuda:{wanted.device_id}", address=self.MEMORY)
            return export(tensor, out)

        pointer, number = ctypes.c_void_p, ctypes.c_int
        # Those of Python's own run with the interpreter's lock, the allocator takes it.
        self.functions = (
            ctypes.PYFUNCTYPE(number, pointer, pointer)(export_object),
            ctypes.PYFUNCTYPE(number, number, ctypes.c_int32, pointer)(current_stream),
            ctypes.CFUNCTYPE(number, pointer, pointer, pointer, pointer)(allocate),
        )
        from_object, stream_of, allocator = (ctypes.cast(function, pointer).value for function in self.functions)
        self.table = ExchangeAPI(1, 3, None, allocator, from_object, None, None, stream_of)
        new = ctypes.pythonapi.PyCapsule_New
        new.restype, new.argtypes = ctypes.py_object, [pointer, ctypes.c_char_p, pointer]
        self.name = b"dlpack_exchange_api"
        capsule = new(ctypes.addressof(self.table), self.name, None)
        # The runtime reads it of the class, and remembers it for the rest of the process, so it has to live as long.
        self.array: Callable[[tvm_ffi.Tensor], Any] = type("Array", (Lent,), {"__dlpack_c_exchange_api__": capsule})
        FRAMEWORKS.append(self)
