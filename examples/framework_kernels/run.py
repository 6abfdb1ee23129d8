"""Train a small block whose kernels are those of the library: with PyTorch and with JAX, where they are installed.

Usage: python run.py <path of the library>
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import numpy as np

if importlib.util.find_spec("tvm_ffi_rs") is None:
    sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))

import tvm_ffi_rs

ROWS, WIDTH, STEPS, RATE = 64, 16, 60, 0.2


def data() -> tuple[np.ndarray, np.ndarray, list[np.ndarray]]:
    """The inputs, the wanted outputs, and the first parameters: a scale and three matrices."""
    random = np.random.default_rng(0)
    x = random.standard_normal((ROWS, WIDTH), dtype=np.float32)
    matrices = [random.standard_normal((WIDTH, WIDTH), dtype=np.float32) * 0.3 for _ in range(3)]
    return x, np.sin(2 * x), [np.ones(WIDTH, np.float32), *matrices]


def draw(name: str, losses: list[float]) -> None:
    """Draw a loss over the steps as text."""
    print(f"{name}: the loss goes from {losses[0]:.4f} to {losses[-1]:.4f}")
    top = max(losses)
    for step in range(0, len(losses), max(1, len(losses) // 12)):
        print(f"  {step:4d} {losses[step]:7.4f} {'#' * round(60 * losses[step] / top)}")


def call_with_numpy(kernels: Any) -> None:
    x, _, _ = data()
    y = kernels.rms_norm(x, np.ones(WIDTH, np.float32))
    np.testing.assert_allclose(y, x / np.sqrt((x * x).mean(axis=1, keepdims=True) + 1e-6), rtol=1e-5)
    probabilities, largest = kernels.softmax(x.astype(np.float64))
    np.testing.assert_allclose(probabilities.sum(axis=1), np.ones(ROWS))
    np.testing.assert_array_equal(largest, x.max(axis=1))
    print("NumPy: rms_norm and softmax agree with their formulas")


def train_with_torch(kernels: Any) -> list[float]:
    import torch

    x, wanted, first = (torch.from_numpy(array) if not isinstance(array, list) else array for array in data())
    parameters = [torch.from_numpy(array.copy()).requires_grad_() for array in first]
    momenta = [torch.zeros_like(parameter) for parameter in parameters]
    scale, up, gate, down = parameters
    losses = []
    for _ in range(STEPS):
        normed = kernels.rms_norm(x, scale)
        y = x + kernels.scale(kernels.silu_mul(normed @ up, normed @ gate) @ down, by=0.5)
        loss = ((y - wanted) ** 2).mean()
        losses.append(loss.item())
        gradients = list(torch.autograd.grad(loss, parameters))
        with torch.no_grad():
            kernels.sgd_([parameter.detach() for parameter in parameters], gradients, momenta, RATE)
    return losses


def train_with_jax(kernels: Any) -> list[float]:
    import jax

    x, wanted, first = data()

    def loss(parameters: list[Any]) -> Any:
        scale, up, gate, down = parameters
        normed = kernels.rms_norm(jax.numpy.asarray(x), scale)
        y = x + kernels.scale(kernels.silu_mul(normed @ up, normed @ gate) @ down, by=0.5)
        return ((y - wanted) ** 2).mean()

    @jax.jit
    def step(parameters: list[Any], momenta: list[Any]) -> tuple[Any, list[Any], list[Any]]:
        value, gradients = jax.value_and_grad(loss)(parameters)
        momenta = [0.9 * momentum + gradient for momentum, gradient in zip(momenta, gradients)]
        parameters = [parameter - RATE * momentum for parameter, momentum in zip(parameters, momenta)]
        return value, parameters, momenta

    parameters = [jax.numpy.asarray(array) for array in first]
    momenta = [jax.numpy.zeros_like(parameter) for parameter in parameters]
    losses = []
    for _ in range(STEPS):
        value, parameters, momenta = step(parameters, momenta)
        losses.append(float(value))
    return losses


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    kernels = tvm_ffi_rs.load(sys.argv[1])
    call_with_numpy(kernels)
    losses = {}
    for name, package, train in [("PyTorch", "torch", train_with_torch), ("JAX", "jax", train_with_jax)]:
        if importlib.util.find_spec(package) is None:
            print(f"{name}: not installed")
            continue
        losses[name] = train(kernels)
        draw(name, losses[name])
        assert losses[name][-1] < 0.5 * losses[name][0]
    if len(losses) == 2:
        np.testing.assert_allclose(losses["PyTorch"], losses["JAX"], rtol=1e-3)
        print("both losses agree")


if __name__ == "__main__":
    main()
