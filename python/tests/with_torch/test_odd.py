"""Exports with odd names and defaults: each is right, or left out with the reason, and the others are operators."""

from dataclasses import replace

import pytest
import torch
from support import double, silu
from torch.testing import assert_close

import tvm_ffi_rs

# What is passed besides the tensor, and what is added to it.
CALLS = {
    "sum_all": ((), 0),
    "constants": ((), 1),
    "wide": ((), 2.0**100),
    "largest": ((), 2**64 - 1),
    "least": ((), -(2**63)),
    "texts": ((), 3 + 7 + 6),
    "plus_out": ((2.0,), 2),
    "plus_wide": ((2.0,), 2),
    "plus_lambda": ((2.0,), 2),
    "plus_bare": ((2.0,), 2),
    "class": ((2.0,), 2),
    "name": ((2.0,), 2),
    "dir": ((2.0,), 2),
    "left_out": ((2.0,), 2),
}
LEFT_OUT = {
    "largest": "`plus`: its default is beyond the 64 bits that integers of PyTorch have",
    "plus_wide": "`é`: names in a schema are ASCII",
    "plus_bare": "`__bare`: names that begin with `__` are those of this package",
    "name": "each namespace of `torch.ops` has a `name` of its own",
    "dir": "each namespace of `torch.ops` has a `_dir` of its own",
}


@pytest.mark.parametrize("name", CALLS)
def test_each_is_right(k, name):
    args, added = CALLS[name]
    x = double(3)
    assert_close(k[name](x, *args), x + added)
    out = torch.empty_like(x)
    keyword = "out_" if name == "plus_out" else "out"
    assert k[name](x, *args, **{keyword: out}) is out
    assert_close(out, x + added)


def test_what_is_left_out(k):
    assert {name: k.left_out.get(name) for name in CALLS} == {name: LEFT_OUT.get(name) for name in CALLS}
    x = double(3)
    assert_close(torch.compile(k.silu, fullgraph=True, backend="eager")(x), silu(x))
    assert "left_out" in repr(k) and callable(k["left_out"])


@pytest.mark.parametrize("name", [name for name in CALLS if name not in (*LEFT_OUT, "wide")])
def test_operators_are_compiled(k, name):
    torch._dynamo.reset()
    args, added = CALLS[name]
    x = double(3)
    assert_close(torch.compile(lambda x: k[name](x, *args), fullgraph=True, backend="aot_eager")(x), x + added)


def test_a_list_of_tensors_that_is_given(k):
    x = double(3)
    assert_close(k.sum_all(x, [x, x]), 3 * x)


def test_an_export_that_torch_refuses_is_left_out(raw, monkeypatch):
    from tvm_ffi_rs._manifest import Manifest
    from tvm_ffi_rs._torch import _namespace

    operator = _namespace.operator

    def odd(export, namespace, schema):
        made = operator(export, namespace, schema)
        return replace(made, namespace="elsewhere") if export.name == "silu" else made

    monkeypatch.setattr(_namespace, "operator", odd)
    exports = Manifest.parse(raw.tvm_ffi_manifest()).exports
    k = _namespace.Builder("operators_with_one_refused", raw, exports).build()
    x = double(3)
    assert k.left_out["silu"].startswith("torch refuses it: AttributeError: ")
    assert_close(k.silu(x), silu(x))
    assert_close(k.cumsum(x), x.cumsum(0))


def test_arrays_of_numpy(library_path):
    library = tvm_ffi_rs.load(library_path("e2e-operators"))
    x = double(3)
    for name, (args, added) in CALLS.items():
        assert_close(torch.from_numpy(library[name](x.numpy(), *args)), x + added)
        assert_close(library[name](x, *args), x + added)


def test_defaults_that_are_constants_have_a_gradient(k):
    x = double(3, requires_grad=True)
    assert_close(torch.autograd.grad(k.constants(x).sum(), x), (torch.full((3,), 1 + 1e-6, dtype=torch.float64),))
    compiled = torch.compile(lambda x: k.constants(x, mode="a constant").sum(), fullgraph=True, backend="aot_eager")
    assert_close(torch.autograd.grad(compiled(x), x), (torch.full((3,), 1 + 1e-6, dtype=torch.float64),))


def test_a_default_is_evaluated_in_each_call(k):
    x = torch.zeros(1, dtype=torch.float64)
    first = k.numbered(x).item()
    assert [k.numbered(x).item() for _ in range(2)] == [first + 1, first + 2]
    assert k.numbered(x, 7).item() == 7
    out = torch.empty(1, dtype=torch.float64)
    assert k.numbered(x, out=out).item() == first + 3
    assert_close(k.constants(x, count=-3, out=out), x + 1)
