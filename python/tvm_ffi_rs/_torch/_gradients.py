"""How the calls of one operator reach autograd."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, NoReturn, Optional

import torch
from torch.autograd import forward_ad

from ._autograd import eager_function, function_for_transforms
from ._operator import Operator
from ._pair import Pair, floating_results, no_backward

Call = Callable[..., Any]
Reraise = Callable[[RuntimeError], NoReturn]

any_requires_grad = torch._C._any_requires_grad
transforms_active = torch._C._are_functorch_transforms_active

TRACKED = "__is_grad_enabled() and __any_requires_grad({tensors}) or __forward_ad._current_level >= 0"
"""The condition for a call through autograd: also with forward-mode tangents, so that they are refused."""
TRACKED_SCOPE = {"__is_grad_enabled": torch.is_grad_enabled, "__any_requires_grad": any_requires_grad, "__forward_ad": forward_ad}


@dataclass(frozen=True)
class Tracked:
    """What calls of an operator go through where gradients are asked for."""

    call: Call
    """In eager mode; it returns the results that callers get."""
    kernel: Call
    """In the kernel for the key `Autograd`; it returns all results."""
    transformed: Optional[Call]
    """Under the transforms of `torch.func`; it returns all results. None: the kernel serves each level of them."""


def tracked(operator: Operator, pair: Optional[Pair], backward: Optional[Call]) -> Tracked:
    bare = operator.bare
    if operator.changed or not floating_results(operator):
        refuse = refusing(operator, bare)
        return Tracked(refuse, refuse, None)
    kernel = eager_function(operator, bare, pair, backward, range(len(operator.outputs))).apply
    transformed = function_for_transforms(operator, bare, pair, backward).apply
    if pair is None:
        call = refusing(operator, visible(operator, bare))
    else:
        call = eager_function(operator, bare, pair, backward, operator.visible).apply
    if any(parameter.is_list for parameter in operator.tensors):
        return Tracked(*(without_lists(operator, of) for of in (call, kernel, transformed)))
    return Tracked(call, kernel, transformed)


def visible(operator: Operator, call: Call) -> Call:
    """The results that callers get."""
    shown = operator.visible
    if len(shown) == len(operator.outputs):
        return call
    if len(shown) == 1:
        return lambda *args: call(*args)[shown[0]]
    return lambda *args: tuple(call(*args)[index] for index in shown)


def refusing(operator: Operator, call: Call) -> Call:
    """Call an operator that has no backward, unless an argument needs one."""
    if not floating_results(operator):
        return call

    def checked(*args: Any) -> Any:
        for name, arg in zip(operator.arguments, args):
            if is_tracked(arg):
                raise RuntimeError(no_backward(operator, name))
        return call(*args)

    return checked


def without_lists(operator: Operator, call: Call) -> Call:
    """Refuse lists of tensors that need a gradient: autograd does not look into lists."""

    def checked(*args: Any) -> Any:
        for name, arg in zip(operator.arguments, args):
            if isinstance(arg, (list, tuple)) and is_tracked(arg):
                raise RuntimeError(f"`{operator.export.name}` has no gradient for the list `{name}`: pass detached tensors in it")
        return call(*args)

    return checked


def is_tracked(arg: Any) -> bool:
    """Whether a tensor, or one of a list, requires grad or has a tangent."""
    if isinstance(arg, (list, tuple)):
        return any(map(is_tracked, arg))
    if not isinstance(arg, torch.Tensor):
        return False
    return torch.is_grad_enabled() and arg.requires_grad or forward_ad.unpack_dual(arg).tangent is not None


def differentiable(operator: Operator, reraise: Reraise) -> Call:
    """A call of a backward. Its own gradient is asked for with `create_graph`, and by `torch.func`."""
    bare, public = operator.bare, operator.public

    def call(*args: Any) -> Any:
        try:
            if transforms_active() or torch.is_grad_enabled() and any_requires_grad(*args):
                return public(*args)
            return bare(*args)
        except RuntimeError as error:
            reraise(error)

    return call
