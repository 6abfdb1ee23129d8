"""Arrays of NumPy for `tvm_ffi`, and tensors of `tvm_ffi` as arrays, without a copy."""

from __future__ import annotations

import ctypes
import functools
import sys
from collections.abc import Iterable
from typing import Any, Optional

import tvm_ffi

from ._frameworks import arrays_in

# DLPack's numbers of the dtypes that NumPy has from the package `ml_dtypes`, with their sizes in bytes.
ML_DTYPES = {
    "bfloat16": (4, 2),
    "float8_e3m4": (7, 1),
    "float8_e4m3": (8, 1),
    "float8_e4m3b11fnuz": (9, 1),
    "float8_e4m3fn": (10, 1),
    "float8_e4m3fnuz": (11, 1),
    "float8_e5m2": (12, 1),
    "float8_e5m2fnuz": (13, 1),
    "float8_e8m0fnu": (14, 1),
}
# In a `DLTensor`, behind the pointer, the device, and the rank.
CODE_OFFSET = 20
UINT = 1

_pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
_pointer_of.restype, _pointer_of.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]


def numpy() -> Any:
    return sys.modules.get("numpy") or __import__("numpy")


class Typed:
    """An array whose DLPack capsule has another type code: the one of `ml_dtypes`, or that of unsigned integers in its place."""

    def __init__(self, array: Any, code: int) -> None:
        self.array, self.code = array, code

    def __dlpack__(self, **_: Any) -> Any:
        capsule = self.array.__dlpack__()
        ctypes.c_uint8.from_address(_pointer_of(capsule, b"dltensor") + CODE_OFFSET).value = self.code
        return capsule

    def __dlpack_device__(self) -> Any:
        return self.array.__dlpack_device__()


class Writeable:
    """The memory of a read-only array, described as writeable. DLPack has no other way to lend it."""

    def __init__(self, array: Any) -> None:
        address, _ = array.__array_interface__["data"]
        # The reference keeps the memory alive.
        self.array, self.__array_interface__ = array, {**array.__array_interface__, "data": (address, False)}


def needs_lending(array: Any) -> bool:
    """Whether NumPy does not pass an array on as it is."""
    return not array.flags.writeable or array.dtype.name in ML_DTYPES


def lend(array: Any, *, as_view: bool) -> Any:
    """What `tvm_ffi` takes for an array. A function without a view of it might keep it, so it gets a copy of what is read-only."""
    known = ML_DTYPES.get(array.dtype.name)
    if known is not None:
        array = array.view(f"u{known[1]}")
    if not array.flags.writeable:
        array = writeable(array) if as_view else array.copy()
    return array if known is None else Typed(array, known[0])


def clear(array: Any, inputs: Iterable[Any]) -> None:
    """Make the elements of an output zeros. One that an input shares is left to the library, which refuses it."""
    if isinstance(array, tvm_ffi.Tensor):
        array = array_of(array)
    if isinstance(array, numpy().ndarray):
        arrays = [one for value in inputs for one in arrays_in(value) if isinstance(one, numpy().ndarray)]
        if array.flags.writeable and not any(numpy().may_share_memory(array, one) for one in arrays):
            array.fill(0)
    elif hasattr(array, "fill"):
        array.fill(0)
    else:
        raise TypeError(f"an output that begins with zeros is a {type(array).__name__}, which cannot be cleared: leave out `out`")


def refusal(array: Any) -> Optional[str]:
    """Why a function cannot take an array, and what to pass instead."""
    dtype = array.dtype
    if isinstance(array, numpy().ma.MaskedArray):
        return "is a masked array, and a function would not see the mask: pass `.filled(...)` or `.data`"
    if not dtype.isnative:
        return f"has bytes in another order ({dtype.str}): pass `.astype({dtype.newbyteorder('=').name!r})`"
    if dtype.kind not in "biufc" and dtype.name not in ML_DTYPES:
        return f"has the dtype {dtype.name}, which tensors do not have"
    return None


@functools.lru_cache(maxsize=None)
def dtype(name: str) -> Any:
    """NumPy's dtype for a name in the manifest."""
    if name in ML_DTYPES:
        try:
            import ml_dtypes
        except ImportError:
            raise TypeError(f"NumPy has no {name}: install `ml_dtypes`, or pass `out=`") from None
        return numpy().dtype(getattr(ml_dtypes, name))
    return numpy().dtype(name)


def array_of(tensor: tvm_ffi.Tensor) -> Any:
    """A tensor as an array that shares its memory; the tensor itself where NumPy has no such arrays."""
    name = str(tensor.dtype)
    if tensor.__dlpack_device__()[0] != 1:
        return tensor
    try:
        if name in ML_DTYPES:
            return writeable(numpy().from_dlpack(Typed(tensor, UINT))).view(dtype(name))
        return writeable(numpy().from_dlpack(tensor))
    except (BufferError, RuntimeError, TypeError):
        return tensor


def writeable(array: Any) -> Any:
    """The array, or one of the same memory that can be changed: NumPy before 2.1 reads all of DLPack as read-only."""
    return array if array.flags.writeable else numpy().asarray(Writeable(array))
