"""The function that callers get: it chooses the way of a call."""

from __future__ import annotations

from typing import Any, Callable

import torch

from .._manifest import MANIFEST, Export, Parameter, RustDefault
from .._signature import signature
from .._values import PLAIN, conversion, sequence
from ._direct import TorchDirect, direct
from ._gradients import TRACKED, TRACKED_SCOPE, Reraise, Tracked, is_tracked, transforms_active
from ._operator import Operator


def wrapper(operator: Operator, tracked: Tracked, unpassed: TorchDirect, reraise: Reraise, raw: Any) -> Callable[..., Any]:
    """A function with the signature of the export. `unpassed`: the call that torch's dispatcher has nothing to do with; `raw`: the library."""
    inputs = [operator.python(parameter) for parameter in operator.export.inputs]
    body = ways(operator, inputs)
    sequences = [operator.python(one) for one in operator.export.inputs if not one.is_tensor and conversion(one.schema) is sequence]
    body[:0] = [f"if not __isinstance({name}, __plain): {name} = __sequence({name})" for name in sequences]
    open_defaults = defaults(operator, raw)
    shown = signature(operator.export, with_out=True)
    if shown.out is not None:
        body[:0] = [f"if {shown.out} is not None:", f"    return __into({', '.join([*inputs, f'{shown.out}={shown.out}'])})"]
    body[:0] = [f"if {name} is ...: {name} = __default_{name}()" for name in open_defaults]
    scope: dict[str, Any] = {
        "__is_compiling": torch.compiler.is_compiling,
        "__transforms_active": transforms_active,
        "__public": operator.public,
        "__tracked": tracked.call,
        # The overload itself calls it through a frame of Python.
        "__bare": operator.bare._op,
        "__isinstance": isinstance,
        "__plain": PLAIN,
        "__sequence": sequence,
        "__into": direct(unpassed),
        "__refused": refused(operator, unpassed, reraise),
        **TRACKED_SCOPE,
        **{f"__default_{name}": evaluated for name, evaluated in open_defaults.items()},
    }
    return operator.function(operator.name, shown.text, body, scope, operator.export.documentation)


def defaults(operator: Operator, raw: Any) -> dict[str, Callable[[], Any]]:
    """The defaults that only the library can evaluate, by the names of the parameters in Python."""
    return {operator.python(one): default_of(operator.export, one, raw) for one in operator.export.inputs if isinstance(one.default, RustDefault)}


def default_of(export: Export, parameter: Parameter, raw: Any) -> Callable[[], Any]:
    def evaluated() -> Any:
        try:
            value = raw[MANIFEST](export.name, parameter.name)
        except TypeError:
            raise TypeError(f"{export.name}: pass `{parameter.name}`: only the library knows its default, `{parameter.default.expression}`") from None
        if isinstance(value, str):
            # `tvm_ffi` has a text of its own, which `torch.compile` does not know.
            return str.__str__(value)
        return value if isinstance(value, (int, float, type(None))) else list(value)

    # `torch.compile` takes the value as a constant.
    evaluated._dynamo_marked_constant = True  # type: ignore[attr-defined]
    return evaluated


def ways(operator: Operator, inputs: list[str]) -> list[str]:
    """The lines that choose between the operators and autograd."""
    names = ", ".join(inputs)
    wanted = ["True" for output in operator.outputs if output.need is not None]
    return [
        "if __is_compiling() or __transforms_active():",
        f"    {returned(operator, f'__public({names})')}",
        "try:",
        f"    if {TRACKED.format(tensors=', '.join(operator.names_of_tensors))}:",
        f"        return __tracked({', '.join([*inputs, *wanted])})",
        f"    {returned(operator, f'__bare({names})')}",
        "except RuntimeError as __error:",
        f"    return __refused(__error, ({''.join(f'{name}, ' for name in inputs)}))",
    ]


def refused(operator: Operator, unpassed: TorchDirect, reraise: Reraise) -> Callable[..., Any]:
    """What follows an error of torch: the error of the kernel, also where torch has not called it because of the arguments."""

    def of_kernel(error: RuntimeError, inputs: tuple[Any, ...]) -> Any:
        if not isinstance(error, NotImplementedError) and not str(error).startswith(f"{operator.namespace}::"):
            reraise(error)
        try:
            result = unpassed.ask(inputs)
        except Exception as refusal:
            raise refusal from None
        if any(map(is_tracked, inputs)):
            # The library takes what torch does not, but the result would have no gradient.
            raise error
        return result

    return of_kernel


def returned(operator: Operator, call: str) -> str:
    """The statement that returns the results that callers get."""
    shown = operator.visible
    if len(shown) == len(operator.outputs):
        return f"return {call}"
    if len(shown) == 1:
        return f"return {call}[{shown[0]}]"
    names = [f"__{output.name}" for output in operator.outputs]
    return f"{', '.join(names)} = {call}; return {', '.join(names[index] for index in shown)}"
