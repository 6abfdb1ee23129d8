"""Gradients: the pair of a forward and its backward as a `custom_vjp`."""

from __future__ import annotations

import functools
from typing import Any, Callable, NoReturn

import jax

from .._manifest import Export
from ._call import Call

Results = Callable[..., tuple[Any, ...]]
"""A function of all inputs in order, that returns all results."""


def differentiable(call: Call, backward: Export, gradients: Results) -> Results:
    """The forward, with the results of the backward as its gradients."""
    forward = call.export
    function = custom(call)
    inputs = [parameter.name for parameter in forward.inputs]
    outputs = [parameter.name for parameter in forward.outputs]
    scalars = [parameter.name for parameter in forward.inputs if not parameter.is_tensor]
    saved = [parameter.name for parameter in backward.inputs if parameter.grad is None and parameter.name not in scalars]

    def forward_rule(*values: Any) -> tuple[Any, Any]:
        # The wrapped function, not the call: it may be differentiated again.
        results = function(*values)
        known = dict(zip([*inputs, *outputs], [*values, *results]))
        # Neither of both has arrays in it, so what JAX keeps says which inputs are missing.
        is_missing = [() if value is None else None for value in values]
        return results, ([known[name] for name in saved], is_missing)

    def backward_rule(*values: Any) -> tuple[Any, ...]:
        *given, (kept, is_missing), cotangents = values
        known = {**dict(zip(scalars, given)), **dict(zip(saved, kept))}
        of_outputs = dict(zip(outputs, cotangents))
        taken = [known[of.name] if of.grad is None else of_outputs[of.grad] for of in backward.inputs]
        found = dict(zip([of.grad for of in backward.outputs], gradients(*taken)))
        # None is a gradient of zeroes, and that of an input that is missing.
        of_inputs = [None if missing == () else found.get(name) for name, missing in zip(inputs, is_missing)]
        return tuple(gradient for name, gradient in zip(inputs, of_inputs) if name not in scalars)

    function.defvjp(forward_rule, backward_rule)
    checked: Results = function
    return checked


def not_differentiable(call: Call) -> Results:
    """An export without a backward: an error says so when its gradient is asked for."""
    function = custom(call)
    changed = [parameter.name for parameter in call.export.inputs if parameter.role == "inout"]
    name = call.export.name
    if changed:
        why = f"`{name}` changes `{changed[0]}` in place and cannot have a backward"
    else:
        why = f"`{name}` has no backward: no export is `backward_of = {name}`"

    def refuse(*_: Any) -> NoReturn:
        raise TypeError(f"{why}; use `jax.lax.stop_gradient` on its arguments")

    function.defvjp(refuse, refuse)
    checked: Results = function
    return checked


def custom(call: Call) -> Any:
    """The call as a function that gets rules of its own. Scalars are not traced."""
    scalars = tuple(index for index, parameter in enumerate(call.export.inputs) if not parameter.is_tensor)

    def function(*inputs: Any) -> tuple[Any, ...]:
        return call(*inputs)

    return functools.partial(jax.custom_vjp, nondiff_argnums=scalars)(function)
