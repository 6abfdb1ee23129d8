"""Calls that torch's dispatcher has nothing to do with: with `out=`, and of exports that are not operators."""

from __future__ import annotations

from typing import Any, Callable

import torch

from .._direct import Allocation, Direct
from .._manifest import Export, Parameter
from .._names import identifier
from .._signature import function, signature
from ._gradients import is_tracked, transforms_active


def direct(export: Export, raw: Callable[..., Any], why: str) -> Callable[..., Any]:
    """A function of all inputs, with `out=`. `why`: the message where a gradient is asked for."""
    call = TorchDirect(export, raw, why)
    known = all(allocation.is_known for allocation in call.direct.allocations)
    of = signature(export, with_out=True, out_is_optional=known)
    inputs = "".join(f"{of.name(parameter)}, " for parameter in export.inputs)
    passed = f"*{of.args}" if of.args else f"({inputs})"
    body = [f"return __call({passed}, {of.out or 'None'})"]
    return function(identifier(export.name), of.text, body, {"__call": call}, doc=export.doc or None, module=f"{__package__}.direct")


class TorchDirect:
    """An export as a function of its inputs, and of `out`. It guards against what a function would silently misuse."""

    def __init__(self, export: Export, raw: Callable[..., Any], why: str) -> None:
        self.export, self.why = export, why
        self.direct = Direct(export, raw, lambda library: self, takes_names=False)

    def __call__(self, inputs: tuple[Any, ...], out: Any = None) -> Any:
        given = self.direct.given(out)
        if transforms_active() or any(map(is_tracked, (*inputs, *given))):
            raise RuntimeError(f"{self.why}: pass detached tensors, or call it under `torch.no_grad()`")
        passed = [readable(parameter, value) for parameter, value in zip(self.export.inputs, inputs)]
        device = next((tensor.device for value in passed for tensor in tensors_in(value)), None)
        outputs = [
            self.allocated(allocation, inputs, device) if one is None else one
            for allocation, one in zip(self.direct.allocations, given)
        ]
        changed = [value for parameter, value in zip(self.export.inputs, passed) if parameter.role == "inout"]
        for tensor in tensors_in([*changed, *given]):
            if not tensor.is_inference():
                torch.autograd.graph.increment_version(tensor)
        return self.direct.run(tuple(passed), outputs, as_arrays=False)

    def allocated(self, allocation: Allocation, inputs: tuple[Any, ...], device: Any) -> Any:
        """A new output."""
        if allocation.shape is None or allocation.dtype is None:
            raise TypeError(f"{self.export.name}: the shape or the dtype of `{allocation.output.name}` is not known before the call: pass `out=`")
        dtype = getattr(torch, allocation.dtype) if isinstance(allocation.dtype, str) else inputs[allocation.dtype].dtype
        make = torch.zeros if allocation.output.init == "zero" else torch.empty
        return make(allocation.shape(*inputs), dtype=dtype, device=device)


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


def tensors_in(value: Any) -> list[torch.Tensor]:
    if isinstance(value, (list, tuple)):
        return [tensor for one in value for tensor in tensors_in(one)]
    return [value] if isinstance(value, torch.Tensor) else []
