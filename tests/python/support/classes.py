"""Python classes for the classes of a library."""

from __future__ import annotations

import copy
import json
from types import SimpleNamespace
from typing import Any

from .package import tvm_ffi


def register_classes(mod: tvm_ffi.Module) -> SimpleNamespace:
    """Register a class for each class of the library, under the last part of its key."""
    described = {entry["key"]: entry for entry in json.loads(mod.tvm_ffi_manifest())["objects"]}
    found: dict[str, Any] = {}

    def class_of(key: str | None) -> type:
        if key is None:
            return tvm_ffi.Object
        name = key.rpartition(".")[2]
        if name not in found:
            plain = type(name, (class_of(described[key]["parent"]),), {"__module__": __name__})
            found[name] = tvm_ffi.register_object(key)(plain)
        return found[name]

    for key in described:
        class_of(key)
    return SimpleNamespace(**found)


def module_classes(mod: Any) -> SimpleNamespace:
    """Name the classes of an imported library by the last parts of their keys."""
    keys = [entry["key"] for entry in json.loads(mod.tvm_ffi_manifest())["objects"]]
    return SimpleNamespace(**{name: getattr(mod, name) for name in (key.rpartition(".")[2] for key in keys)})


def is_of_package(value: Any) -> bool:
    """Tell whether an object is one of the package `tvm_ffi`, and not of a module's own class."""
    return hasattr(type(value), "__tvm_ffi_type_info__")


def same_object(a: Any, b: Any) -> bool:
    """Tell whether two objects are one. Those of a module are the same object of Python then, too."""
    return bool(a.same_as(b)) if is_of_package(a) else a is b


def function_of(cls: type, name: str) -> Any:
    """Return the function of a method, to which nothing is bound."""
    if not hasattr(cls, "__tvm_ffi_type_info__"):
        return cls.__dict__[name]
    [method] = [method for method in cls.__tvm_ffi_type_info__.methods if method.name == name]
    return method.func


def shallow_copy(value: Any) -> Any:
    """Copy by the hook. `copy.copy` does that for dataclasses of the package, and for the classes of a module."""
    if not is_of_package(value):
        return copy.copy(value)
    index = type(value).__tvm_ffi_type_info__.type_index
    return tvm_ffi.core._lookup_type_attr(index, "__ffi_shallow_copy__")(value)


def kernel_of(mod: tvm_ffi.Module, name: str) -> Any:
    """Return the description of an export, which the manifest has too."""
    [found] = [entry for entry in json.loads(mod.tvm_ffi_manifest())["exports"] if entry["name"] == name]
    return found["kernel"]


def field_of(cls: type, name: str) -> Any:
    """Return the reflection record of a field."""
    [field] = [field for field in cls.__tvm_ffi_type_info__.fields if field.name == name]  # type: ignore[attr-defined]
    return field
