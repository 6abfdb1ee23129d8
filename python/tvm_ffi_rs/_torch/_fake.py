"""The fake of an operator: the shapes of its outputs from those of its inputs, which may be symbolic."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Callable

import torch

from .._manifest import Entry
from .._shapes import Check, bound_symbol, checks, entry_source
from ._arguments import argument, check_tensors
from ._operator import Operator, Output


def fake(operator: Operator) -> Callable[..., Any]:
    """The fake: the equalities of the contract, and new tensors that are row-major as those of the kernel."""
    body = [f"__check_tensors({', '.join(operator.names_of_tensors)})"]
    optional = {parameter.name for parameter in operator.export.inputs if parameter.optional}
    for check in checks(operator.export, operator.signature.names):
        name = operator.signature.names[check.parameter]
        body.append((f"if {name} is not None: " if check.parameter in optional else "") + source_of(operator, check))
    body += results(operator)
    scope = {
        "__check_tensors": partial(check_tensors, operator.export),
        "__check": check_extent,
        "__check_pack": check_pack,
        "__new_size": new_size,
        **allocators(operator),
    }
    return operator.function(f"{operator.name}.fake", operator.parameters, body, scope)


def source_of(operator: Operator, check: Check) -> str:
    """The source of one comparison."""
    what = f"{argument(operator.export, check.parameter)}: shape[{check.axis}] is expected to be {check.entry}"
    if ":" in check.axis:
        return f"__check_pack({check.actual}, {check.expected}, {what!r})"
    condition = f"{check.actual} % {check.expected} == 0" if check.is_multiple else f"{check.actual} == {check.expected}"
    return f"__check({condition}, {what!r})"


def results(operator: Operator) -> list[str]:
    """Return new tensors."""
    new: dict[str, str] = {}
    made = [made_result(operator, output, new) for output in operator.outputs]
    lines = [f"{name} = __new_size()" for name in new.values()]
    return [*lines, f"return {', '.join(made)}"] if made else lines


def made_result(operator: Operator, output: Output, new: dict[str, str]) -> str:
    """The source of a result. `new` gets the names of extents that only the kernel knows."""
    shape = output.shape or "(" + "".join(f"{extent}, " for extent in extents(operator, output, new)) + ")"
    made = allocated(operator, output, shape)
    return made if output.need is None else f"({made} if {output.need} else {allocated(operator, output, '(0,)')})"


def allocated(operator: Operator, output: Output, shape: str) -> str:
    """The source of a new tensor."""
    make = "__zeros" if output.zeroed else "__empty"
    dtype = f"{output.dtype}.dtype" if output.like else f"__{output.dtype}"
    return f"{make}({shape}, dtype={dtype}, device={device(operator)})"


def allocators(operator: Operator) -> dict[str, Any]:
    """What the source of an allocation names."""
    dtypes = {f"__{output.dtype}": getattr(torch, output.dtype) for output in operator.outputs if not output.like}
    return {"__empty": torch.empty, "__zeros": torch.zeros, **dtypes}


def device(operator: Operator) -> str:
    """The source of the device of all tensors."""
    always = [parameter for parameter in operator.tensors if not parameter.optional]
    first = (always or operator.tensors)[0]
    return operator.python(first) + ("[0]" if first.is_list else "") + ".device"


def extents(operator: Operator, output: Output, new: dict[str, str]) -> Iterator[str]:
    for index, entry in enumerate(output.of.shape or ()):
        known = entry_source(entry, operator.symbols)
        yield known if known is not None else new.setdefault(key_of(output, index, entry), f"__size{len(new)}")


def key_of(output: Output, index: int, entry: Entry) -> str:
    """A symbol is the same extent in all results; any other extent is its own."""
    return bound_symbol(entry) or f"{output.name}[{index}]"


def new_size() -> Any:
    """An extent that depends on data."""
    return torch.library.get_ctx().new_dynamic_size()


def check_extent(condition: Any, what: str) -> None:
    torch._check(condition, lambda: what)


def check_pack(actual: Any, expected: Any, what: str) -> None:
    """Compare extents one by one, since each may be symbolic."""
    torch._check(len(actual) == len(expected), lambda: what)
    for one, other in zip(actual, expected):
        torch._check(one == other, lambda: what)
