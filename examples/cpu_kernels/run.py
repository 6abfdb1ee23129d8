"""Load the kernel library, call each kernel with NumPy arrays, and check the results.

Usage: python run.py <path of the library>
"""

from __future__ import annotations

import sys

import numpy as np
import tvm_ffi


def check(what: str, found: np.ndarray, expected: np.ndarray, tolerance: float = 1e-5) -> None:
    np.testing.assert_allclose(found.astype(float), expected, rtol=tolerance, atol=tolerance)
    print(f"{what:<48} agrees with NumPy")


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    mod = tvm_ffi.load_module(sys.argv[1])
    random = np.random.default_rng(0)

    x = random.standard_normal((4, 300), dtype=np.float32)
    weight = random.standard_normal(300, dtype=np.float32)
    out = np.empty_like(x)

    mod.rms_norm(x, weight, out)
    normed = x / np.sqrt((x * x).mean(axis=1, keepdims=True) + 1e-6) * weight
    check("rms_norm(x, weight, out)", out, normed)

    # One function for four dtypes; the work is done in float32.
    half = x.astype(np.float16)
    mod.rms_norm_(half, weight.astype(np.float16))
    check("rms_norm_(x, weight), float16, in place", half, normed, 5e-3)

    row_max = np.empty(4, np.float32)
    mod.softmax(x, out, row_max)
    powers = np.exp(x - x.max(axis=1, keepdims=True))
    check("softmax(x, out, row_max)", out, powers / powers.sum(axis=1, keepdims=True))
    check("  ... and the maximum of each row", row_max, x.max(axis=1))

    # Some columns of a larger array: rows may have any distance if the elements of each are contiguous.
    wide = random.standard_normal((4, 500), dtype=np.float32)
    powers = np.exp(wide[:, :100])
    mod.softmax_(wide[:, :100])
    check("softmax_(x[:, :100]), in place", wide[:, :100], powers / powers.sum(axis=1, keepdims=True))

    # The factors may have any strides: `weights.T` is not a copy, on either side.
    weights = random.standard_normal((50, 300))
    product = np.empty((4, 50))
    mod.matmul(x.astype(np.float64), weights.T, product)
    check("matmul(x, weights.T, out), float64", product, x.astype(np.float64) @ weights.T)

    tokens, heads, d = 5, 2, 8
    q = random.standard_normal((tokens, heads, d), dtype=np.float32)
    angles = np.outer(np.arange(tokens), 10000.0 ** -np.linspace(0, 1, d // 2, endpoint=False))
    cos, sin = np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32)
    turned = np.empty_like(q)
    mod.rope(q, cos, sin, turned)
    a, b, c, s = q[..., : d // 2], q[..., d // 2 :], cos[:, None], sin[:, None]
    check("rope(x, cos, sin, out)", turned, np.concatenate([a * c - b * s, b * c + a * s], axis=-1))

    # The same pairs, as neighbours.
    pairs = np.stack([a, b], axis=-1).reshape(q.shape)
    mod.rope_(pairs, cos, sin, True)
    check("rope_(x, cos, sin, True), interleaved", pairs[..., ::2], turned[..., : d // 2])

    values, indices = np.empty((4, 3), np.float32), np.empty((4, 3), np.int64)
    mod.top_k(x, values, indices)
    order = np.argsort(-x, axis=1, kind="stable")[:, :3]
    check("top_k(x, values, indices)", indices, order)
    check("  ... and the values", values, np.take_along_axis(x, order, axis=1))

    codes = random.integers(-128, 128, (4, 300), np.int8)
    scale = random.uniform(0.01, 0.1, 4).astype(np.float32)
    zero_point = np.array([0, 1, -2, 3], np.int8)
    mod.dequantize(codes, scale, out, zero_point)
    expected = (codes - zero_point[:, None].astype(int)) * scale[:, None]
    check("dequantize(codes, scale, out, zero_point)", out, expected)

    print()
    print("What does not fit is refused before the kernel runs:")
    refused = [
        lambda: mod.rms_norm(x, weight[:299], out),
        lambda: mod.rms_norm(x, weight.astype(np.float64), out),
        lambda: mod.rms_norm(x.astype(np.int32), weight, out),
        lambda: mod.rms_norm(x.T, weight, out),
        lambda: mod.softmax(x, x, row_max),
        lambda: mod.rope(q[..., :7], cos, sin, turned),
    ]
    for call in refused:
        try:
            call()
        except (TypeError, ValueError) as error:
            print(f"\n{type(error).__name__}: {error}")
        else:
            sys.exit("a wrong argument was accepted")


if __name__ == "__main__":
    main()
