"""Arguments that callers write in more ways than `tvm_ffi` takes: other sequences, and NumPy's types of numbers as dtypes."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence
from typing import Any, Callable, Optional

import tvm_ffi

Convert = Callable[[Any], Any]

SEQUENCES = ("ffi.Array", "ffi.List", "ffi.Shape", "Tuple", "std::vector", "std::tuple")
PLAIN = (list, tuple)
"""The sequences that need no conversion."""

AS_THEY_ARE = (*PLAIN, str, bytes, bytearray, memoryview, tvm_ffi.Object)


def conversion(schema: dict[str, Any]) -> Optional[Convert]:
    """How a value of a type is passed. None: as it is."""
    kind, arguments = schema.get("type"), schema.get("args", [])
    if kind in ("Optional", "std::optional"):
        return conversion(arguments[0])
    if kind == "DataType":
        return dtype
    return sequence if kind in SEQUENCES else None


def sequence(value: Any) -> Any:
    """A tuple for a `range`, a `deque`, an `array.array`, which Python 3.9 does not register as a sequence."""
    return tuple(value) if isinstance(value, (Sequence, array)) and not isinstance(value, AS_THEY_ARE) else value


def dtype(value: Any) -> Any:
    """A dtype of NumPy for its type of numbers: `np.float32`."""
    numpy = sys.modules.get("numpy")
    return numpy.dtype(value) if numpy is not None and isinstance(value, type) and issubclass(value, numpy.generic) else value
