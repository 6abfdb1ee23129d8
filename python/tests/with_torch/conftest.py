"""Fixtures of the tests of `.torch`. ``cargo xtask test torch`` runs them, in an environment that has PyTorch."""

from __future__ import annotations

import importlib.util
import json
from types import SimpleNamespace

import pytest

HAS_TORCH = importlib.util.find_spec("torch") is not None
collect_ignore_glob = [] if HAS_TORCH else ["test_*.py"]

PAIRS = {
    "rms_norm_bwd": ("rms_norm", {"dy": "y", "dx": "x", "dweight": "weight"}),
    "silu_bwd": ("silu", {"dy": "y", "dx": "x"}),
    "silu_bwd_bwd": ("silu_bwd", {"ddx": "dx", "ddy": "dy", "dx": "x"}),
    "softmax_bwd": ("softmax", {"dy": "y", "dx": "x"}),
    "sincos_bwd": ("sincos", {"dsin": "sin", "dcos": "cos", "dx": "x"}),
    "linear_bwd": ("linear", {"dy": "y", "dx": "x", "dw": "w", "dbias": "bias"}),
}
SAVED = {("rms_norm", "rstd"), ("softmax", "row_sum")}


def with_pairs(text):
    """Add what a pair of exports says about itself to a manifest."""
    found = json.loads(text)
    for export in found["exports"]:
        name, kernel = export["name"], export["kernel"]
        of, gradients = PAIRS.get(name, (None, {}))
        if of is not None:
            kernel["backward_of"] = of
        for parameter in kernel["params"]:
            if parameter["name"] in gradients:
                parameter["grad"] = gradients[parameter["name"]]
            if (name, parameter["name"]) in SAVED:
                parameter["saved"] = True
    return json.dumps(found)


@pytest.fixture(scope="session")
def raw(library_path):
    import tvm_ffi

    return tvm_ffi.load_module(str(library_path("e2e-operators")))


@pytest.fixture(scope="session", params=["python", "rust"])
def tier(request, raw):
    """The functions over operators with kernels in Python, and over those that the library registers itself."""
    from tvm_ffi_rs._manifest import Manifest
    from tvm_ffi_rs._torch._namespace import REGISTER, Builder, registered_in_rust

    if request.param == "rust" and not raw.implements_function(REGISTER):
        pytest.skip("the library has no feature `torch`")
    if request.param == "rust" and '"backward_of"' not in raw.tvm_ffi_manifest():
        pytest.skip("the library does not know its pairs: this file says which they are")
    name = f"operators_in_{request.param}"
    in_rust = registered_in_rust(name, raw) if request.param == "rust" else {}
    builder = Builder(name, raw, Manifest.parse(with_pairs(raw.tvm_ffi_manifest())).exports, in_rust)
    return SimpleNamespace(name=name, namespace=builder.build(), operators=builder.operators, in_rust=in_rust)


@pytest.fixture(scope="session")
def k(tier):
    """The functions for callers."""
    return tier.namespace


@pytest.fixture(scope="session")
def ops(tier):
    """The operators."""
    import torch

    return getattr(torch.ops, tier.name)


@pytest.fixture(autouse=True)
def same_numbers():
    import torch

    torch.manual_seed(0)
