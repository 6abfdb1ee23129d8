"""An export as an operator of torch, which the library has registered: what its fake and its gradient need to know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Callable, Optional, Union

import torch

from .._manifest import NO_DEFAULT, Export, Parameter, Returned, RustDefault
from .._names import identifier
from .._shapes import Sources, binding_order, shape_source, sources
from .._signature import Signature, function, signature


class NoPlace(Exception):
    """An export is not an operator. The message is the reason."""


@dataclass(frozen=True)
class Output:
    """A result of an operator: an output of the export, or a tensor that it returns."""

    name: str
    of: Union[Parameter, Returned]
    dtype: str
    """Of torch: `float32`; or the name in Python of the input that has the same: `x`."""
    like: bool
    """Whether `dtype` is the name of an input."""
    shape: Optional[str]
    """The source of a tuple; None where only the kernel knows it."""
    need: Optional[str] = None
    """The argument that says whether the output is computed."""

    @property
    def is_saved(self) -> bool:
        return isinstance(self.of, Parameter) and self.of.saved

    @property
    def zeroed(self) -> bool:
        return isinstance(self.of, Parameter) and self.of.init == "zero"


@dataclass(frozen=True)
class Operator:
    """An export as an operator of torch."""

    export: Export
    namespace: str
    name: str
    schema: str
    signature: Signature
    """The inputs, as the dispatcher passes them."""
    symbols: Sources
    outputs: tuple[Output, ...]

    @property
    def private(self) -> str:
        return f"_{self.name}"

    @property
    def public(self) -> Any:
        """`torch.ops.ns.f`: right everywhere."""
        return getattr(getattr(torch.ops, self.namespace), self.name).default

    @property
    def bare(self) -> Any:
        """`torch.ops.ns._f`: without a gradient."""
        return getattr(getattr(torch.ops, self.namespace), self.private).default

    def function(self, name: str, parameters: str, body: Sequence[str], scope: dict[str, Any], doc: Optional[str] = None) -> Callable[..., Any]:
        """A function of the operator, in a module that is not there: tracebacks show the name."""
        return function(self.name, parameters, body, scope, doc=doc, module=f"torch.ops.{self.namespace}", qualname=name)

    @property
    def tensors(self) -> tuple[Parameter, ...]:
        """The inputs that are tensors, lists of them among them."""
        return tuple(parameter for parameter in self.export.inputs if parameter.is_tensor)

    @property
    def changed(self) -> tuple[Parameter, ...]:
        return tuple(parameter for parameter in self.tensors if parameter.role == "inout")

    @property
    def arguments(self) -> list[str]:
        """The names of all arguments in Python."""
        needs = [output.need for output in self.outputs if output.need is not None]
        return [*map(self.python, self.export.inputs), *needs]

    @property
    def parameters(self) -> str:
        """The parameters of kernels: `need_<x>` follow the inputs."""
        needs = [f"{output.need}=True" for output in self.outputs if output.need is not None]
        return ", ".join([self.signature.text, *needs] if self.signature.text else needs)

    @property
    def names_of_tensors(self) -> list[str]:
        return [self.python(parameter) for parameter in self.tensors]

    @property
    def visible(self) -> list[int]:
        """The places of the results that callers get."""
        return [index for index, output in enumerate(self.outputs) if not output.is_saved]

    def python(self, parameter: Parameter) -> str:
        return self.signature.name(parameter)


def operator(export: Export, namespace: str, schema: str) -> Operator:
    """Describe an export as an operator. Raises `NoPlace`."""
    shown = [json_defaults_only(parameter) for parameter in export.inputs]
    for parameter in shown:
        if parameter.name.startswith("__"):
            raise NoPlace(f"`{parameter.name}`: names that begin with `__` are those of this package")
    of_inputs = signature(export, parameters=shown)
    symbols = sources(export, of_inputs.names)
    outputs = (*of_parameters(export, of_inputs, symbols), *of_result(export, of_inputs, symbols))
    return Operator(export, namespace, identifier(export.name), schema, of_inputs, symbols, outputs)


def json_defaults_only(parameter: Parameter) -> Parameter:
    """A default that only the library can evaluate has no place in a schema: the argument is required."""
    return replace(parameter, default=NO_DEFAULT) if isinstance(parameter.default, RustDefault) else parameter


def of_parameters(export: Export, names: Signature, symbols: Sources) -> Iterator[Output]:
    """The outputs that are allocated for the kernel."""
    for parameter in export.outputs:
        dtype, like = dtype_of(export, parameter, names)
        need = f"need_{parameter.name}" if parameter.optional and parameter.grad else None
        yield Output(parameter.name, parameter, dtype, like, shape_source(parameter.shape, symbols), need)


def of_result(export: Export, names: Signature, symbols: Sources) -> Iterator[Output]:
    """The tensors that the export returns."""
    result = export.result
    returned = () if result.is_none else (result.tensor,) if result.items is None else result.items
    for index, one in enumerate(returned):
        if one is None or one.shape is None or any(str(entry).startswith("*") and entry not in symbols for entry in one.shape):
            raise NoPlace(f"`returns(...)` does not declare the shape of {'the result' if result.items is None else f'result {index}'}")
        dtype, like = dtype_of(export, one, names)
        yield Output(f"__result{index}", one, dtype, like, shape_source(one.shape, symbols))


def dtype_of(export: Export, of: Union[Parameter, Returned], names: Signature) -> tuple[str, bool]:
    """The dtype of an output, and whether it is that of an input instead."""
    variable = export.variable(of)
    for parameter in binding_order(export):
        if variable is not None and parameter.is_tensor and not parameter.is_list and export.variable(parameter) == variable:
            return names.name(parameter), True
    if variable is not None or len(of.dtype) != 1:
        raise NoPlace("the dtype of a result is not known before the call")
    return of.dtype[0], False
