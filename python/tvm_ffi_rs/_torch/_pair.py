"""An operator and its backward: what the backward takes, and whose gradients it gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from .._manifest import Parameter
from ._operator import Operator, Output

FLOATING = ("float", "bfloat", "complex")


@dataclass(frozen=True)
class Pair:
    """Names are those of the arguments and results of the forward."""

    forward: Operator
    backward: Operator
    saved: tuple[str, ...]
    """The tensors that the backward takes."""
    lists: tuple[str, ...]
    """The lists of tensors that it takes."""
    kept: tuple[str, ...]
    """The other values that it takes."""
    names: dict[str, str]
    """The names of both in Python, by those in the library."""
    gradients: dict[str, str]
    """The result of the backward that is the gradient of an input."""

    @property
    def differentiable(self) -> list[str]:
        """The results of the forward whose gradients the backward takes."""
        return [parameter.grad for parameter in self.backward.export.inputs if parameter.grad is not None]

    def may_be_missing(self, result: str) -> bool:
        """Whether the backward takes None for the gradient of a result."""
        return any(parameter.grad == result and parameter.optional for parameter in self.backward.export.inputs)


def pair(forward: Operator, backward: Operator) -> Pair:
    """Match the parameters of a backward with what the forward takes and returns."""
    inputs = {parameter.name: parameter for parameter in forward.export.inputs}
    names = {**forward.signature.names, **{output.name: output.name for output in forward.outputs}}
    taken = [parameter for parameter in backward.export.inputs if parameter.grad is None]
    saved = [names[parameter.name] for parameter in taken if parameter.is_tensor and not parameter.is_list]
    lists = [names[parameter.name] for parameter in taken if parameter.is_tensor and parameter.is_list]
    kept = [names[parameter.name] for parameter in taken if not parameter.is_tensor]
    gradients = {names[of]: output.name for output, of in gradients_of(backward) if of in inputs}
    return Pair(forward, backward, tuple(saved), tuple(lists), tuple(kept), names, gradients)


def gradients_of(backward: Operator) -> list[tuple[Output, str]]:
    """The results of a backward, each with the name of the tensor whose gradient it is."""
    return [
        (output, output.of.grad)
        for output in backward.outputs
        if isinstance(output.of, Parameter) and output.of.grad is not None
    ]


def floating_results(operator: Operator) -> list[str]:
    """What the operator returns or changes that may have a gradient."""
    of_outputs = [(output.name, output.of) for output in operator.outputs if not output.is_saved]
    of_changed = [(parameter.name, parameter) for parameter in operator.changed]
    return [name for name, of in [*of_outputs, *of_changed] if is_floating(operator.export.dtypes(of))]


def is_floating(dtypes: tuple[str, ...]) -> bool:
    """Whether a tensor may be one of floats, by the dtypes that are accepted; none: any."""
    return not dtypes or any(dtype.startswith(FLOATING) for dtype in dtypes)


def no_backward(operator: Operator, name: Optional[str] = None) -> str:
    """The message about an operator whose gradient is asked for."""
    call = "call it under `torch.no_grad()`"
    if operator.changed:
        why = f"`{operator.export.name}` changes `{operator.python(operator.changed[0])}` in place and cannot have a backward"
    else:
        why = f"`{operator.export.name}` has no backward: no export is `backward_of = {operator.export.name}`"
    return why if name is None else f"{why}; `{name}` requires grad: pass `{name}.detach()`, or {call}"
