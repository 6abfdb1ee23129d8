"""`vmap`: where the shapes of all tensors begin with the same pack, a mapped dimension is one more of the pack."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Callable, Optional

from .._shapes import begin_with_one_pack
from ._operator import Operator


def takes_any_batch(operator: Operator) -> bool:
    """Whether the shape of every tensor begins with one pack."""
    tensors = [*operator.tensors, *(output.of for output in operator.outputs)]
    return begin_with_one_pack(of.shape for of in tensors)


def rule(operator: Operator, call: Callable[..., Any]) -> Callable[..., Any]:
    """The rule for `torch.library.register_vmap`: each tensor gets the mapped dimension as its first."""
    places = {name: index for index, name in enumerate(operator.arguments)}
    changed = {places[operator.python(parameter)] for parameter in operator.changed}
    tensors = {places[name] for name in operator.names_of_tensors}

    def mapped(info: Any, in_dims: Sequence[Optional[int]], *args: Any) -> tuple[Any, Any]:
        moved = list(args)
        for index in tensors & set(range(len(args))):
            if args[index] is None:
                continue
            if in_dims[index] is None and index in changed:
                name = operator.arguments[index]
                raise RuntimeError(f"vmap: `{operator.export.name}` changes `{name}`, which has no mapped dimension, and another input has one")
            moved[index] = moved_first(args[index], in_dims[index], info.batch_size)
        results = call(*moved)
        dims = tuple(None if is_left_out(args, places, output.need) else 0 for output in operator.outputs)
        if len(dims) < 2:
            return results, dims[0] if dims else None
        return results, dims

    return mapped


def moved_first(tensor: Any, dim: Optional[int], size: int) -> Any:
    if dim is None:
        return tensor.unsqueeze(0).expand(size, *tensor.shape)
    return tensor.movedim(dim, 0)


def is_left_out(args: Sequence[Any], places: dict[str, int], need: Optional[str]) -> bool:
    """Whether an argument says that a result is not computed. The dispatcher leaves out defaults."""
    return need is not None and places[need] < len(args) and not args[places[need]]
