"""What comes first: a library is new to the process when torch compiles, exports, or transforms a function that calls it."""

import shutil
import subprocess
import sys

import pytest
import torch
from support import double, rms_norm, silu
from torch.testing import assert_close

import tvm_ffi_rs
from tvm_ffi_rs import _torch


@pytest.fixture
def fresh(library_path, tmp_path):
    """A library that nothing has called."""
    torch._dynamo.reset()
    file = shutil.copy(library_path("e2e-operators"), tmp_path / f"libfirst_{len(_torch._taken)}.so")
    yield tvm_ffi_rs.load(file)
    torch._dynamo.reset()


def in_place(x, change):
    y = x * 1
    change(y)
    return y


WAYS = {
    "attribute": (lambda k, x: k.silu(x), silu),
    "item": (lambda k, x: k["silu"](x), silu),
    "torch": (lambda k, x: k.torch.silu(x), silu),
    "item of torch": (lambda k, x: k.torch["silu"](x), silu),
    "two": (lambda k, x: k.silu(k.rms_norm(x, x[0])), lambda x: silu(rms_norm(x, x[0]))),
    "in place": (lambda k, x: in_place(x, lambda y: k.silu_mul_(y, x)), lambda x: silu(x) * x),
    "lists": (lambda k, x: in_place(x, lambda y: k.sgd_([y], [x], lr=0.5)), lambda x: 0.5 * x),
    "a list behind a tensor": (lambda k, x: k.times_sum(x[0], [x[0], x[1]]), lambda x: x[0] * (x[0] + x[1])),
    "default": (lambda k, x: k.scale(x, on=True), lambda x: 2 * x),
    "optional": (lambda k, x: k.linear(x, x.t(), bias=None), lambda x: x @ x.t()),
}


class Module(torch.nn.Module):
    def __init__(self, k, call):
        super().__init__()
        self.k, self.call = k, call

    def forward(self, x):
        return self.call(self.k, x)


@pytest.mark.parametrize("way", WAYS)
def test_compile(fresh, way):
    call, expected = WAYS[way]
    x = double(3, 4)
    compiled = torch.compile(lambda x: call(fresh, x) + 1, fullgraph=True, backend="aot_eager")
    for _ in range(2):
        assert_close(compiled(x), expected(x) + 1)


@pytest.mark.parametrize("strict", [True, False])
@pytest.mark.parametrize("way", WAYS)
def test_export(fresh, way, strict):
    call, expected = WAYS[way]
    x = double(3, 4)
    program = torch.export.export(Module(fresh, call), (x,), strict=strict)
    assert_close(program.module()(x), expected(x))


@pytest.mark.parametrize("way", ["attribute", "torch", "two"])
@pytest.mark.parametrize("compiled", [False, True])
def test_gradients_and_transforms(fresh, way, compiled):
    call, expected = WAYS[way]
    x = double(3, 4)
    function, of_torch = (torch.func.grad(lambda x, f=f: f(x).sum()) for f in (lambda x: call(fresh, x), expected))
    if compiled:
        function = torch.compile(function, fullgraph=True, backend="aot_eager")
    assert_close(function(x), of_torch(x))


def test_vmap(fresh):
    x = double(2, 3, 4)
    assert_close(torch.vmap(lambda x: fresh.silu(x))(x), silu(x))
    x.requires_grad_()
    assert_close(torch.autograd.grad(fresh.torch.silu(x).sum(), x), torch.autograd.grad(silu(x).sum(), x))


def test_a_fresh_process(library_path):
    """Nothing of the package or of torch has run before."""
    program = f"""
import torch, tvm_ffi_rs
k = tvm_ffi_rs.load({str(library_path("e2e-operators"))!r})
x = torch.ones(3, dtype=torch.float64, requires_grad=True)
y = torch.compile(lambda x: k.silu(x) + 1, fullgraph=True, backend="aot_eager")(x)
y.sum().backward()
print(round(y[0].item(), 4), round(x.grad[0].item(), 4))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == "1.7311 0.9277\n", done.stderr


FORKS = """
import os, shutil, signal, sys, threading, time
import torch, tvm_ffi_rs, tvm_ffi_rs._torch._namespace

def in_a_child(function):
    child = os.fork()
    if child == 0:
        # A child that hangs ends by this.
        signal.alarm(20)
        os._exit(0 if function() else 1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

def forks_meanwhile(delay):
    k = tvm_ffi_rs.load(sys.argv[1])
    x = torch.ones(3, dtype=torch.float64)
    thread = threading.Thread(target=k.silu, args=(x,))
    thread.start()
    time.sleep(delay)
    return in_a_child(lambda: k.silu(x).shape == (3,) and k.torch.silu(x).shape == (3,)) == 0

print([in_a_child(lambda: forks_meanwhile(count / 500)) for count in range(8)])
"""


def test_a_fork_while_the_operators_are_made_leaves_a_child_that_answers(library_path):
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", FORKS, library_path("e2e-operators")], capture_output=True, text=True)
    assert done.stdout == f"{[0] * 8}\n", done.stdout + done.stderr
