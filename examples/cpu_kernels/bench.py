"""Time each kernel and the same computation in NumPy, and print a table in Markdown.

Usage: python bench.py <path of the library, built in release> [rounds]

NumPy runs on one thread, as the kernels do, and the figures are the processor time of that thread.
The two take turns; a figure is the median over the rounds.
"""

from __future__ import annotations

import os
import sys

# Read when NumPy is imported: its BLAS is the one part of it that would use all cores.
for _library in ("OPENBLAS", "MKL", "OMP", "BLIS", "VECLIB_MAXIMUM"):
    os.environ[f"{_library}_NUM_THREADS"] = "1"

import statistics
import time
from dataclasses import dataclass
from typing import Any, Callable, Iterator

import numpy as np
import tvm_ffi

SHORT = {"float16": "f16", "float32": "f32", "float64": "f64"}


@dataclass
class Case:
    """One row of the table: two functions without arguments that write the same result."""

    kernel: str
    shape: str
    dtype: str
    numpy: Callable[[], Any]
    here: Callable[[], Any]


class Cases:
    """The rows for each kernel of the library `mod`."""

    def __init__(self, mod: tvm_ffi.Module) -> None:
        self.mod = mod
        self.random = np.random.default_rng(0)

    def normal(self, shape: tuple[int, ...], dtype: str) -> np.ndarray:
        return self.random.standard_normal(shape).astype(dtype)

    def rms_norm(self, n: int, d: int, dtype: str) -> Case:
        x, weight = self.normal((n, d), dtype), self.normal((d,), dtype)
        out, reference = np.empty_like(x), np.empty_like(x)

        def numpy() -> None:
            # NumPy's own arithmetic of 16-bit numbers is far slower than this.
            wide = x.astype(np.float32) if dtype == "float16" else x
            scale = 1 / np.sqrt(np.einsum("ij,ij->i", wide, wide) / d + 1e-6)
            np.multiply(wide * scale[:, None].astype(wide.dtype), weight, out=reference, casting="same_kind")

        return self.case("rms_norm", f"{n} x {d}", x, numpy, (x, weight, out), reference, out)

    def softmax(self, n: int, d: int, dtype: str) -> Case:
        x = self.normal((n, d), dtype)
        out, row_max, reference = np.empty_like(x), np.empty(n, dtype), np.empty_like(x)

        def numpy() -> None:
            wide = np.subtract(x, x.max(axis=1, keepdims=True), dtype=wide_type(dtype))
            np.exp(wide, out=wide)
            np.divide(wide, wide.sum(axis=1, keepdims=True), out=reference, casting="same_kind")

        return self.case("softmax", f"{n} x {d}", x, numpy, (x, out, row_max), reference, out)

    def matmul(self, m: int, k: int, n: int, dtype: str) -> Case:
        a, b = self.normal((m, k), dtype), self.normal((k, n), dtype)
        out, reference = np.empty((m, n), dtype), np.empty((m, n), dtype)

        def numpy() -> None:
            if dtype == "float16":
                reference[...] = a.astype(np.float32) @ b.astype(np.float32)
            else:
                np.matmul(a, b, out=reference)

        return self.case("matmul", f"{m} x {k} x {n}", a, numpy, (a, b, out), reference, out)

    def rope(self, tokens: int, heads: int, d: int, dtype: str, interleaved: bool) -> Case:
        x = self.normal((tokens, heads, d), dtype)
        angles = self.random.uniform(0, 6, (tokens, d // 2))
        table = wide_type(dtype)
        cos, sin = np.cos(angles).astype(table), np.sin(angles).astype(table)
        out, reference = np.empty_like(x), np.empty_like(x)
        halves = (np.s_[..., : d // 2], np.s_[..., d // 2 :])
        if interleaved:
            halves = (np.s_[..., ::2], np.s_[..., 1::2])

        def numpy() -> None:
            a, b = x[halves[0]], x[halves[1]]
            c, s = cos[:, None], sin[:, None]
            np.subtract(a * c, b * s, out=reference[halves[0]], casting="same_kind")
            np.add(b * c, a * s, out=reference[halves[1]], casting="same_kind")

        kind = "interleaved" if interleaved else "split"
        arguments = (x, cos, sin, out, interleaved)
        return self.case(f"rope, {kind}", f"{tokens} x {heads} x {d}", x, numpy, arguments, reference, out)

    def top_k(self, n: int, d: int, k: int, dtype: str) -> Case:
        x = self.normal((n, d), dtype)
        values, indices, reference = np.empty((n, k), dtype), np.empty((n, k), np.int64), np.empty((n, k), dtype)

        def numpy() -> None:
            found = np.argpartition(x, d - k, axis=1)[:, d - k :]
            picked = np.take_along_axis(x, found, axis=1)
            order = np.argsort(-picked, axis=1)
            np.take_along_axis(found, order, axis=1)
            reference[...] = np.take_along_axis(picked, order, axis=1)

        return self.case("top_k", f"{n} x {d}, k = {k}", x, numpy, (x, values, indices), reference, values)

    def dequantize(self, n: int, d: int, dtype: str) -> Case:
        q = self.random.integers(-128, 128, (n, d), np.int8)
        scale = self.random.uniform(0.01, 0.1, n).astype(dtype)
        zero_point = self.random.integers(-10, 10, n, np.int8)
        out, reference = np.empty((n, d), dtype), np.empty((n, d), dtype)

        def numpy() -> None:
            wide = np.subtract(q, zero_point[:, None], dtype=wide_type(dtype))
            np.multiply(wide, scale[:, None], out=reference, casting="same_kind")

        return self.case("dequantize", f"{n} x {d}", out, numpy, (q, scale, out, zero_point), reference, out)

    def case(
        self,
        kernel: str,
        shape: str,
        of: np.ndarray,
        numpy: Callable[[], None],
        arguments: tuple[Any, ...],
        reference: np.ndarray,
        out: np.ndarray,
    ) -> Case:
        function = self.mod[kernel.split(",")[0]]

        def here() -> None:
            function(*arguments)

        numpy()
        here()
        # What is fast and wrong does not count.
        tolerance = {"float16": 4e-3, "float32": 1e-3, "float64": 1e-9}[str(of.dtype)]
        np.testing.assert_allclose(out.astype(float), reference.astype(float), rtol=tolerance, atol=tolerance)
        return Case(kernel, shape, SHORT[str(of.dtype)], numpy, here)

    def all(self) -> Iterator[Case]:
        """Give small and large sizes for one dtype, and the large ones for the others."""
        for dtype in ("float32", "float64", "float16"):
            is_first = dtype == "float32"
            if is_first:
                yield self.rms_norm(16, 256, dtype)
            yield self.rms_norm(1024, 4096, dtype)
            if is_first:
                yield self.softmax(16, 256, dtype)
            for n, d in ((1024, 1024), (8, 50_000)):
                yield self.softmax(n, d, dtype)
            for m, size in ((64, 64), (1, 1024), (256, 256), (1024, 1024)):
                if is_first or m == 1024:
                    yield self.matmul(m, size, size, dtype)
            for interleaved in (False, True):
                yield self.rope(512, 16, 128, dtype, interleaved)
            for k in (8, 1000):
                yield self.top_k(8, 50_000, k, dtype)
            if is_first:
                yield self.dequantize(16, 256, dtype)
            yield self.dequantize(1024, 4096, dtype)


def wide_type(dtype: str) -> str:
    return "float32" if dtype == "float16" else dtype


def repetitions(function: Callable[[], Any]) -> int:
    """Find how often to call a function for a round of 20 ms or so."""
    start = time.thread_time()
    function()
    return max(1, min(1000, int(0.02 / (time.thread_time() - start))))


def seconds(function: Callable[[], Any], calls: int) -> float:
    start = time.thread_time()
    for _ in range(calls):
        function()
    return (time.thread_time() - start) / calls


def measure(case: Case, rounds: int) -> tuple[float, float]:
    """Give the median milliseconds of NumPy and of the kernel, which take turns."""
    calls = [repetitions(case.numpy), repetitions(case.here)]
    times = [(seconds(case.numpy, calls[0]), seconds(case.here, calls[1])) for _ in range(rounds)]
    numpy, here = (1e3 * statistics.median(column) for column in zip(*times))
    return numpy, here


def main() -> None:
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    rounds = int(sys.argv[2]) if len(sys.argv) == 3 else 7
    print("| kernel | shape | dtype | NumPy ms | here ms | NumPy / here |")
    print("|---|---|---|---:|---:|---:|")
    for case in Cases(tvm_ffi.load_module(sys.argv[1])).all():
        numpy, here = measure(case, rounds)
        cells = (case.kernel, case.shape, case.dtype, f"{numpy:.3g}", f"{here:.3g}", f"{numpy / here:.2g}")
        print("| " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
