"""The two operators of an export, `ns::f`, and `ns::_f` for calls without a gradient: what torch's dispatcher gets besides the kernels."""

from __future__ import annotations

import torch

from ._fake import fake
from ._gradients import TRACKED, TRACKED_SCOPE, Tracked
from ._operator import Operator
from ._vmap import rule, takes_any_batch

TRANSFORMS = "FuncTorchDynamicLayerFrontMode"
"""The dispatch key at which the transforms of `torch.func` begin."""


def derive(library: torch.library.Library, operator: Operator) -> None:
    """Add what is derived from the contract: fakes, the way past autograd, `vmap`."""
    library.impl(operator.private, torch.library.fallthrough_kernel, "Autograd")
    made = fake(operator)
    for name, call in ((operator.name, operator.public), (operator.private, operator.bare)):
        qualified = f"{operator.namespace}::{name}"
        torch.library.register_fake(qualified, made, lib=library)
        if takes_any_batch(operator):
            torch.library.register_vmap(qualified, rule(operator, call), lib=library)


def differentiate(library: torch.library.Library, operator: Operator, tracked: Tracked) -> None:
    """Add the `Autograd` kernel of `ns::f`. It calls `ns::_f`, so that graphs that autograd has traced contain the faster one."""
    arguments = ", ".join(operator.arguments)
    body = [
        f"if {TRACKED.format(tensors=', '.join(operator.names_of_tensors))}:",
        f"    return __tracked({arguments})",
        f"return __bare({arguments})",
    ]
    scope = {"__tracked": tracked.kernel, "__bare": operator.bare, **TRACKED_SCOPE}
    made = operator.function(f"{operator.name}.autograd", operator.parameters, body, scope)
    library.impl(operator.name, made, "Autograd")
    if tracked.transformed is not None:
        scope = {"__transformed": tracked.transformed}
        transformed = operator.function(f"{operator.name}.transformed", operator.parameters, [f"return __transformed({arguments})"], scope)
        library.impl(operator.name, transformed, TRANSFORMS)
