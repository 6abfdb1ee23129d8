"""The kernel of an operator in Python: it allocates the outputs and calls the export directly."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Callable

import torch

from .._manifest import Parameter
from ._arguments import check_tensors, dense
from ._direct import TorchDirect
from ._operator import Operator, Output


def kernel(operator: Operator, raw: Callable[..., Any]) -> Callable[..., Any]:
    """The kernel over the function `raw` of the library."""
    unpassed = TorchDirect(operator.export, raw, "")
    body = [line for parameter in operator.tensors for line in made_dense(operator, parameter)]
    body += allocations(operator)
    body += call(operator)
    scope = {
        "__raw": raw,
        "__dense": partial(dense, operator.export),
        "__check": partial(check_tensors, operator.export),
        "__refuse": lambda inputs: unpassed.refuse(inputs, unpassed.direct.given(None)),
        "__fresh": fresh,
        **allocators(operator),
    }
    return operator.function(operator.private, operator.parameters, body, scope)


def allocators(operator: Operator) -> dict[str, Any]:
    """What the source of an allocation names."""
    dtypes = {f"__{output.dtype}": getattr(torch, output.dtype) for output in operator.outputs if not output.like}
    return {"__empty": torch.empty, "__zeros": torch.zeros, **dtypes}


def made_dense(operator: Operator, parameter: Parameter) -> Iterator[str]:
    """Replace an input that is read by a contiguous one, where the contract asks for that."""
    if parameter.layout != "contiguous" or parameter.role == "inout":
        return
    name = operator.python(parameter)
    made = f"__dense({parameter.name!r}, {name})"
    if parameter.is_list:
        yield f"{name} = [__dense({parameter.name!r}, one) for one in {name}]"
    elif parameter.optional:
        yield f"if {name} is not None and not {name}.is_contiguous(): {name} = {made}"
    else:
        yield f"if {name} is None or not {name}.is_contiguous(): {name} = {made}"


def allocations(operator: Operator) -> list[str]:
    """Make the outputs. Inputs that violate the contract can prevent it: then the error names the input."""
    lines = [f"    {allocation(operator, output)}" for output in operator.outputs if output.is_allocated]
    if not lines:
        return []
    inputs = "".join(f"{operator.python(parameter)}, " for parameter in operator.export.inputs)
    refuse = [f"    __check({', '.join(operator.names_of_tensors)})", f"    __refuse(({inputs}))", "    raise"]
    return ["try:", *lines, "except (AttributeError, IndexError, RuntimeError):", *refuse]


def allocation(operator: Operator, output: Output) -> str:
    """The source that makes an output."""
    made = f"{output.name} = {allocated(operator, output, str(output.shape))}"
    return made if output.need is None else f"{made} if {output.need} else None"


def allocated(operator: Operator, output: Output, shape: str) -> str:
    """The source of a new tensor."""
    make = "__zeros" if output.zeroed else "__empty"
    dtype = f"{output.dtype}.dtype" if output.like else f"__{output.dtype}"
    return f"{make}({shape}, dtype={dtype}, device={device(operator)})"


def device(operator: Operator) -> str:
    """The source of the device of all tensors."""
    always = [parameter for parameter in operator.tensors if not parameter.optional]
    first = (always or operator.tensors)[0]
    return operator.python(first) + ("[0]" if first.is_list else "") + ".device"


def call(operator: Operator) -> list[str]:
    """Call the export, and return what the operator returns."""
    arguments = [of.name if of.is_out else operator.python(of) for of in operator.export.parameters]
    line = f"__raw({', '.join(arguments)})"
    returned = [output.name for output in operator.outputs if not output.is_allocated]
    if returned:
        # A tuple of one tensor is a tuple as well.
        comma = "" if operator.export.result.items is None else ","
        line = f"{', '.join(returned)}{comma} = {line}"
    results = ", ".join(result(operator, output) for output in operator.outputs)
    return [line, f"return {results}"] if results else [line]


def result(operator: Operator, output: Output) -> str:
    """The source of a result."""
    if not output.is_allocated:
        return f"__fresh({output.name}, {', '.join(operator.names_of_tensors)})"
    if output.need is None:
        return output.name
    return f"({output.name} if {output.need} else {allocated(operator, output, '(0,)')})"


def fresh(result: Any, *inputs: Any) -> Any:
    """A tensor that shares no memory with an input: torch relies on that."""
    address = result.untyped_storage().data_ptr()
    tensors = [tensor for one in inputs for tensor in (one if isinstance(one, (list, tuple)) else [one])]
    shared = any(tensor is not None and tensor.untyped_storage().data_ptr() == address for tensor in tensors)
    return result.clone() if shared else result
