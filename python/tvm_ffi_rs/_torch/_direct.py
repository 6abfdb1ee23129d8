"""Calls that torch's dispatcher has nothing to do with: with `out=`, and of exports that are not operators."""

from __future__ import annotations

from typing import Any, Callable

import torch

from .._direct import Allocation, Direct
from .._frameworks import JAX, NUMPY, arrays_in, library_of
from .._manifest import Export, Parameter
from .._names import identifier
from .._signature import function, signature
from ._gradients import is_tracked, transforms_active


def direct(call: TorchDirect) -> Callable[..., Any]:
    """A function of all inputs, with `out=`."""
    export = call.export
    known = all(allocation.is_known for allocation in call.direct.allocations)
    of = signature(export, with_out=True, out_is_optional=known)
    inputs = "".join(f"{of.name(parameter)}, " for parameter in export.inputs)
    passed = of.args or f"({inputs})"
    body = [f"return __call({passed}, {of.out or 'None'})"]
    return function(identifier(export.name), of.text, body, {"__call": call}, doc=export.documentation, module=f"{__package__}.direct")


class TorchDirect:
    """An export as a function of its inputs, and of `out`. It guards against what a function would silently misuse.

    `why`: the message where a gradient is asked for.
    """

    def __init__(self, export: Export, raw: Callable[..., Any], why: str) -> None:
        self.export, self.why = export, why
        self.direct = Direct(export, raw, lambda library: self, takes_names=False)

    def __call__(self, inputs: tuple[Any, ...], out: Any = None) -> Any:
        given = self.direct.given(out)
        if transforms_active() or any(map(is_tracked, (*inputs, *given))):
            raise RuntimeError(f"{self.why}: pass detached tensors, or call it under `torch.no_grad()`")
        return self.run(inputs, given)

    def ask(self, inputs: tuple[Any, ...]) -> Any:
        """The call without torch's dispatcher, which has refused the inputs: the library says why, or takes them."""
        with torch.no_grad():
            return self.run(inputs, self.direct.given(None))

    def run(self, inputs: tuple[Any, ...], given: tuple[Any, ...]) -> Any:
        for parameter, value in zip(self.export.inputs, inputs):
            for array in arrays_in(value):
                if library_of(type(array)) in (NUMPY, JAX):
                    raise TypeError(f"{self.direct.where(parameter)} is a {type(array).__name__}, and another is a torch.Tensor: pass arrays of one library")
        passed = tuple(readable(parameter, value) for parameter, value in zip(self.export.inputs, inputs))
        self.refuse(passed, given)
        device = device_of(passed)
        outputs = [self.allocated(allocation, inputs, device) if one is None else one for allocation, one in zip(self.direct.allocations, given)]
        for array in self.direct.to_clear(given):
            clear(array, passed)
        changed = [value for parameter, value in zip(self.export.inputs, passed) if parameter.role == "inout"]
        for tensor in tensors_in([*changed, *given]):
            if not tensor.is_inference():
                torch.autograd.graph.increment_version(tensor)
        return self.direct.run((*passed, *inputs[len(passed) :]), outputs, as_arrays=False)

    def refuse(self, inputs: tuple[Any, ...], given: tuple[Any, ...]) -> None:
        """Let the library refuse inputs that do not have the shape or the dtype of an output."""
        if not self.direct.are_possible(inputs, given):
            device = device_of(inputs)
            self.direct.run(inputs, [self.placeholder(allocation, inputs, device) for allocation in self.direct.allocations], as_arrays=False)

    def allocated(self, allocation: Allocation, inputs: tuple[Any, ...], device: Any) -> Any:
        """A new output."""
        name = allocation.name_of_dtype(inputs)
        if allocation.shape is None or name is None:
            raise TypeError(f"{self.export.name}: the shape or the dtype of `{allocation.output.name}` is not known before the call: pass `out=`")
        make = torch.zeros if allocation.output.init == "zero" else torch.empty
        return make(allocation.shape(*inputs), dtype=getattr(torch, name), device=device)

    def placeholder(self, allocation: Allocation, inputs: tuple[Any, ...], device: Any) -> Any:
        dtype = getattr(torch, allocation.name_of_dtype(inputs) or "float32")
        return torch.empty((0,) * (allocation.output.ndim or 0), dtype=dtype, device=device)


def clear(tensor: Any, inputs: tuple[Any, ...]) -> None:
    """Make the elements of an output zeros. One that an input shares is left to the library, which refuses it."""
    if not isinstance(tensor, torch.Tensor):
        raise TypeError(f"an output is a {type(tensor).__name__}, expected a torch.Tensor")
    address = tensor.untyped_storage().data_ptr()
    if all(one.untyped_storage().data_ptr() != address for value in inputs for one in tensors_in(value)):
        tensor.zero_()


def readable(parameter: Parameter, value: Any) -> Any:
    """Tensors whose memory has their values: torch may keep a negation or a conjugation for later."""
    if isinstance(value, (list, tuple)):
        return [readable(parameter, one) for one in value]
    if not isinstance(value, torch.Tensor):
        return value
    if parameter.role == "inout":
        if value.is_neg() or value.is_conj():
            raise RuntimeError(f"`{parameter.name}` is a negated or conjugated view, and the function writes it")
        return value
    resolved = value.resolve_neg().resolve_conj()
    return resolved.contiguous() if parameter.layout == "contiguous" else resolved


def device_of(inputs: tuple[Any, ...]) -> Any:
    """The device of the first tensor."""
    return next((tensor.device for value in inputs for tensor in tensors_in(value)), None)


def tensors_in(value: Any) -> list[torch.Tensor]:
    if isinstance(value, (list, tuple)):
        return [tensor for one in value for tensor in tensors_in(one)]
    return [value] if isinstance(value, torch.Tensor) else []
