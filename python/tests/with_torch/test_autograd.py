"""Gradients in eager mode."""

import pytest
import torch
from support import differentiable, double, linear, rms_norm, silu, sincos
from torch.autograd import forward_ad, gradcheck, gradgradcheck
from torch.testing import assert_close
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils.checkpoint import checkpoint


class Recorder(TorchDispatchMode):
    """Keeps the calls of operators: their names, and their arguments."""

    def __init__(self):
        super().__init__()
        self.calls = []

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        self.calls.append((func.name().rpartition("::")[2], args))
        return func(*args, **(kwargs or {}))


def test_gradients(k, ops):
    for name, (_, args) in differentiable().items():
        assert gradcheck(getattr(k, name), args)
        assert gradcheck(getattr(ops, name), args)


def test_results_without_a_gradient(k):
    y, row_max = k.softmax(double(3, 4, requires_grad=True))
    assert y.requires_grad and not row_max.requires_grad
    assert type(y.grad_fn).__name__ == "softmaxBackward"


def test_second_derivatives_are_right_or_refused(k, ops):
    x, w = double(3, 4, requires_grad=True), double(4, requires_grad=True)
    for silu_ in (k.silu, ops.silu):
        assert gradgradcheck(silu_, (x,))
    for norm in (lambda *args: k.rms_norm(*args), lambda *args: ops.rms_norm(*args)[0]):
        # The first derivative is not refused, even if it could be differentiated.
        (dx,) = torch.autograd.grad(norm(x, w).sum(), x, create_graph=True)
        with pytest.raises(RuntimeError, match="`rms_norm_bwd` has no backward: no export is `backward_of = rms_norm_bwd`"):
            dx.sum().backward()


@pytest.mark.parametrize("gradient", ["expanded", "transposed", "negated"])
def test_gradients_of_any_layout(k, gradient):
    results = []
    for function in (k.rms_norm, rms_norm):
        torch.manual_seed(0)
        x, w = double(4, 4, requires_grad=True), double(4, requires_grad=True)
        given = {"expanded": double(()).expand(4, 4), "transposed": double(4, 4).t(), "negated": torch._neg_view(double(4, 4))}
        results.append(torch.autograd.grad(function(x, w), (x, w), given[gradient]))
    assert_close(*results)


def test_missing_gradients(k):
    """One that may be missing is None, and any other is zeros."""
    for which in ([0], [1], [0, 1]):
        x = double(3, requires_grad=True)
        sums = [sum(function(x)[index].sum() for index in which) for function in (k.sincos, sincos)]
        assert_close(*(torch.autograd.grad(of, x) for of in sums))


