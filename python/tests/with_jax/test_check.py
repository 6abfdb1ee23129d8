"""`check`: what it finds, and what it fails for."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import tvm_ffi_rs

PASSED = {"jit": "passed", "check_grads": "passed"}


@pytest.fixture
def x():
    return jnp.asarray([[1.0, -2.0, 0.5], [3.0, 0.25, -1.0]])


def test_what_it_finds(library, functions, x):
    weight = jnp.asarray([1.0, 2.0, 3.0])
    assert tvm_ffi_rs.check(library.rms_norm, (x, weight)) == PASSED
    assert tvm_ffi_rs.check(functions.rms_norm, (x, weight, 0.5)) == PASSED
    assert tvm_ffi_rs.check(library.silu, (x,), order=2) == PASSED
    # `row_max` has no gradient, and neither has a bias that is missing.
    assert tvm_ffi_rs.check(library.softmax, (x,)) == PASSED
    assert tvm_ffi_rs.check(library.linear, (x, jnp.ones((3, 2)), None)) == PASSED
    assert tvm_ffi_rs.check(library.head, (x, 1)) == {"jit": "passed", "check_grads": "skipped: it has no backward"}


def test_a_wrong_gradient_is_found(functions, x):
    from tvm_ffi_rs._jax import _check

    def wrong(x):
        return 2 * functions.silu(x) - jax.lax.stop_gradient(functions.silu(x))

    wrong.exports = functions.silu.exports
    with pytest.raises(AssertionError, match="VJP"):
        _check.check(wrong, (x,))


def test_what_it_refuses(library, x):
    with pytest.raises(TypeError, match="`<lambda>` is not a function of a library for JAX"):
        tvm_ffi_rs.check(lambda x: x, (x,))
    with pytest.raises(TypeError, match="found none"):
        tvm_ffi_rs.check(library.silu, (np.ones(3),))
