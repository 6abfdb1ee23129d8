"""Times calls of operators of PyTorch: `torch_calls.py BLOCKS OURS PEER`. Run by `frameworks.py`; prints JSON."""

import json
import sys
import time
from pathlib import Path
from typing import Any, Callable

import torch

CALLS = 50
OPERATORS = ("silu", "rms_norm", "silu_mul_")


def operators(ours: Path, peer: Path) -> dict[str, dict[str, Any]]:
    """The operators of both libraries. Autograd passes all of them by, so that only the operator is measured."""
    found = {}
    for name, library, prefix in (("ours", ours, "_"), ("peer", peer, "")):
        torch.ops.load_library(str(library))
        namespace = {"ours": "e2e_frameworks", "peer": "cpp_operators"}[name]
        fragment = torch.library.Library(namespace, "FRAGMENT")
        for operator in OPERATORS:
            fragment.impl(prefix + operator, torch.library.fallthrough_kernel, "Autograd")
        _FRAGMENTS.append(fragment)
        found[name] = {operator: getattr(getattr(torch.ops, namespace), prefix + operator).default for operator in OPERATORS}
    return found


_FRAGMENTS: list[Any] = []
"""A registration ends with its library."""


def cases() -> dict[str, tuple[str, tuple[Any, ...]]]:
    """The operator and the arguments of each case."""
    x, matrix, weight = torch.randn(16), torch.randn(4, 16), torch.randn(16)
    return {
        "1 input, 1 output": ("silu", (x,)),
        "2 inputs, 2 outputs": ("rms_norm", (matrix, weight)),
        "in place": ("silu_mul_", (x, torch.ones(16))),
        "1 input with strides": ("silu", (torch.randn(32)[::2],)),
    }


def block(function: Callable[..., Any], arguments: tuple[Any, ...]) -> float:
    """The microseconds of one call, on this thread's processor."""
    start = time.thread_time_ns()
    for _ in range(CALLS):
        function(*arguments)
    return (time.thread_time_ns() - start) / CALLS / 1000


def main() -> None:
    torch.set_num_threads(1)
    blocks, ours, peer = int(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3])
    functions = operators(ours, peer)
    least: dict[str, dict[str, float]] = {case: {} for case in cases()}
    measured = cases()
    for _ in range(blocks):
        for case, (operator, arguments) in measured.items():
            for library, found in functions.items():
                taken = block(found[operator], arguments)
                least[case][library] = min(taken, least[case].get(library, taken))
    print(json.dumps({"version": torch.__version__, "least": least}))


if __name__ == "__main__":
    main()
