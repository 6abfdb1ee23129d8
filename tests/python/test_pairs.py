"""Forward and backward functions: their metadata, and direct calls of both."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
import tvm_ffi


def described(mod: tvm_ffi.Module, name: str) -> dict[str, Any]:
    """The kernel object of an export, from the manifest."""
    exports = json.loads(mod.tvm_ffi_manifest())["exports"]
    [kernel] = [export["kernel"] for export in exports if export["name"] == name]
    assert kernel == mod.get_function_metadata(name)["kernel"]
    return kernel


def keys(kernel: dict[str, Any], key: str) -> dict[str, Any]:
    return {of["name"]: of[key] for of in kernel["params"] if key in of}


def test_the_metadata_has_the_pair(mod: tvm_ffi.Module) -> None:
    forward = described(mod, "pairs.scale_rows")
    assert keys(forward, "saved") == {"factors": True}
    assert keys(forward, "init") == {"y": "uninit", "factors": "uninit"}
    assert keys(forward, "grad") == {}
    assert "backward_of" not in forward and "constant" not in forward

    backward = described(mod, "pairs.scale_rows_bwd")
    assert backward["backward_of"] == "pairs.scale_rows"
    assert backward["constant"] == ["mask"]
    assert keys(backward, "grad") == {"dy": "y", "dx": "x", "dfactor": "factor"}
    assert keys(backward, "saved") == {}
    assert keys(backward, "optional") == {"dfactor": True}
    assert keys(backward, "role") == {"dy": "in", "x": "in", "factors": "in", "dx": "out", "dfactor": "out"}


def test_a_backward_function_may_have_one_too(mod: tvm_ffi.Module) -> None:
    assert described(mod, "pairs.square_bwd")["backward_of"] == "pairs.square"
    second = described(mod, "pairs.square_bwd_bwd")
    assert second["backward_of"] == "pairs.square_bwd"
    assert keys(second, "grad") == {"ddx": "dx", "ddy": "dy", "dx": "x"}


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_both_functions_are_called_directly(mod: tvm_ffi.Module, dtype: str) -> None:
    x = np.arange(6, dtype=dtype).reshape(3, 2)
    factor = np.array([2, 3, 4], dtype)
    y, factors = np.empty_like(x), np.empty_like(factor)
    mod["pairs.scale_rows"](x, factor, np.ones(4, dtype), y, factors)
    np.testing.assert_array_equal(y, x * factor[:, None])
    np.testing.assert_array_equal(factors, factor)

    dy = np.ones_like(x)
    dx, dfactor = np.empty_like(x), np.zeros_like(factor)
    backward = mod["pairs.scale_rows_bwd"]
    backward(dy, x, factors, dx, dfactor)
    np.testing.assert_array_equal(dx, dy * factor[:, None])
    np.testing.assert_array_equal(dfactor, x.sum(axis=1))


def test_a_gradient_that_is_not_needed_is_none(mod: tvm_ffi.Module) -> None:
    x = np.ones((3, 2), "float32")
    y, factors, dx = np.empty_like(x), np.empty(3, "float32"), np.empty_like(x)
    mod["pairs.scale_rows"](x, None, np.ones(1, "float32"), y, factors)
    mod["pairs.scale_rows_bwd"](x, x, factors, dx, None)
    np.testing.assert_array_equal(dx, x)
    with pytest.raises(ValueError, match=r"argument #4 `dfactor`: shape\[0\] is 4, expected rows = 3"):
        mod["pairs.scale_rows_bwd"](x, x, factors, dx, np.zeros(4, "float32"))


def test_the_second_derivative_is_called_directly(mod: tvm_ffi.Module) -> None:
    x = np.array([1.0, 2.0, 3.0])
    dy, given = np.array([4.0, 5.0, 6.0]), np.array([1.0, 0.5, 0.25])
    ddy, dx = np.empty(3), np.empty(3)
    mod["pairs.square_bwd_bwd"](given, dy, x, ddy, dx)
    np.testing.assert_array_equal(ddy, 2 * x * given)
    np.testing.assert_array_equal(dx, 2 * dy * given)
