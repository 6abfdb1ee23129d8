"""Fixtures of the tests of `.jax`. ``cargo xtask test jax`` runs them, in an environment that has JAX."""

from __future__ import annotations

import importlib.util
import os

import pytest

HAS_JAX = importlib.util.find_spec("jax") is not None
collect_ignore_glob = [] if HAS_JAX else ["test_*.py"]

# JAX reads both when it starts.
os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=2"


@pytest.fixture(autouse=HAS_JAX, scope="session")
def doubles():
    """The kernels are for float64."""
    import jax

    jax.config.update("jax_enable_x64", True)


@pytest.fixture(scope="session")
def library(library_path):
    """The library as callers load it."""
    import tvm_ffi_rs

    return tvm_ffi_rs.load(library_path("e2e-operators"))


@pytest.fixture(scope="session")
def functions(library):
    """Its functions for JAX."""
    return library.jax
