"""The classes of a library, registered with `tvm_ffi` when they are first used. A class that is registered already stays."""

from __future__ import annotations

import inspect
from typing import Any, Optional

import tvm_ffi


class Classes:
    """The classes of one library by their names in Python."""

    def __init__(self, module: str, objects: dict[str, dict[str, Any]], names: dict[str, str]) -> None:
        self.module, self.objects, self.names = module, objects, names

    def __getitem__(self, name: str) -> type:
        return self.of_key(self.names[name])

    def of_key(self, key: Optional[str]) -> type:
        """The class of a type key."""
        if key is None or key not in self.objects:
            return tvm_ffi.Object  # type: ignore[no-any-return]
        described = self.objects[key]
        parent = self.of_key(described.get("parent"))
        known: Optional[type] = tvm_ffi.core._lookup_or_register_type_info_from_type_key(key).type_cls
        if known is not None and not (known.__doc__ or "").startswith("Auto-generated fallback class"):
            return known
        name = next(name for name, other in self.names.items() if other == key)
        body = {
            "__module__": self.module,
            "__qualname__": name,
            "__doc__": described.get("doc") or None,
            "__annotations__": {field["name"]: "object" for field in described.get("fields", [])},
        }
        if known is None:
            return register(type(parent)(name, (parent,), body), described)
        # Objects of it exist already, so it stays the class.
        known.__name__ = name
        for attribute, value in body.items():
            setattr(known, attribute, value)
        return register(known, described)


def register(cls: type, described: dict[str, Any]) -> type:
    hooks = described.get("hooks", [])
    accepted = inspect.signature(tvm_ffi.dataclasses.c_class).parameters
    if "eq" in accepted:
        options = {"eq": "eq" in hooks, "order": "ord" in hooks, "unsafe_hash": "hash" in hooks}
        if described.get("init") is None:
            options["init"] = False
        cls = tvm_ffi.dataclasses.c_class(described["key"], **options)(cls)
    else:
        cls = tvm_ffi.register_object(described["key"])(cls)
    # `c_class` omits it, because every class has a `__call__`.
    for method in cls.__tvm_ffi_type_info__.methods:  # type: ignore[attr-defined]
        if method.name == "__call__":
            setattr(cls, method.name, method.as_callable(cls))
    return cls
