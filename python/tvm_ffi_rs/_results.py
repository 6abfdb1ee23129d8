"""Results of calls: tensors of `tvm_ffi` become arrays, wherever they are."""

from __future__ import annotations

from typing import Any, Callable

import tvm_ffi

from ._numpy import array_of

SEQUENCES = tuple(getattr(tvm_ffi, name) for name in ("Array", "List") if hasattr(tvm_ffi, name))
MAPPINGS = tuple(getattr(tvm_ffi, name) for name in ("Map", "Dict") if hasattr(tvm_ffi, name))


def arrays(value: Any) -> Any:
    """A result with arrays for tensors. A container with one becomes a list or a dictionary; others stay."""
    kind = type(value)
    if kind is tvm_ffi.Tensor:
        return array_of(value)
    if isinstance(value, SEQUENCES):
        items = list(value)
        converted = list(map(arrays, items))
        return value if same(items, converted) else converted
    if isinstance(value, MAPPINGS):
        entries = dict(value.items())
        converted_entries = {key: arrays(item) for key, item in entries.items()}
        return value if same(list(entries.values()), list(converted_entries.values())) else converted_entries
    return value


def arrays_in_tuple(value: Any) -> Any:
    """The result of a function whose signature has a tuple."""
    return tuple(map(arrays, value))


def same(items: list[Any], others: list[Any]) -> bool:
    return all(one is other for one, other in zip(items, others))


def converter(schema: dict[str, Any]) -> Callable[[Any], Any]:
    """The conversion of a result of a type that may hold tensors."""
    return arrays_in_tuple if schema.get("type") in ("Tuple", "std::tuple") else arrays
