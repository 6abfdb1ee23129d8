"""The operators of a library, and a function for each of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Callable, NoReturn, Optional

import torch

from .._manifest import Export
from .._names import identifier
from .._pairs import backwards
from ._direct import TorchDirect, direct
from ._gradients import differentiable, tracked
from ._operator import NoPlace, Operator, operator
from ._pair import Pair, pair
from ._register import derive, differentiate
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

    def __init__(self, name: str, raw: Any, exports: Mapping[str, Export]) -> None:
        self.name, self.raw, self.exports = name, raw, exports
        self.schemas, self.left_out = register(name, raw, exports)
        self.library = torch.library.Library(name, "FRAGMENT")
        _registrations.append(self.library)
        self.operators: dict[str, Operator] = {}
        self.names: dict[str, str] = {}
        self.backwards = backwards(exports)
        self.reraise = reraising(raw)

    def build(self) -> Namespace:
        for name, schema in self.schemas.items():
            try:
                self.operators[name] = self.derived(self.exports[name], schema)
            except NoPlace as reason:
                self.left_out[name] = str(reason)
            except Exception as error:
                # One export that torch refuses does not take the others with it.
                self.left_out[name] = f"torch refuses it: {type(error).__name__}: {str(error).strip().partition(chr(10))[0]}"
        functions = {name: self.function(export) for name, export in self.exports.items()}
        return Namespace(self.name, functions, self.left_out)

    def derived(self, export: Export, schema: str) -> Operator:
        """Both operators of an export, with everything but autograd."""
        made = operator(export, self.name, schema)
        self.claim(made)
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


def register(name: str, raw: Any, exports: Mapping[str, Export]) -> tuple[dict[str, str], dict[str, str]]:
    """Let the library register its operators. Return the schema of each export that is one, and why each other export is none."""
    if not raw.implements_function(REGISTER):
        return {}, dict.fromkeys(exports, "the library is built without the feature `torch` of the crate `tvm-ffi-rs`")
    found = json.loads(raw[REGISTER](name))
    schemas = {one["name"]: one["schema"] for one in found["operators"]}
    others = dict.fromkeys(exports.keys() - schemas.keys(), "the library registers no operator for it")
    return schemas, others | {one["name"]: one["reason"] for one in found["left_out"]}


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
