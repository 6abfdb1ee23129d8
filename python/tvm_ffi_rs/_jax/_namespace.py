"""The functions of a library for JAX, each made when it is first used."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Callable

import jax

from .._manifest import Export
from .._names import Claimed, Tree, identifier
from .._pairs import backwards
from .._shapes import tuple_of
from .._signature import function, signature
from . import HANDLER
from ._call import Call
from ._gradients import Results, differentiable, not_differentiable
from ._varying import all_axes, varying

PACKAGE = "tvm_ffi_rs"
PLATFORMS = {"cpu": "cpu", "cuda": "CUDA"}
"""The platform of XLA for each class of devices."""


class Namespace:
    """One function for each export: attributes by their names in Python, items by those in the library: `namespace["math.halve"]`."""

    def __init__(self, functions: Functions, names: Tree) -> None:
        self._functions, self._names = functions, names

    def __getitem__(self, export: str) -> Callable[..., Any]:
        return self._functions[export]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name not in self._names:
            raise AttributeError(f"{self!r} has no {name!r}")
        found = self._names[name]
        made = self._functions[found] if isinstance(found, str) else Namespace(self._functions, found)
        setattr(self, name, made)
        return made

    def __dir__(self) -> list[str]:
        return sorted(self._names)

    def __repr__(self) -> str:
        return f"<functions of JAX: {self._functions.name}>"


class Functions:
    """Makes the functions of one library."""

    def __init__(self, name: str, raw: Any, exports: Mapping[str, Export], place: Callable[[str], tuple[str, str]]) -> None:
        """`place`: the module and the name by which other processes find a function."""
        self.name, self.raw, self.exports, self.place = name, raw, exports, place
        self.backwards = backwards(exports)
        self.made: dict[str, Callable[..., Any]] = {}
        self.results: dict[str, Results] = {}

    def __getitem__(self, export: str) -> Callable[..., Any]:
        if export not in self.exports:
            raise KeyError(f"`{self.name}` exports no {export!r}")
        if export not in self.made:
            made = self.made[export] = self.function(self.exports[export])
            made.__module__, made.__qualname__ = self.place(f"jax.{export}")
        return self.made[export]

    def function(self, export: Export) -> Callable[..., Any]:
        """The function for callers: all results but those that are saved for the backward."""
        call = Function(export, self.results_of(export))
        shown = signature(export)
        value = Claimed(shown.names.values()).claim("_call")
        inputs = tuple_of(shown.name(parameter) for parameter in export.inputs)
        name, module = identifier(export.name.rpartition(".")[2]), f"{PACKAGE}.{self.name}"
        made = function(name, shown.text, [f"return {value}({inputs})"], {value: call}, doc=export.documentation, module=module)
        made.exports = export, self.exports.get(self.backwards.get(export.name, ""))  # type: ignore[attr-defined]
        return made

    def results_of(self, export: Export) -> Results:
        """The function of all inputs in order, that returns all results."""
        if export.name not in self.results:
            call = Call(export, self.target(export))
            backward = self.backwards.get(export.name)
            if backward is None:
                made = not_differentiable(call)
            else:
                made = differentiable(call, self.exports[backward], self.results_of(self.exports[backward]))
            self.results[export.name] = made
        return self.results[export.name]

    def target(self, export: Export) -> str:
        """The name of the export's handler in XLA, which has it from now on."""
        try:
            address = self.raw[HANDLER](export.name)
        except TypeError as error:
            raise TypeError(f"{error}; call it with arrays of NumPy, or through `.raw`") from None
        target = f"{self.name}.{export.name}"
        for platform in platforms(export):
            jax.ffi.register_ffi_target(target, jax.ffi.pycapsule(address), platform=platform)
        return target


class Function:
    """An export as callers call it, with the inputs in order."""

    def __init__(self, export: Export, results: Results) -> None:
        self.export, self.results = export, results
        saved = [output.saved for output in export.outputs]
        changed = [False for parameter in export.inputs if parameter.role == "inout"]
        self.is_saved = [*saved, *changed]

    def __call__(self, inputs: tuple[Any, ...]) -> Any:
        for parameter, value in zip(self.export.inputs, inputs):
            if not parameter.is_tensor and isinstance(value, jax.core.Tracer):
                raise TypeError(
                    f"{self.export.name}: `{parameter.name}` has to be known when JAX traces the call: "
                    "pass a number of Python, and mark it in `static_argnames` of `jax.jit`"
                )
        results = self.results(*self.varying(inputs))
        returned = [result for result, is_saved in zip(results, self.is_saved) if not is_saved]
        return returned[0] if len(returned) == 1 else tuple(returned)

    def varying(self, inputs: tuple[Any, ...]) -> tuple[Any, ...]:
        """The inputs, with arrays that all vary over the axes that one of them does."""
        arrays = [parameter.is_tensor and isinstance(value, jax.Array) for parameter, value in zip(self.export.inputs, inputs)]
        axes = all_axes(value for value, is_array in zip(inputs, arrays) if is_array)
        return tuple(varying(value, axes) if is_array else value for value, is_array in zip(inputs, arrays)) if axes else inputs


def platforms(export: Export) -> list[str]:
    """The platforms that all tensors may be on."""
    tensors = [parameter for parameter in export.parameters if parameter.is_tensor]
    return [platform for device, platform in PLATFORMS.items() if all(not of.device or device in of.device for of in tensors)]
