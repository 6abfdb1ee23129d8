"""Which library an array is of, found by its type, without importing any of them."""

from __future__ import annotations

import sys
from typing import Any

TORCH, JAX, NUMPY, OTHER, NOTHING = "torch", "jax", "numpy", "other", ""

_known: dict[type, str] = {}


def library_of(kind: type) -> str:
    """The library of arrays of a type: `OTHER` for those that only know DLPack, `NOTHING` for anything else."""
    found = _known.get(kind)
    if found is None:
        found = _known[kind] = _find(kind)
    return found


def _find(kind: type) -> str:
    for library, name in ((TORCH, "Tensor"), (JAX, "Array"), (NUMPY, "ndarray")):
        # A module that is just being imported may lack it.
        array = getattr(sys.modules.get(library), name, None)
        if array is not None and issubclass(kind, array):
            return library
    if is_traced(kind):
        return JAX
    return OTHER if hasattr(kind, "__dlpack__") else NOTHING


def is_traced(kind: type) -> bool:
    """Whether values of a type are those that JAX traces functions with. Not in all versions are they of `jax.Array`."""
    tracer = getattr(getattr(sys.modules.get(JAX), "core", None), "Tracer", None)
    return tracer is not None and issubclass(kind, tracer)


def arrays_in(value: Any) -> list[Any]:
    """The arrays in a value, and in the lists, tuples and dictionaries in it."""
    if isinstance(value, (list, tuple)):
        return [array for item in value for array in arrays_in(item)]
    if isinstance(value, dict):
        return [array for item in value.values() for array in arrays_in(item)]
    return [value] if library_of(type(value)) else []


def may_hold_arrays(schema: dict[str, Any]) -> bool:
    """Whether a value of a type may be or contain an array."""
    if schema.get("type", "Any") in ("DLTensor*", "ffi.Tensor", "Any", "ffi.Object"):
        return True
    return any(map(may_hold_arrays, schema.get("args", ())))
