"""Autograd: for an operator one `autograd.Function` for eager mode, and one for the transforms of `torch.func`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any, Callable, Optional

import torch

from ._operator import Operator
from ._pair import Pair, no_backward

Call = Callable[..., Any]
Function = type[torch.autograd.Function]


def eager_function(operator: Operator, bare: Call, pair: Optional[Pair], backward: Optional[Call], shown: Sequence[int]) -> Function:
    """The Function of eager mode, which returns the results at `shown`. `forward` does all: a separate `setup_context` costs twice as much."""
    results = [output.name for output in operator.outputs]
    returned = [results[index] for index in shown]
    body = [f"{', '.join(results)} = __bare({', '.join(operator.arguments)})", *saving(pair, returned), f"return {', '.join(returned)}"]
    forward = method(operator, "forward", ["__ctx", *operator.arguments], body, {"__bare": bare, **SAVING})
    return class_of(operator, forward=forward, backward=backward_method(operator, pair, backward, returned))


def function_for_transforms(operator: Operator, bare: Call, pair: Optional[Pair], backward: Optional[Call]) -> Function:
    """The Function that `torch.func` takes. It returns all results, since what is saved is taken from them."""
    results = [output.name for output in operator.outputs]
    arguments = ", ".join(operator.arguments)
    forward = method(operator, "forward", [operator.parameters], [f"return __bare({arguments})"], {"__bare": bare})
    body = [f"{arguments}, = __inputs", f"{', '.join(results)} = __output", *saving(pair, results)]
    setup = method(operator, "setup_context", ["__ctx", "__inputs", "__output"], body, SAVING)
    made = class_of(operator, forward=forward, setup_context=setup, backward=backward_method(operator, pair, backward, results))
    made.generate_vmap_rule = True
    return made


def class_of(operator: Operator, **methods: Call) -> Function:
    """A class of static methods. autograd calls its nodes `<name>Backward`."""
    made: Function = type(operator.name, (torch.autograd.Function,), {name: staticmethod(of) for name, of in methods.items()})
    return made


def method(operator: Operator, name: str, parameters: Sequence[str], body: Sequence[str], scope: dict[str, Any]) -> Call:
    return operator.function(f"{operator.name}.{name}", ", ".join(parameters), body, scope)


def saving(pair: Optional[Pair], returned: Sequence[str]) -> list[str]:
    """The lines that save what the backward takes."""
    lines = ["__ctx.set_materialize_grads(False)"]
    if pair is None:
        return lines
    # autograd checks the versions of what it saves, also of the tensors of a list.
    lists = [f"*__flat({', '.join(pair.lists)})"] if pair.lists else []
    lines.append(f"__ctx.save_for_backward({', '.join([*pair.saved, *lists])})")
    if lists:
        lines.append(f"__ctx.counts = __counts({', '.join(pair.lists)})")
    if pair.kept:
        lines.append(f"__ctx.kept = ({', '.join(pair.kept)},)")
    constant = [name for name in returned if name not in pair.differentiable]
    if constant:
        lines.append(f"__ctx.mark_non_differentiable({', '.join(constant)})")
    for name in zero_filled(pair):
        lines.append(f"__ctx.like_{name} = {name}.shape, {name}.dtype, {name}.device")
    return lines


def zero_filled(pair: Pair) -> list[str]:
    """The results whose missing gradient is zeros. If there is only one result, the backward does not run without its gradient."""
    if len(pair.differentiable) < 2:
        return []
    return [name for name in pair.differentiable if not pair.may_be_missing(name)]


def backward_method(operator: Operator, pair: Optional[Pair], backward: Optional[Call], returned: Sequence[str]) -> Call:
    """Call the backward with a gradient for each result that is returned."""
    if pair is None:
        return refusing(operator)
    gradient_of = {name: f"__gradient{index}" for index, name in enumerate(returned)}
    are_missing = " and ".join(f"{gradient_of[name]} is None" for name in pair.differentiable)
    body = [f"if {are_missing}: return ({'None, ' * len(pair.forward.arguments)})"]
    for name in zero_filled(pair):
        body.append(f"if {gradient_of[name]} is None: {gradient_of[name]} = __zeros(__ctx.like_{name})")
    if pair.lists:
        body.append(f"{', '.join([*pair.saved, '*__tensors'])}, = __ctx.saved_tensors")
        body.append(f"{', '.join(pair.lists)}, = __lists(__tensors, __ctx.counts)")
    elif pair.saved:
        body.append(f"{', '.join(pair.saved)}, = __ctx.saved_tensors")
    body += [f"{', '.join(pair.kept)}, = __ctx.kept"] if pair.kept else []
    body.append("__needs = __ctx.needs_input_grad")
    body += calling(pair, gradient_of)
    scope = {"__backward": backward, "__zeros": zeros, "__lists": lists_of}
    return method(operator, "backward", ["__ctx", *gradient_of.values()], body, scope)


def calling(pair: Pair, gradient_of: dict[str, str]) -> list[str]:
    """The lines that call the backward, and return the gradient of each argument that needs one."""
    outputs = pair.backward.outputs
    needs = {name: f"__needs[{index}]" for index, name in enumerate(pair.forward.arguments)}
    input_of = {gradient: name for name, gradient in pair.gradients.items()}
    arguments = [
        gradient_of[parameter.grad] if parameter.grad is not None else pair.names[parameter.name]
        for parameter in pair.backward.export.inputs
    ]
    arguments += [needs[input_of[output.name]] for output in outputs if output.need is not None]
    gradients = [f"__{pair.gradients[name]} if {need} else None" if name in pair.gradients else "None" for name, need in needs.items()]
    return [
        f"{', '.join(f'__{output.name}' for output in outputs)} = __backward({', '.join(arguments)})",
        f"return {', '.join(gradients)}",
    ]


def flat(*lists: Optional[Sequence[Any]]) -> list[Any]:
    """The tensors of all lists."""
    return [tensor for tensors in lists if tensors is not None for tensor in tensors]


def counts(*lists: Optional[Sequence[Any]]) -> list[Optional[int]]:
    return [None if tensors is None else len(tensors) for tensors in lists]


def lists_of(tensors: Sequence[Any], counts: Sequence[Optional[int]]) -> list[Optional[list[Any]]]:
    """The lists that `flat` made one."""
    rest = iter(tensors)
    return [None if count is None else list(islice(rest, count)) for count in counts]


SAVING = {"__flat": flat, "__counts": counts}
"""What the lines of `saving` name."""


def zeros(like: tuple[Any, torch.dtype, torch.device]) -> Any:
    shape, dtype, device = like
    return torch.zeros(shape, dtype=dtype, device=device)


def refusing(operator: Operator) -> Call:
    """The backward of an operator that has none."""

    def backward(ctx: Any, *gradients: Any) -> Any:
        raise RuntimeError(no_backward(operator))

    return backward
