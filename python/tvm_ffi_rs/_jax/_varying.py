"""Over which axes of a mesh arrays vary inside of `shard_map`. JAX wants it to be the same for all arrays of a call, and does not derive it for results."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import jax

Axes = frozenset[Any]


def axes_of(array: Any) -> Axes:
    """None outside of `shard_map`."""
    found = jax.typeof(array)
    # JAX 0.9 put them into a type of its own.
    axes: Axes = found.vma if hasattr(found, "vma") else found.manual_axis_type.varying
    return axes


def all_axes(arrays: Iterable[Any]) -> Axes:
    return frozenset().union(*map(axes_of, arrays))


def varying(array: Any, axes: Axes) -> Any:
    """The array as one that varies over more axes; its gradient is the sum over those."""
    missing = tuple(axes - axes_of(array))
    if not missing:
        return array
    # JAX 0.9 renamed the function.
    return jax.lax.pcast(array, missing, to="varying") if hasattr(jax.lax, "pcast") else jax.lax.pvary(array, missing)
