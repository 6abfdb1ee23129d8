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
def made(raw):
    """The operators, made once: PyTorch registers an operator once."""
    from tvm_ffi_rs._manifest import Manifest
    from tvm_ffi_rs._torch._namespace import Builder

    builder = Builder("operators", raw, Manifest.parse(raw.tvm_ffi_manifest()).exports)
    return SimpleNamespace(name=builder.name, namespace=builder.build(), operators=builder.operators)


@pytest.fixture(scope="session")
def k(made):
    """The functions for callers."""
    return made.namespace


@pytest.fixture(scope="session")
def ops(made):
    """The operators."""
    import torch

    return getattr(torch.ops, made.name)


@pytest.fixture(autouse=True)
def same_numbers():
    import torch

    torch.manual_seed(0)
