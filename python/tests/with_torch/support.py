"""The kernels of the tests, as torch has them."""

from __future__ import annotations

import torch


def rms_norm(x, weight, eps=1e-6):
    return x * torch.rsqrt((x * x).mean(-1, keepdim=True) + eps) * weight


def softmax(x):
    return torch.softmax(x, -1), x.amax(-1)


def linear(x, w, bias=None):
    return x @ w if bias is None else x @ w + bias


silu = torch.nn.functional.silu


def sincos(x):
    return torch.sin(x), torch.cos(x)


def double(*shape, requires_grad=False):
    return torch.randn(*shape, dtype=torch.float64, requires_grad=requires_grad)


def differentiable():
    """Each function that has a gradient, what torch has for it, and its arguments."""
    x = double(4, 6, requires_grad=True)
    return {
        "rms_norm": (rms_norm, (x, double(6, requires_grad=True))),
        "silu": (silu, (x,)),
        "softmax": (softmax, (x,)),
        "sincos": (sincos, (x,)),
        "linear": (linear, (x, double(6, 3, requires_grad=True), double(3, requires_grad=True))),
    }


NAMES = list(differentiable())
