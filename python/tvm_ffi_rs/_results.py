"""Results of calls: tensors of `tvm_ffi` become arrays, wherever they are."""

from __future__ import annotations

from typing import Any, Callable

import tvm_ffi

from ._frameworks import may_hold_arrays
from ._numpy import array_of

SEQUENCES = tuple(getattr(tvm_ffi, name) for name in ("Array", "List") if hasattr(tvm_ffi, name))
MAPPINGS = tuple(getattr(tvm_ffi, name) for name in ("Map", "Dict") if hasattr(tvm_ffi, name))


def arrays(value: Any) -> Any:
    """A value of any type with arrays for tensors. A container with one becomes a list or a dictionary; others stay."""
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


def same(items: list[Any], others: list[Any]) -> bool:
    return all(one is other for one, other in zip(items, others))


def converter(schema: dict[str, Any]) -> Callable[[Any], Any]:
    """The conversion of a result of a type. A tuple stays one; other containers that may hold tensors become lists and dictionaries."""
    kind, arguments = schema.get("type", "Any"), schema.get("args", [])
    if not may_hold_arrays(schema):
        return lambda value: value
    if kind in ("Optional", "std::optional"):
        some = converter(arguments[0])
        return lambda value: None if value is None else some(value)
    if kind in ("Tuple", "std::tuple"):
        items = [converter(argument) for argument in arguments]
        return lambda value: tuple(item(one) for item, one in zip(items, value))
    if kind in ("ffi.Array", "ffi.List", "std::vector"):
        item = converter(arguments[0] if arguments else {})
        return lambda value: [item(one) for one in value]
    if kind in ("ffi.Map", "ffi.Dict", "std::map", "std::unordered_map"):
        entry = converter(arguments[1] if len(arguments) > 1 else {})
        return lambda value: {key: entry(one) for key, one in value.items()}
    return arrays
