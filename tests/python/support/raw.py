"""Calls through the C ABI, with values that Python's own conversions do not make."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from pathlib import Path

from .package import HAS_TVM_FFI, tvm_ffi

NONE, INT, BOOL, FLOAT, POINTER = 0, 1, 2, 3, 4
DL_TENSOR_PTR, RAW_STR, BYTE_ARRAY_PTR, RVALUE_REF, SMALL_STR, SMALL_BYTES = 7, 8, 9, 10, 11, 12
STR, BYTES, ERROR, FUNCTION, TENSOR, ARRAY = 65, 66, 67, 68, 70, 71

RUNTIME = ctypes.CDLL(tvm_ffi.libinfo.find_libtvm_ffi()) if HAS_TVM_FFI else tvm_ffi


class Payload(ctypes.Union):
    """The eight bytes of a value."""

    _fields_ = [
        ("v_int64", ctypes.c_int64),
        ("v_float64", ctypes.c_double),
        ("v_ptr", ctypes.c_void_p),
        ("v_bytes", ctypes.c_uint8 * 8),
    ]


class TVMFFIAny(ctypes.Structure):
    """A value, or a view of one."""

    _anonymous_ = ("payload",)
    _fields_ = [
        ("type_index", ctypes.c_int32),
        ("small_len", ctypes.c_uint32),
        ("payload", Payload),
    ]


class ByteArray(ctypes.Structure):
    """`TVMFFIByteArray`."""

    _fields_ = [("data", ctypes.c_void_p), ("size", ctypes.c_size_t)]

    def text(self) -> str:
        """Decode the bytes."""
        return ctypes.string_at(self.data, self.size).decode() if self.size else ""


class DLTensor(ctypes.Structure):
    """`DLTensor`."""

    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.c_void_p),
        ("strides", ctypes.c_void_p),
        ("byte_offset", ctypes.c_uint64),
    ]


class ErrorCell(ctypes.Structure):
    """The start of an error object, header included."""

    _fields_ = [
        ("header", ctypes.c_uint8 * 24),
        ("kind", ByteArray),
        ("message", ByteArray),
        ("backtrace", ByteArray),
    ]


@dataclass
class Raised(Exception):
    """An error that a call raised, as the runtime holds it."""

    kind: str
    message: str
    backtrace: str


def integer(value: int, type_index: int = INT) -> TVMFFIAny:
    """View an integer, or eight bytes of something else."""
    any_ = TVMFFIAny(type_index=type_index)
    any_.v_int64 = value
    return any_


def small(content: bytes, type_index: int = SMALL_STR) -> TVMFFIAny:
    """View a short string or short bytes, of any content."""
    any_ = TVMFFIAny(type_index=type_index, small_len=len(content))
    ctypes.memmove(any_.v_bytes, content, len(content))
    return any_


def pointer(target: object, type_index: int) -> TVMFFIAny:
    """View something by address; it is kept alive with the view."""
    any_ = TVMFFIAny(type_index=type_index)
    any_.v_ptr = None if target is None else ctypes.cast(target, ctypes.c_void_p).value  # type: ignore[arg-type]
    any_.keep = target  # type: ignore[attr-defined]
    return any_


def byte_array(content: bytes) -> TVMFFIAny:
    """View bytes that belong to the caller."""
    data = ctypes.create_string_buffer(content, max(len(content), 1))
    array = ByteArray(ctypes.addressof(data), len(content))
    array.keep = data  # type: ignore[attr-defined]
    return pointer(ctypes.pointer(array), BYTE_ARRAY_PTR)


def dl_tensor(
    data: int, shape: tuple[int, ...] | None, code: int, bits: int, ndim: int | None = None
) -> TVMFFIAny:
    """View a contiguous tensor in host memory; its numbers may be wrong."""
    extents = (ctypes.c_int64 * max(len(shape), 1))(*shape) if shape is not None else None
    tensor = DLTensor(data=data, device_type=1, code=code, bits=bits, lanes=1)
    tensor.ndim = ndim if ndim is not None else len(shape or ())
    tensor.shape = ctypes.addressof(extents) if extents is not None else None
    tensor.keep = extents  # type: ignore[attr-defined]
    return pointer(ctypes.pointer(tensor), DL_TENSOR_PTR)


def heap(content: bytes, type_index: int = STR) -> TVMFFIAny:
    """Make a string or bytes object of any content; it is leaked."""
    make = RUNTIME.TVMFFIStringFromByteArray if type_index == STR else RUNTIME.TVMFFIBytesFromByteArray
    any_ = TVMFFIAny()
    view = byte_array(content)
    assert make(ctypes.c_void_p(view.v_ptr), ctypes.byref(any_)) == 0
    assert any_.type_index == type_index, "the content is short enough for the value itself"
    return any_


def call_pointer(function: ctypes._CFuncPtr, slots: list[TVMFFIAny] | None, count: int) -> TVMFFIAny:
    """Call a C function of the ABI; `slots` may be NULL."""
    array = (TVMFFIAny * max(len(slots), 1))(*slots) if slots is not None else None
    result = TVMFFIAny()
    function.restype = ctypes.c_int
    function.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int32, ctypes.c_void_p]
    code = function(None, array, count, ctypes.byref(result))
    if code != 0:
        assert code == -1
        raise take_raised()
    return result


def call_symbol(library: Path, name: str, *slots: TVMFFIAny) -> TVMFFIAny:
    """Call an exported function of a library."""
    return call_pointer(ctypes.CDLL(str(library))[f"__tvm_ffi_{name}"], list(slots), len(slots))


def call_global(name: str, *slots: TVMFFIAny) -> TVMFFIAny:
    """Call a function of the global registry."""
    handle = ctypes.c_void_p()
    view = byte_array(name.encode())
    assert RUNTIME.TVMFFIFunctionGetGlobal(ctypes.c_void_p(view.v_ptr), ctypes.byref(handle)) == 0
    assert handle.value is not None, f"there is no global function {name}"
    array = (TVMFFIAny * max(len(slots), 1))(*slots)
    result = TVMFFIAny()
    if RUNTIME.TVMFFIFunctionCall(handle, array, len(slots), ctypes.byref(result)) != 0:
        raise take_raised()
    return result


def content_of(any_: TVMFFIAny) -> tuple[int, bytes]:
    """Return the type index and the content of a string or of bytes."""
    if any_.type_index in (SMALL_STR, SMALL_BYTES):
        return any_.type_index, bytes(any_.v_bytes[: any_.small_len])
    array = ByteArray.from_address(any_.v_ptr + 24)
    return any_.type_index, ctypes.string_at(array.data, array.size)


def take_raised() -> Raised:
    """Take the error that was raised on this thread."""
    handle = ctypes.c_void_p()
    RUNTIME.TVMFFIErrorMoveFromRaised(ctypes.byref(handle))
    assert handle.value is not None, "a call failed and raised nothing"
    cell = ErrorCell.from_address(handle.value)
    raised = Raised(cell.kind.text(), cell.message.text(), cell.backtrace.text())
    RUNTIME.TVMFFIObjectDecRef(handle)
    return raised


def strong_count(obj: object) -> int:
    """Read how many references there are to an object: the low half of the first word of its header."""
    # A shape, string, or bytes object is Python's own type with the object in an attribute.
    obj = getattr(obj, "_tvm_ffi_cached_object", obj)
    # In an instance of a module's class, the handle follows the header.
    in_module = ctypes.c_void_p.from_address(id(obj) + object.__basicsize__)
    handle = obj.__chandle__() if hasattr(obj, "__chandle__") else in_module.value
    assert handle
    return ctypes.c_uint32.from_address(handle).value
