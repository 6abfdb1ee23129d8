"""Gradients of pairs."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.test_util import check_grads

X = np.array([[1.0, -2.0, 0.5], [3.0, 0.25, -1.0]])
WEIGHT = np.array([1.0, 2.0, 3.0])


def test_gradients_equal_differences(functions):
    check_grads(functions.rms_norm, (X, WEIGHT), 1, modes=["rev"])
    check_grads(jax.jit(functions.silu), (X,), 1, modes=["rev"])
    check_grads(lambda x, w, bias: functions.linear(x, w, bias), (X, np.ones((3, 2)), np.ones(2)), 1, modes=["rev"])
    check_grads(lambda x: functions.softmax(x)[0], (X,), 1, modes=["rev"])


def test_the_function_of_the_library_has_gradients(library):
    found = jax.grad(lambda x: library.rms_norm(x, WEIGHT).sum())(jnp.asarray(X))
    expected = jax.grad(lambda x: (x / jnp.sqrt((x**2).mean(-1, keepdims=True) + 1e-6) * WEIGHT).sum())(X)
    np.testing.assert_allclose(found, expected, rtol=1e-9)


def test_a_backward_with_a_backward_gives_second_derivatives(functions):
    check_grads(functions.silu, (X,), 2, modes=["rev"])


def test_a_second_derivative_that_no_export_computes_is_refused(functions):
    with pytest.raises(TypeError, match="^`rms_norm_bwd` has no backward: no export is `backward_of = rms_norm_bwd`"):
        jax.grad(lambda x: jax.grad(lambda x: functions.rms_norm(x, WEIGHT).sum())(x).sum())(X)


def test_a_gradient_without_a_backward_is_refused(functions):
    with pytest.raises(TypeError, match="^`silu_mul_` changes `x` in place and cannot have a backward"):
        jax.grad(lambda x: functions.silu_mul_(x, X).sum())(X)
    with pytest.raises(TypeError, match="^`double` has no backward: no export is `backward_of = double`"):
        jax.grad(lambda x: functions.double(x).sum())(X)
    # Nothing asks for its gradient here.
    assert jax.grad(lambda x: (x * functions.double(X)).sum())(X).shape == X.shape


def test_an_array_that_is_missing_has_no_gradient(functions):
    w = np.ones((3, 2))
    dx, dw = jax.grad(lambda x, w: functions.linear(x, w, None).sum(), argnums=(0, 1))(X, w)
    np.testing.assert_allclose(dx, np.full((2, 3), 2.0))
    np.testing.assert_allclose(dw, X.sum(0)[:, None] * np.ones((1, 2)))


def test_outputs_without_a_gradient_add_none(functions):
    found = jax.grad(lambda x: functions.softmax(x)[1].sum())(X)
    np.testing.assert_array_equal(found, np.zeros_like(X))