class Stop(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.clone()

    @staticmethod
    def backward(ctx, gradient):
        return None


def test_no_gradient_at_all(k):
    x = double(3, requires_grad=True)
    Stop.apply(k.silu(x)).sum().backward()
    assert x.grad is None


@pytest.mark.parametrize("needed", [(True, False, False), (False, True, False), (False, False, True), (True, True, True)])
def test_only_needed_gradients_are_computed(k, needed):
    args = [double(*shape, requires_grad=need) for shape, need in zip([(4, 6), (6, 3), (3,)], needed)]
    y = k.linear(*args)
    with Recorder() as recorder:
        y.sum().backward()
    expected = torch.autograd.grad(linear(*args).sum(), [arg for arg in args if arg.requires_grad])
    assert_close([arg.grad for arg in args if arg.requires_grad], list(expected))
    [called] = [args for name, args in recorder.calls if name == "_linear_bwd"]
    # The dispatcher leaves out what is the default.
    assert [*called[3:], True, True, True][:3] == list(needed)


def test_an_optional_input_that_is_missing(k, ops):
    x, w = double(4, 6, requires_grad=True), double(6, 3, requires_grad=True)
    assert gradcheck(k.linear, (x, w))
    dx, dw, dbias = ops._linear_bwd(double(4, 3), x, w, True, True, False)
    assert dx.shape == (4, 6) and dw.shape == (6, 3) and dbias.shape == (0,)


def test_a_changed_saved_tensor_is_found(k):
    x, gate = double(4, 6), double(4, 6, requires_grad=True)
    y = x * gate
    k.silu_mul_(x, x.clone())
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.sum().backward()
    z = double(4, 6, requires_grad=True)
    saved = z * 1
    y = k.silu(saved)
    saved.mul_(2)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.sum().backward()
    params = [double(3)]
    y = params[0] * double(3, requires_grad=True)
    k.sgd_(params, [double(3)])
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.sum().backward()


def test_a_list_that_the_backward_takes(k, ops):
    x, ys = double(3, requires_grad=True), [double(3), double(3)]
    for call in (k.times_sum, ops.times_sum):
        assert gradcheck(call, (x, ys))
        assert_close(torch.func.grad(lambda x: call(x, ys).sum())(x), sum(ys))
        with pytest.raises(RuntimeError, match="`times_sum` has no gradient for the list `ys`: pass detached tensors in it"):
            call(x, [x, x])
    assert_close(k.times_sum(x, []), torch.zeros(3, dtype=x.dtype))
    assert_close(torch.autograd.grad(k.times_sum(x, []).sum(), x)[0], torch.zeros(3, dtype=x.dtype))


def test_a_changed_tensor_of_a_saved_list_is_found(k, ops):
    for call in (k.times_sum, ops.times_sum):
        x, ys = double(3, requires_grad=True), [double(3), double(3)]
        z = call(x, ys)
        ys[1].mul_(2)
        with pytest.raises(RuntimeError, match="modified by an inplace operation"):
            z.sum().backward()
        z = call(x, ys)
        # What is checked is the tensors, not the list.
        ys.clear()
        z.sum().backward()


def test_no_backward(k, ops):
    x = double(4, 6, requires_grad=True)
    message = "`double` has no backward: no export is `backward_of = double`"
    with pytest.raises(RuntimeError, match=f"{message}; `x` requires grad: pass `x.detach\\(\\)`"):
        k.double(x)
    with pytest.raises(RuntimeError, match=message):
        ops.double(x).sum().backward()
    with torch.no_grad():
        assert_close(k.double(x), 2 * x)
    assert not k.argmax(x).requires_grad
    with pytest.raises(RuntimeError, match=r"`scale` has no backward"):
        k.scale(x, "twice")


def test_changing_what_requires_grad_is_refused(k, ops):
    x, leaf = double(4), double(4, requires_grad=True)
    for call in (k.silu_mul_, ops.silu_mul_):
        for args, name in (((leaf, x), "x"), ((leaf * 1, x), "x"), ((x, leaf), "gate")):
            with pytest.raises(RuntimeError, match=f"`silu_mul_` changes `x` in place and cannot have a backward; `{name}` requires grad"):
                call(*args)
    with pytest.raises(RuntimeError, match="`params` requires grad"):
        k.sgd_([leaf], [x])
    with torch.no_grad():
        k.sgd_([leaf], [x])


def test_forward_mode_is_refused(k, ops):
    for call in (k.silu, k.double, ops.silu, ops.double):
        with forward_ad.dual_level(), pytest.raises((RuntimeError, NotImplementedError), match="jvp|no backward"):
            call(forward_ad.make_dual(double(3, 4), double(3, 4)))


@pytest.mark.parametrize("use_reentrant", [False, True])
def test_checkpoints(k, use_reentrant):
    x, w = double(4, 6, requires_grad=True), double(6, requires_grad=True)
    y = checkpoint(lambda x: k.silu(k.rms_norm(x, w)), x, use_reentrant=use_reentrant)
    assert_close(torch.autograd.grad(y.sum(), x) if not use_reentrant else backward(y, x), torch.autograd.grad(silu(rms_norm(x, w)).sum(), x))


def backward(y, x):
    y.sum().backward()
    return (x.grad,)


def test_accumulation(k):
    x = double(3, requires_grad=True)
    (k.silu(x) + k.silu(x)).sum().backward()
    once = x.grad.clone()
    k.silu(x).sum().backward()
    assert_close(x.grad, 1.5 * once)
