"""`check(k.f, args)`: what a kernel author's tests ask of a function in each framework."""

from __future__ import annotations

import importlib
from typing import Any, Callable

from ._frameworks import JAX, TORCH, arrays_in, library_of


def check(function: Callable[..., Any], args: tuple[Any, ...], **options: Any) -> dict[str, str]:
    """Check a function of a library with the tools of the framework whose arrays `args` has. The first failure is raised.

    For torch: `opcheck`, `gradcheck` in float64, and the same results and gradients when it is compiled, on `backend="aot_eager"` or another one.
    For JAX: the same results in another program that it compiles, and `check_grads`, for second derivatives too with `order=2`.
    Returns what each check found: `{"opcheck": "passed", "gradcheck": "skipped: it has no backward", "compile": "passed"}`.
    """
    library = next((library_of(type(array)) for array in arrays_in(args)), "")
    if library not in (TORCH, JAX):
        raise TypeError(f"`check` takes arguments with tensors of {TORCH} or arrays of {JAX}, and found none")
    elsewhere = getattr(function, "elsewhere", None)
    if elsewhere is not None:
        function = elsewhere(library)
    module = importlib.import_module(f"{__package__}._{library}._check")
    found: dict[str, str] = module.check(function, tuple(args), **options)
    return found
