"""Times calls in one function that JAX compiles: `jax_calls.py BLOCKS LIBRARY`. Run by `frameworks.py`; prints JSON."""

import json
import sys
import time
from pathlib import Path
from typing import Any, Callable

import jax
import jax_tvm_ffi
import tvm_ffi

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))

import tvm_ffi_rs

CALLS = 20
FURTHER = 100
"""Each compiled function has one call of the kernel, or this many more."""


def kernels(library: str) -> dict[str, Callable[[Any], Any]]:
    """The same export, called by our handler and by that of jax-tvm-ffi."""
    jax_tvm_ffi.register_ffi_target("peer.silu", tvm_ffi.load_module(library).silu, platform="cpu")

    def peer(x: Any) -> Any:
        return jax.ffi.ffi_call("peer.silu", jax.ShapeDtypeStruct(x.shape, x.dtype))(x)

    return {"ours": tvm_ffi_rs.load(library).jax.silu, "peer": peer}


def chain(kernel: Callable[[Any], Any], count: int) -> Callable[[Any], Any]:
    @jax.jit
    def function(x: Any) -> Any:
        for _ in range(count):
            x = kernel(x)
        return x

    return function


def block(function: Callable[[Any], Any], x: Any) -> float:
    """The microseconds of one call, by the clock: XLA may run it on another thread."""
    start = time.perf_counter_ns()
    for _ in range(CALLS):
        function(x).block_until_ready()
    return (time.perf_counter_ns() - start) / CALLS / 1000


def main() -> None:
    blocks, library = int(sys.argv[1]), sys.argv[2]
    x = jax.numpy.ones(16, jax.numpy.float32)
    functions = {
        (name, count): chain(kernel, count) for name, kernel in kernels(library).items() for count in (1, 1 + FURTHER)
    }
    least = {key: float("inf") for key in functions}
    for _ in range(blocks):
        for key, function in functions.items():
            least[key] = min(least[key], block(function, x))
    first = {name: least[name, 1] for name in ("ours", "peer")}
    further = {name: (least[name, 1 + FURTHER] - first[name]) / FURTHER for name in first}
    # Nearly all of the first is JAX's own.
    rows = {"a function with one call": {**first, "goal": None}, "a further call in it": {**further, "goal": further["peer"]}}
    print(json.dumps({"version": jax.__version__, "least": rows}))


if __name__ == "__main__":
    main()
