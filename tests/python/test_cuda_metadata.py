"""Metadata, manifest, and stubs of functions on GPUs: no tokens, and both devices of functions with a CPU fallback."""

from __future__ import annotations

import json
from typing import Any

import pytest
import tvm_ffi


@pytest.fixture
def library(load: Any) -> tvm_ffi.Module:
    """Load the library; nothing here needs a driver."""
    module: tvm_ffi.Module = load("e2e-cuda")
    return module


def parameters(library: tvm_ffi.Module, name: str) -> list[dict[str, Any]]:
    """Return the metadata of the parameters, without the schemas."""
    found = library.get_function_metadata(name)["kernel"]["params"]
    return [{key: value for key, value in each.items() if key != "schema"} for each in found]


def vector(name: str, role: str = "in", dtype: str = "float32", **facts: Any) -> dict[str, Any]:
    """Describe a parameter for a vector of n numbers."""
    facts = {"device": ["cuda"], **facts} | ({"init": "uninit"} if role == "out" else {})
    plain = {"kind": "tensor", "type": "Tensor", "ndim": 1, "shape": ["n"], "layout": "contiguous"}
    return {"name": name, "role": role, "dtype": dtype, **plain, **facts}


BLOCK = {"name": "block", "kind": "scalar", "type": "int", "default": 128}
BOTH = ["cuda", "cpu"]


def test_the_token_is_not_a_parameter(library: tvm_ffi.Module) -> None:
    summands = [vector("a", doc="The first summands."), vector("b")]
    assert parameters(library, "vadd") == [*summands, vector("c", "out")]
    assert parameters(library, "typed.copy") == [vector("from", dtype="T"), vector("to", "out", "T"), BLOCK]
    assert parameters(library, "place") == []
    schema = json.loads(library.get_function_metadata("typed.copy")["type_schema"])
    assert [each["type"] for each in schema["named_args"]["params"]] == ["DLTensor*", "DLTensor*", "int"]
    assert library.get_function_doc("vadd") == "The sum of two vectors: `c = a + b`."


def test_a_function_with_a_cpu_fallback_lists_both_devices(library: tvm_ffi.Module) -> None:
    x, y, by = parameters(library, "scale")
    assert (x, y) == (vector("x", device=BOTH, doc="The input."), vector("y", "out", device=BOTH))
    assert (by["name"], by["default"]) == ("by", 2.0)
    kernel = library.get_function_metadata("copy_on_either")["kernel"]
    assert kernel["dtype_vars"] == {"T": ["float32", "int32"]}
    assert [each["device"] for each in kernel["params"]] == [BOTH, BOTH]


def test_the_manifest_has_everything(library: tvm_ffi.Module) -> None:
    manifest = json.loads(library.tvm_ffi_manifest())
    exports = {entry["name"]: entry for entry in manifest["exports"]}
    assert {"vadd", "typed.copy", "scale", "place", "tvm_ffi_cuda_preload"} <= set(exports)
    assert exports["scale"]["kernel"]["global"] == "e2e_cuda.scale"
    assert exports["vadd"]["kernel"] == library.get_function_metadata("vadd")["kernel"]
    [launcher] = (each for each in manifest["objects"] if each["key"] == "e2e_cuda.Launcher")
    methods = {each["name"]: each["kernel"]["params"] for each in launcher["methods"]}
    assert [[each["name"] for each in methods[name]] for name in ("launch", "anywhere")] == [["x"], []]
    [device] = exports["tvm_ffi_cuda_preload"]["kernel"]["params"]
    assert (device["name"], device["type"], device["default"]) == ("device", "int | Device | None", None)
