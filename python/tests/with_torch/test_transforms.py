"""The transforms of `torch.func`, over the functions and over the operators."""

import warnings

import pytest
import torch
from support import double, rms_norm, silu, sincos, softmax
from torch.func import functional_call, grad, jacrev, jvp, vjp, vmap
from torch.testing import assert_close


@pytest.fixture(params=["function", "operator"])
def ours(request, k, ops):
    """The kernels, as callers call them and as graphs do."""
    if request.param == "function":
        return k

    class Operators:
        silu, sincos, double = ops.silu, ops.sincos, ops.double
        rms_norm = staticmethod(lambda *args: ops.rms_norm(*args)[0])
        softmax = staticmethod(lambda x: ops.softmax(x)[:2])

    return Operators


def test_grad(ours):
    x, w = double(4, 6), double(6)
    assert_close(*(grad(lambda x, w: f(x, w).pow(2).sum(), (0, 1))(x, w) for f in (ours.rms_norm, rms_norm)))
    assert_close(*(vjp(f, x)[1]((x, 2 * x)) for f in (ours.sincos, sincos)))


def test_jacrev(ours):
    x, w = double(3, 4), double(4)
    assert_close(*(jacrev(f)(x) for f in (ours.silu, silu)))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        assert_close(*(jacrev(f, (0, 1))(x, w) for f in (ours.rms_norm, rms_norm)))
        assert_close(*(jacrev(lambda x: f(x)[0])(x) for f in (ours.softmax, softmax)))


def test_nested_levels(ours):
    x = double(3, 4)

    def of(f):
        return lambda x: (f(x) * x).sum() + (grad(lambda x: (f(x) ** 2).sum())(x) ** 2).sum()

    assert_close(*(grad(of(f))(x) for f in (ours.silu, silu)))
    assert_close(*(vmap(grad(of(f)))(x) for f in (ours.silu, silu)))
    with pytest.raises(RuntimeError, match="`rms_norm_bwd` has no backward"):
        grad(lambda x: grad(lambda x: ours.rms_norm(x, x[0]).sum())(x).sum())(x)


@pytest.mark.parametrize("in_dim", [0, 1, 2])
def test_vmap_of_a_pack_is_one_call(ours, in_dim):
    x = double(3, 4, 5)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        y = vmap(ours.silu, in_dims=in_dim)(x)
        assert_close(y, silu(x).movedim(in_dim, 0))
        assert_close(vmap(grad(lambda x: ours.silu(x).sum()), in_dims=in_dim)(x), vmap(grad(lambda x: silu(x).sum()), in_dims=in_dim)(x))
        assert_close(grad(lambda x: vmap(ours.silu)(x).sum())(x), grad(lambda x: silu(x).sum())(x))


def test_vmap_of_rows_is_a_loop(ours):
    x, w = double(3, 4, 6), double(6)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        assert_close(vmap(ours.rms_norm, in_dims=(0, None))(x, w), rms_norm(x, w))
        per_sample = vmap(grad(lambda w, x: ours.rms_norm(x, w).sum()), in_dims=(None, 0))(w, x)
        assert_close(per_sample, vmap(grad(lambda w, x: rms_norm(x, w).sum()), in_dims=(None, 0))(w, x))


def test_vmap_in_place(k):
    x, gate = double(3, 4), double(4)
    expected = silu(x) * gate
    vmap(k.silu_mul_, in_dims=(0, None), out_dims=None)(x, gate)
    assert_close(x, expected)
    with pytest.raises(RuntimeError, match="changes `x`, which has no mapped dimension"):
        vmap(k.silu_mul_, in_dims=(None, 0), out_dims=None)(gate, x)
    with pytest.raises(RuntimeError, match="cannot have a backward; `gate` requires grad"):
        grad(lambda gate: k.silu_mul_(x, gate))(double(3, 4))


def test_no_backward(ours):
    with pytest.raises(RuntimeError, match="`double` has no backward"):
        grad(lambda x: ours.double(x).sum())(double(3, 4))


def test_forward_mode_is_refused(ours):
    for f in (ours.silu, ours.double):
        with pytest.raises(NotImplementedError, match="jvp"):
            jvp(f, (double(3, 4),), (double(3, 4),))


def test_modules(k):
    norm = torch.nn.Linear(6, 3, dtype=torch.float64)
    x = double(4, 6)

    def loss(params):
        return k.silu(functional_call(norm, params, (x,))).sum()

    found = grad(loss)(dict(norm.named_parameters()))
    assert set(found) == {"weight", "bias"}
