"""Fixtures of the tests of `.torch`. ``cargo xtask test torch`` runs them, in an environment that has PyTorch."""

from __future__ import annotations

import importlib.util
from types import SimpleNamespace

import pytest

HAS_TORCH = importlib.util.find_spec("torch") is not None
collect_ignore_glob = [] if HAS_TORCH else ["test_*.py"]

@pytest.fixture(scope="session")
def raw(library_path):
    import tvm_ffi

    return tvm_ffi.load_module(str(library_path("e2e-operators")))


@pytest.fixture(scope="session")
def tiers(raw):
    """The operators of both tiers, each made once: PyTorch registers an operator once, and a worker of pytest-xdist comes back to a parameter for each file."""
    from tvm_ffi_rs._manifest import Manifest
    from tvm_ffi_rs._torch._namespace import REGISTER, Builder, registered_in_rust

    made = {}

    def make(tier):
        if tier == "rust" and not raw.implements_function(REGISTER):
            pytest.skip("the library has no feature `torch`")
        if tier not in made:
            name = f"operators_in_{tier}"
            in_rust = registered_in_rust(name, raw) if tier == "rust" else {}
            builder = Builder(name, raw, Manifest.parse(raw.tvm_ffi_manifest()).exports, in_rust)
            made[tier] = SimpleNamespace(name=name, namespace=builder.build(), operators=builder.operators, in_rust=in_rust)
        return made[tier]

    return make


@pytest.fixture(scope="session", params=["python", "rust"])
def tier(request, tiers):
    """The functions over operators with kernels in Python, and over those that the library registers itself."""
    return tiers(request.param)


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
