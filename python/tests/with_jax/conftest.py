"""Fixtures of the tests of `.jax`. ``cargo xtask test jax`` runs them, in an environment that has JAX."""

from __future__ import annotations

import importlib.util
import json
import os

import pytest

HAS_JAX = importlib.util.find_spec("jax") is not None
collect_ignore_glob = [] if HAS_JAX else ["test_*.py"]

# JAX reads both when it starts.
os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=2"

PAIRS = {
    "rms_norm_bwd": ("rms_norm", {"dy": "y", "dx": "x", "dweight": "weight"}),
    "silu_bwd": ("silu", {"dy": "y", "dx": "x"}),
    "silu_bwd_bwd": ("silu_bwd", {"ddx": "dx", "ddy": "dy", "dx": "x"}),
    "softmax_bwd": ("softmax", {"dy": "y", "dx": "x"}),
    "linear_bwd": ("linear", {"dy": "y", "dx": "x", "dw": "w", "dbias": "bias"}),
}
SAVED = {("rms_norm", "rstd"), ("softmax", "row_sum")}


def with_pairs(text):
    """Add what a pair of exports says about itself to the manifest of a library that does not know it."""
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


@pytest.fixture(autouse=HAS_JAX, scope="session")
def doubles():
    """The kernels are for float64."""
    import jax

    jax.config.update("jax_enable_x64", True)


@pytest.fixture(scope="session")
def library(library_path):
    """The library as callers load it."""
    from tvm_ffi_rs import _library, _manifest, load

    made = load(library_path("e2e-operators"))
    text = made.raw[_library.MANIFEST]()
    if '"backward_of"' not in text:
        made._manifest = _manifest.Manifest.parse(with_pairs(text))
    return made


@pytest.fixture(scope="session")
def functions(library):
    """Its functions for JAX."""
    return library.jax
