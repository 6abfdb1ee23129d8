"""The checks of JAX for one function."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Callable

import jax
import numpy
from jax.test_util import check_grads

from .._manifest import Export

Function = Callable[..., Any]


def check(function: Function, args: tuple[Any, ...], *, order: int = 1) -> dict[str, str]:
    """Each check with what it found. `args` has one array or other value for each parameter; defaults may be left out. `order`: of the derivatives."""
    of = getattr(function, "exports", None)
    if of is None:
        raise TypeError(f"`{getattr(function, '__name__', function)}` is not a function of a library for JAX")
    forward, backward = of
    return {
        "jit": jit(forward, function, args),
        "check_grads": "skipped: it has no backward" if backward is None else gradients(forward, backward, function, args, order),
    }


def jit(forward: Export, function: Function, args: tuple[Any, ...]) -> str:
    """Other programs that JAX compiles give the same results."""
    places = [index for index, (of, value) in enumerate(zip(forward.inputs, args)) if of.is_tensor and value is not None]
    call = of_arrays(function, args, places)
    arrays = [args[place] for place in places]
    for one, other in zip(results(call(*arrays)), results(jax.jit(call)(*arrays))):
        numpy.testing.assert_array_equal(one, other)
    return "passed"


def gradients(forward: Export, backward: Export, function: Function, args: tuple[Any, ...], order: int) -> str:
    """The gradients against differences, of the outputs and the inputs that have one."""
    inputs, outputs = ({of.grad for of in parameters} for parameters in (backward.outputs, backward.inputs))
    places = [index for index, (of, value) in enumerate(zip(forward.inputs, args)) if of.name in inputs and value is not None]
    call = of_arrays(function, args, places)
    shown = [of.name for of in forward.outputs if not of.saved]

    def differentiable(*arrays: Any) -> list[Any]:
        return [result for name, result in zip(shown, results(call(*arrays))) if name in outputs]

    check_grads(differentiable, [args[place] for place in places], order, modes=["rev"])
    return "passed"


def of_arrays(function: Function, args: tuple[Any, ...], places: Sequence[int]) -> Function:
    """The function of some of its arguments."""

    def call(*arrays: Any) -> Any:
        values = list(args)
        for place, array in zip(places, arrays):
            values[place] = array
        return function(*values)

    return call


def results(found: Any) -> tuple[Any, ...]:
    return found if isinstance(found, tuple) else (found,)
