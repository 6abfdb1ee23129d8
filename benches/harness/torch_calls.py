"""Times calls of operators of PyTorch: `torch_calls.py BLOCKS OURS PEER`. Run by `frameworks.py`; prints JSON."""

import json
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any, Callable, NamedTuple, Optional

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))

import tvm_ffi_rs

CALLS = 50
ONE, FURTHER = "an inductor graph with one call", "a further call in it"
MORE = 20
"""Each compiled function has one call of the operator, or this many more."""
WRAPPER = 0.5
"""The microseconds that a function may take more than its operator."""
BARE = ("silu", "rms_norm", "silu_mul_")
"""The operators that are measured without autograd."""

Call = Callable[[], Any]


class Case(NamedTuple):
    """What is compared, and what our call may take: so much of the peer's time, or `WRAPPER` more than another case; or anything."""

    ours: Call
    peer: Call
    factor: Optional[float] = 1.0
    above: Optional[str] = None

    def goal(self, peer: float, least: dict[str, dict[str, float]]) -> Optional[float]:
        if self.above is not None:
            return least[self.above]["ours"] + WRAPPER
        return None if self.factor is None else self.factor * peer


class Libraries:
    """The kernels of both libraries."""

    def __init__(self, ours: Path, peer: Path) -> None:
        torch.ops.load_library(str(peer))
        self.ours = tvm_ffi_rs.load(ours).torch
        self.bare, self.peer = torch.ops.e2e_frameworks, torch.ops.cpp_operators
        self.fragment = torch.library.Library("cpp_operators", "FRAGMENT")
        # As ours: autograd passes them by, so that only the operator is measured.
        for operator in (*BARE, "rms_norm_bwd"):
            self.fragment.impl(operator, torch.library.fallthrough_kernel, "Autograd")
        torch.library.register_fake("cpp_operators::silu", torch.empty_like, lib=self.fragment)
        self.differentiate()

    def differentiate(self) -> None:
        """Give the peer a gradient, as PyTorch's documentation shows it."""
        backward = self.peer.rms_norm_bwd.default

        def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
            x, weight, _ = inputs
            ctx.save_for_backward(x, weight, output[1])

        def gradients(ctx: Any, dy: Any, _: Any) -> Any:
            dx, dweight = backward(dy, *ctx.saved_tensors)
            return dx, dweight, None

        torch.library.register_autograd("cpp_operators::rms_norm_tracked", gradients, setup_context=setup_context, lib=self.fragment)

    def cases(self) -> dict[str, Case]:
        x, matrix, weight = torch.randn(16), torch.randn(4, 16), torch.randn(16)
        tracked = [tensor.clone().requires_grad_() for tensor in (matrix, weight)]
        strided, ones = torch.randn(32)[::2], torch.ones(16)
        silu, norm, in_place = ((getattr(self.bare, f"_{name}").default, getattr(self.peer, name).default) for name in BARE)
        wrappers, peer_norm = (self.ours.silu, silu[1]), self.peer.rms_norm_tracked.default
        return {
            "1 input, 1 output": Case(*(partial(of, x) for of in silu)),
            "2 inputs, 2 outputs": Case(*(partial(of, matrix, weight) for of in norm)),
            "in place": Case(*(partial(of, x, ones) for of in in_place), factor=None),
            "1 input with strides": Case(*(partial(of, strided) for of in silu)),
            "the function over 1 input, 1 output": Case(*(partial(of, x) for of in wrappers), above="1 input, 1 output"),
            ONE: Case(*(partial(chain(of, 1), x) for of in wrappers), factor=None),
            FURTHER: Case(*(partial(chain(of, 1 + MORE), x) for of in wrappers)),
            "forward tracked; the peer with `register_autograd`": Case(
                lambda: self.ours.rms_norm(*tracked), lambda: peer_norm(*tracked)[0], factor=0.5
            ),
            "the same, forward and backward": Case(
                lambda: torch.autograd.grad(self.ours.rms_norm(*tracked), tracked, matrix),
                lambda: torch.autograd.grad(peer_norm(*tracked)[0], tracked, matrix),
                factor=0.75,
            ),
        }


def chain(operator: Callable[[Any], Any], count: int) -> Callable[[Any], Any]:
    """A function that inductor compiles as one graph. Each has code of its own, since PyTorch keeps what it compiles with the code."""
    scope = {"operator": operator}
    exec("def function(x):\n" + "    x = operator(x)\n" * count + "    return x\n", scope)
    return torch.compile(scope["function"], fullgraph=True)


def same_results(cases: dict[str, Case]) -> None:
    """Both libraries compute the same, or the comparison means nothing."""
    for name, case in cases.items():
        ours, peer = case.ours(), case.peer()
        if ours is not None:
            torch.testing.assert_close(ours, peer, msg=lambda text, name=name: f"{name}: {text}")


def block(call: Call) -> float:
    """The microseconds of one call, on this thread's processor."""
    start = time.thread_time_ns()
    for _ in range(CALLS):
        call()
    return (time.thread_time_ns() - start) / CALLS / 1000


def main() -> None:
    torch.set_num_threads(1)
    blocks, ours, peer = int(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3])
    cases = Libraries(ours, peer).cases()
    same_results(cases)
    least = {name: {"ours": float("inf"), "peer": float("inf")} for name in cases}
    for _ in range(blocks):
        for name, case in cases.items():
            for library in ("ours", "peer"):
                least[name][library] = min(least[name][library], block(getattr(case, library)))
    least[FURTHER] = {library: (taken - least[ONE][library]) / MORE for library, taken in least[FURTHER].items()}
    rows = {name: {**of, "goal": cases[name].goal(of["peer"], least)} for name, of in least.items()}
    print(json.dumps({"version": torch.__version__, "least": rows}))


if __name__ == "__main__":
    main()
