"""Exports as PyTorch operators and as JAX functions: results, gradients, compiled programs, and the order of kernels."""

from __future__ import annotations

import os

import pytest
from support import DEVICE, LIBRARIES, SLOW, kernels, needs_gpu, normal, torch, zeros

import tvm_ffi_rs  # After `support`, which skips this file without a GPU.

# By default JAX takes most of the GPU's memory.
os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")

library = tvm_ffi_rs.load(str(LIBRARIES / "libframework_kernels.so"))


@pytest.fixture(scope="module", autouse=True)
def loaded() -> None:
    # Compiles the kernel, before a test measures or captures.
    library.scale(zeros(1))


def test_an_operator() -> None:
    x = normal(3, 5, 7)
    assert torch.equal(library.scale(x, by=3.0), 3 * x)
    assert torch.equal(torch.ops.framework_kernels.scale(x), 2 * x)
    out = zeros(3, 5, 7)
    assert library.scale(x, out=out) is out
    assert torch.equal(out, 2 * x)
    assert library.scale(zeros(0, 4)).shape == (0, 4)


def test_the_gradient_of_an_operator() -> None:
    x, weight = normal(10, 10).requires_grad_(), normal(10, 10, seed=1)
    (library.scale(x, by=3.0) * weight).sum().backward()
    assert torch.equal(x.grad, 3 * weight)


def test_what_the_operator_is_checked_for() -> None:
    found = tvm_ffi_rs.check(library.scale, (normal(4, 6).requires_grad_(),))
    assert found["opcheck"] == "passed"
    assert found["compile"] == "passed"


@pytest.mark.parametrize("mode", ["default", "reduce-overhead"])
def test_a_compiled_model(mode: str) -> None:
    """`reduce-overhead` captures the calls into CUDA graphs."""
    if DEVICE == "cuda":
        pytest.importorskip("triton")

    def model(x: torch.Tensor) -> torch.Tensor:
        return library.scale(x.sin(), by=3.0).cos()

    compiled = torch.compile(model, fullgraph=True, mode=mode)
    for seed in range(4):
        x = normal(64, 64, seed=seed)
        torch.testing.assert_close(compiled(x), model(x))
    leaf = normal(64, 64).requires_grad_()
    (expected,) = torch.autograd.grad(model(leaf).sum(), leaf)
    (found,) = torch.autograd.grad(compiled(leaf).sum(), leaf)
    torch.testing.assert_close(found, expected)


@needs_gpu
@pytest.mark.parametrize("is_side", [False, True], ids=["default", "side"])
def test_an_operator_is_ordered_by_the_stream(is_side: bool) -> None:
    x = zeros(1000)
    torch.cuda.synchronize()
    stream = torch.cuda.Stream() if is_side else torch.cuda.default_stream()
    with torch.cuda.stream(stream):
        # In the first round PyTorch loads its kernels, which may wait for running kernels.
        for nanoseconds in (0, SLOW):
            stream.synchronize()
            kernels.slow_fill(x, 3.0, nanoseconds)
            y = library.scale(x.mul_(2), by=5.0) + 1
        is_done = stream.query()
    assert not is_done, "the host has waited for the slow kernel"
    stream.synchronize()
    assert (y == 31).all()


@needs_gpu
def test_an_operator_in_a_graph() -> None:
    x = normal(1000)
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        y = library.scale(x, by=3.0)
    for seed in (10, 20):
        x.copy_(normal(1000, seed=seed))
        graph.replay()
        torch.cuda.synchronize()
        assert torch.equal(y, 3 * x)


@needs_gpu
def test_tensors_of_two_devices() -> None:
    with pytest.raises((ValueError, RuntimeError), match="cpu"):
        library.scale(normal(4), out=torch.zeros(4))
    with pytest.raises((TypeError, ValueError, RuntimeError, NotImplementedError), match="(?i)cuda"):
        library.rms_norm(normal(4, 4), normal(4))  # only for host memory


def test_a_jax_function() -> None:
    jax = pytest.importorskip("jax")
    if DEVICE == "cuda" and jax.default_backend() != "gpu":
        pytest.skip("JAX finds no GPU")
    jnp = jax.numpy
    x = jax.random.normal(jax.random.key(0), (30, 50))
    assert x.devices() == library.scale(x).devices()
    assert (library.scale(x, by=3.0) == 3 * x).all()
    assert (jax.jit(lambda x: library.scale(jnp.sin(x), by=3.0))(x) == 3 * jnp.sin(x)).all()
    weight = jax.random.normal(jax.random.key(1), (30, 50))
    assert (jax.grad(lambda x: (library.scale(x, by=3.0) * weight).sum())(x) == 3 * weight).all()
    assert (jax.vmap(library.scale)(x) == 2 * x).all()
    assert library.scale(jnp.zeros((0, 4))).shape == (0, 4)
    assert tvm_ffi_rs.check(library.scale, (x,))["jit"] == "passed"


def test_a_jax_function_is_ordered_by_the_stream() -> None:
    jax = pytest.importorskip("jax")
    if DEVICE == "cuda" and jax.default_backend() != "gpu":
        pytest.skip("JAX finds no GPU")

    # Each call reads what XLA has just written, and XLA reads what the call has written.
    def step(x: jax.Array, _: None) -> tuple[jax.Array, None]:
        return library.scale(x + 1, by=0.5) * 2 - 1, None

    x = jax.random.normal(jax.random.key(0), (1 << 20,))
    y, _ = jax.jit(lambda x: jax.lax.scan(step, x, length=200))(x)
    expected, _ = jax.jit(lambda x: jax.lax.scan(lambda x, _: ((x + 1) * 0.5 * 2 - 1, None), x, length=200))(x)
    assert jax.numpy.allclose(y, expected, atol=1e-5)
