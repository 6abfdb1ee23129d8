"""The operators of a library, and a function for each of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any, Callable, NoReturn, Optional

import torch

from .._manifest import Export
from .._names import identifier
from .._pairs import backwards
from ._direct import TorchDirect, direct
from ._gradients import differentiable, tracked
from ._operator import NoPlace, Operator, operator
from ._pair import Pair, pair
from ._register import define, derive, differentiate
from ._wrapper import wrapper

REGISTER = "tvm_ffi_torch_register"
RERAISE = "tvm_ffi_reraise"

RESERVED = frozenset(dir(torch._ops._OpNamespace("")))
"""What `torch.ops.<namespace>` has besides operators."""

_registrations: list[torch.library.Library] = []
"""What is registered stays as long as these do: to the end of the process, as the libraries."""


class Namespace:
    """One function for each export: attributes by their names in Python, items by those in the library: `namespace["math.halve"]`."""

    left_out: dict[str, str]
    """The exports that are not operators, each with the reason. Their functions call the library directly, guarded."""

    def __init__(self, name: str, functions: Mapping[str, Callable[..., Any]], left_out: Mapping[str, str]) -> None:
        self._name, self._functions, self.left_out = name, dict(functions), dict(left_out)
        for export, function in functions.items():
            # An export that is called as an attribute of all namespaces is an item only.
            self.__dict__.setdefault(identifier(export), function)

    def __getitem__(self, export: str) -> Callable[..., Any]:
        return self._functions[export]

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"`torch.ops.{self._name}` is of a library that exports no {name!r}")

    def __repr__(self) -> str:
        operators = [name for name in self._functions if name not in self.left_out]
        return f"<operators torch.ops.{self._name}: {', '.join(operators)}>"


class Builder:
    """Makes the functions of one library."""

    def __init__(self, name: str, raw: Any, exports: Mapping[str, Export], in_rust: Mapping[str, Any]) -> None:
        self.name, self.raw, self.exports, self.in_rust = name, raw, exports, in_rust
        self.library = torch.library.Library(name, "FRAGMENT")
        _registrations.append(self.library)
        self.operators: dict[str, Operator] = {}
        self.left_out: dict[str, str] = {}
        self.names: dict[str, str] = {}
        self.backwards = backwards(exports)
        self.reraise = reraising(raw)

    def build(self) -> Namespace:
        for name, export in self.exports.items():
            try:
                self.operators[name] = self.registered(export)
            except NoPlace as reason:
                self.left_out[name] = str(reason)
            except Exception as error:
                # One export that torch has no place for does not take the others with it.
                self.left_out[name] = f"torch refuses it: {type(error).__name__}: {str(error).strip().partition(chr(10))[0]}"
        functions = {name: self.function(export) for name, export in self.exports.items()}
        return Namespace(self.name, functions, self.left_out)

    def registered(self, export: Export) -> Operator:
        """Both operators of an export, with everything but autograd."""
        made = operator(export, self.name)
        self.claim(made)
        in_rust = self.in_rust.get(export.name)
        if in_rust is None:
            define(self.library, made, self.raw_function(export))
        elif in_rust["schema"] != made.schema:
            raise NoPlace(f"the library registers `{in_rust['schema']}`, expected `{made.schema}`: use the Python package `tvm-ffi-rs` that belongs to its crate `tvm-ffi-rs`")
        derive(self.library, made)
        return made

    def claim(self, of: Operator) -> None:
        """`f` has the operators `f` and `_f`, so that another export `_f` has none."""
        for name in (of.name, of.private):
            if name in RESERVED:
                raise NoPlace(f"each namespace of `torch.ops` has a `{name}` of its own")
            other = self.names.setdefault(name, of.export.name)
            if other != of.export.name:
                raise NoPlace(f"`{other}` has an operator with the name `{name}`")

    def function(self, export: Export) -> Callable[..., Any]:
        """The function for callers."""
        raw = self.raw_function(export)
        if export.name in self.left_out:
            return direct(TorchDirect(export, raw, f"`{export.name}` has no gradient, since it is not an operator: {self.left_out[export.name]}"))
        of = self.operators[export.name]
        matched = self.pair(of)
        backward = None if matched is None else differentiable(matched.backward, self.reraise)
        ways = tracked(of, matched, backward)
        differentiate(self.library, of, ways)
        made = wrapper(of, ways, TorchDirect(export, raw, f"`{export.name}` with `out` has no gradient"), self.reraise, self.raw)
        made.operator = of, matched  # type: ignore[attr-defined]
        return made

    def raw_function(self, export: Export) -> Callable[..., Any]:
        found: Callable[..., Any] = self.raw[export.name]
        return found

    def pair(self, of: Operator) -> Optional[Pair]:
        """An operator and its backward, if it has one."""
        backward = self.backwards.get(of.export.name)
        if backward not in self.operators:
            return None
        return pair(of, self.operators[backward])


def registered_in_rust(name: str, raw: Any) -> dict[str, Any]:
    """The operators that the library registers by itself, by export; none without its feature `torch`."""
    if not raw.implements_function(REGISTER):
        return {}
    found = json.loads(raw[REGISTER](name))
    return {one["name"]: one for one in found["operators"]}


def reraising(raw: Any) -> Callable[[RuntimeError], NoReturn]:
    """A function that raises the error of a kernel in Rust as the library made it: torch only passes its text on."""
    kept = raw[RERAISE] if raw.implements_function(RERAISE) else None

    def reraise(error: RuntimeError) -> NoReturn:
        if kept is not None:
            try:
                kept()
            except Exception as original:
                # The error that is kept may be one of an earlier call. The text of a `KeyError` is not its message.
                if str(original.args[0] if original.args else original) in str(error):
                    raise original from None
        raise error

    return reraise
