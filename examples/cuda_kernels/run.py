"""Load the kernel library, call each function with arrays in host memory and on a GPU, if there is one, and check the results.

Usage: python run.py <path of the library>

Arrays in host memory are NumPy's, and arrays on a GPU are PyTorch's.
"""

from __future__ import annotations

import sys
from typing import Any, Callable

import numpy as np
import tvm_ffi

random = np.random.default_rng(0)


def normal(*shape: int, dtype: str = "float32") -> np.ndarray:
    return random.standard_normal(shape, dtype=np.float32).astype(dtype)


def softmax(x: np.ndarray) -> np.ndarray:
    powers = np.exp(x - x.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


class Place:
    """A device for the arrays."""

    def __init__(self, name: str, put: Callable[[np.ndarray], Any], get: Callable[[Any], np.ndarray]) -> None:
        self.name, self.put, self.get = name, put, get

    def check(self, what: str, found: Any, expected: np.ndarray, tolerance: float = 1e-5) -> None:
        np.testing.assert_allclose(self.get(found).astype(float), expected, rtol=tolerance, atol=tolerance)
        print(f"{self.name:<5} {what:<44} agrees with NumPy")


def places() -> list[Place]:
    found = [Place("cpu", lambda array: array, lambda array: array)]
    try:
        import torch
    except ImportError:
        print("no PyTorch: no function is called on a GPU")
        return found
    if torch.cuda.is_available():
        found.append(Place("cuda", lambda array: torch.from_numpy(array).cuda(), lambda tensor: tensor.cpu().numpy()))
    else:
        print("PyTorch finds no GPU: no function is called on one")
    return found


def call_all(mod: tvm_ffi.Module, at: Place) -> None:
    """Call each function with arrays on one device."""
    put, check = at.put, at.check

    a, b = normal(1000), normal(1000)
    c = put(np.empty_like(a))
    mod.vadd(put(a), put(b), c)
    check("vadd(a, b, c)", c, a + b)

    result = put(np.empty(1, np.float32))
    mod.dot(put(a), put(b), result)
    check("dot(a, b, result)", result, np.dot(a.astype(float), b), 1e-4)

    x, weight = normal(4, 512, dtype="float16"), normal(512, dtype="float16")
    y = put(np.empty_like(x))
    mod.rmsnorm(put(x), put(weight), y)
    wide, factors = x.astype(float), weight.astype(float)
    normed = wide / np.sqrt((wide * wide).mean(axis=1, keepdims=True) + 1e-6) * factors
    check("rmsnorm(x, weight, y), float16", y, normed, 5e-3)

    # Some columns of a larger array: rows may have gaps between them if each begins at a multiple of 16 bytes.
    columns = put(x)[:, 128:384]
    mod.rmsnorm(columns, put(weight)[128:384], y[:, :256])
    wide, factors = wide[:, 128:384], factors[128:384]
    normed = wide / np.sqrt((wide * wide).mean(axis=1, keepdims=True) + 1e-6) * factors
    check("rmsnorm(x[:, 128:384], weight[128:384], ...)", y[:, :256], normed, 5e-3)

    # Rows of any length. On a GPU another kernel handles long ones.
    for d in (1000, 50000):
        x = normal(3, d)
        y = put(np.empty_like(x))
        mod.softmax(put(x), y)
        check(f"softmax(x, y), {d} columns", y, softmax(x))

    a, b = normal(70, 200, dtype="float16"), normal(130, 200, dtype="float16")
    c = put(np.empty((70, 130), np.float16))
    mod.gemm(put(a), put(b), c)
    check("gemm(a, b, c), float16", c, a.astype(float) @ b.astype(float).T, 1e-2)


def refused(call: Callable[[], object]) -> None:
    try:
        call()
    except (TypeError, ValueError) as error:
        print(f"\n{type(error).__name__}: {error}")
    else:
        sys.exit("a wrong argument was accepted")


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    mod = tvm_ffi.load_module(sys.argv[1])
    for place in places():
        call_all(mod, place)

    print("\nWhat does not fit is refused, wherever it is:")
    x, weight, y = normal(4, 512, dtype="float16"), normal(512, dtype="float16"), np.empty((4, 512), np.float16)
    refused(lambda: mod.rmsnorm(x[:, :12], weight[:12], y[:, :12]))
    refused(lambda: mod.rmsnorm(x[:, 1:9], weight[:8], y[:, :8]))
    refused(lambda: mod.rmsnorm(x.astype(np.float32), weight, y))
    refused(lambda: mod.gemm(x, x[:, :256], y))
    refused(lambda: mod.softmax(x, x))


if __name__ == "__main__":
    main()
