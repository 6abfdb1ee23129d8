"""The checks of torch for one function."""

from __future__ import annotations

from typing import Any, Callable

import torch
from torch.testing import assert_close

from ._direct import tensors_in

Function = Callable[..., Any]


def check(function: Function, args: tuple[Any, ...], *, backend: str = "aot_eager") -> dict[str, str]:
    """Each check with what it found. `args` has one tensor or other value for each parameter; defaults may be left out."""
    of = getattr(function, "operator", None)
    if of is None:
        raise TypeError(f"`{getattr(function, '__name__', function)}` is not an operator of torch: see `left_out` of the library's `torch`")
    operator, pair = of
    return {
        "opcheck": opcheck(operator.public, operator.bare, args),
        "gradcheck": gradcheck(function, args) if pair is not None else "skipped: it has no backward",
        "versions": versions(function, args, operator.changed),
        "compile": compiled(function, args, backend, differentiable=pair is not None),
    }


def opcheck(public: Any, private: Any, args: tuple[Any, ...]) -> str:
    """Schema, fake, and both ways to autograd."""
    torch.library.opcheck(private, copies(args, lambda tensor: tensor.detach().clone()))
    torch.library.opcheck(public, copies(args, lambda tensor: tensor.detach().clone()))
    return "passed"


def gradcheck(function: Function, args: tuple[Any, ...]) -> str:
    """The gradients against differences, in float64 where the function takes it."""
    doubles = copies(args, in_float64)
    try:
        function(*copies(doubles, lambda tensor: tensor.detach()))
    except TypeError as error:
        return f"skipped: it does not take float64 ({str(error).splitlines()[0]})"
    torch.autograd.gradcheck(function, doubles)
    return "passed"


def versions(function: Function, args: tuple[Any, ...], changed: Any) -> str:
    """What is changed in place has another version, by which autograd finds a changed saved tensor."""
    if not changed:
        return "skipped: it changes nothing in place"
    given = copies(args, lambda tensor: tensor.detach().clone())
    before = [tensor._version for tensor in tensors_in(given)]
    function(*given)
    if before == [tensor._version for tensor in tensors_in(given)]:
        raise AssertionError(f"the version of `{changed[0].name}` is what it was before the call")
    return "passed"


def compiled(function: Function, args: tuple[Any, ...], backend: str, *, differentiable: bool) -> str:
    """The same results, changes and gradients as in eager mode, in one graph without breaks."""
    torch._dynamo.reset()
    in_graph = torch.compile(function, backend=backend, fullgraph=True, dynamic=True)
    assert_close(outcome(in_graph, args, differentiable), outcome(function, args, differentiable))
    return "passed"


def outcome(function: Function, args: tuple[Any, ...], differentiable: bool) -> Any:
    """The results, the arguments after the call, and the gradients."""
    given = copies(args, lambda tensor: leaf(tensor, differentiable))
    results = tensors_in(function(*given))
    roots = [result for result in results if result.requires_grad]
    leaves = [tensor for tensor in tensors_in(given) if tensor.requires_grad]
    gradients = torch.autograd.grad([root.sum() for root in roots], leaves, allow_unused=True) if roots else ()
    return [tensor.detach() for tensor in [*results, *tensors_in(given), *(one for one in gradients if one is not None)]]


def leaf(tensor: torch.Tensor, differentiable: bool) -> torch.Tensor:
    return tensor.detach().clone().requires_grad_(differentiable and tensor.is_floating_point())


def in_float64(tensor: torch.Tensor) -> torch.Tensor:
    return tensor.detach().to(torch.float64).requires_grad_() if tensor.is_floating_point() else tensor


def copies(args: tuple[Any, ...], copy: Callable[[torch.Tensor], torch.Tensor]) -> tuple[Any, ...]:
    """The arguments with copies of the tensors, those in lists too."""

    def copied(value: Any) -> Any:
        if isinstance(value, (list, tuple)):
            return [copied(one) for one in value]
        return copy(value) if isinstance(value, torch.Tensor) else value

    return tuple(map(copied, args))
