"""Forward and backward functions: their metadata."""

from __future__ import annotations

import json
from typing import Any

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
