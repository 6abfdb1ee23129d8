"""The metadata of contracts has everything that is declared."""

from __future__ import annotations

import json
from typing import Any

import pytest
import tvm_ffi


def kernel(mod: tvm_ffi.Module, name: str) -> Any:
    """Return the kernel object without schemas, which have a test of their own."""
    found = mod.get_function_metadata(name)["kernel"]
    for of in [*found["params"], found["result"]]:
        del of["schema"]
    return found


def tensor(name: str, role: str = "in", type: str = "Tensor", **facts: Any) -> dict[str, Any]:
    return {"name": name, "kind": "tensor", "type": type, "role": role, **facts}


def on_cpu(name: str, role: str = "in", layout: str = "contiguous", **facts: Any) -> dict[str, Any]:
    return tensor(name, role, layout=layout, device=["cpu"], **facts)


OUT = {"role": "out", "init": "uninit"}


def test_every_attribute_is_in_the_metadata(mod: tvm_ffi.Module) -> None:
    found = kernel(mod, "declares")
    assert found["v"] == 1
    assert found["dtype_vars"] == {"T": ["float32", "float64"]}
    assert found["params"] == [
        on_cpu("x", dtype="T", ndim=2, shape=["n", "d % 4"], align=16),
        on_cpu("y", dtype="int64", ndim=5, shape=["n", "2 * d", 4, 3, "_"]),
        on_cpu("z", dtype="float16", shape=["*s", "d"], layout="strided", strides=["*", 1]),
        tensor("any", dtype=["float32", "bfloat16"], device=["cpu", "cuda"]),
        on_cpu("bias", dtype="T", ndim=1, shape=["d // 2"], optional=True) | {"type": "Optional[Tensor]"},
        tensor("list", dtype="float32", list=True) | {"type": "Array[Tensor]"},
        on_cpu("out", dtype="T", ndim=2, shape=["n", "d"]) | OUT,
        on_cpu("sums", dtype="float32", shape=["n", "*"]) | OUT | {"init": "zero"},
        on_cpu("cells", "inout", dtype="float32", ndim=1),
        on_cpu("same", "inout", dtype="float32", ndim=1, alias="cells"),
        {"name": "n", "kind": "scalar", "type": "int"},
        {"name": "eps", "kind": "scalar", "type": "float", "default": 0.5},
    ]
    assert found["result"] == {"kind": "scalar", "type": "int"}


def test_views_without_a_contract(mod: tvm_ffi.Module) -> None:
    assert kernel(mod, "rows")["params"] == [on_cpu("x", dtype="float64", ndim=2)]
    assert kernel(mod, "strided_flat")["params"] == [on_cpu("x", dtype="float64", layout="strided")]
    assert kernel(mod, "count_up")["params"] == [on_cpu("x", "inout", dtype="float64", layout="strided")]
    assert kernel(mod, "view_facts")["params"] == [tensor("x")]
    assert kernel(mod, "option_facts")["params"] == [tensor("x", type="Optional[Tensor]", optional=True)]
    assert kernel(mod, "sums")["params"] == [tensor("tensors", type="Array[Tensor]", list=True)]
    assert "dtype_vars" not in kernel(mod, "rows")


def test_shapes_and_strides_of_expressions(mod: tvm_ffi.Module) -> None:
    [x, k, out] = kernel(mod, "pad")["params"]
    assert (x["shape"], k["kind"], out["shape"]) == (["n"], "scalar", ["n + 2 * k"])
    [x, ld] = kernel(mod, "blocks")["params"]
    assert (x["strides"], x["align"], ld["name"]) == (["ld", 1], 8, "ld")
    [x, out] = kernel(mod, "row_sums")["params"]
    assert (x["shape"], out["shape"]) == (["*s", "d"], ["*s"])


def test_two_variables(mod: tvm_ffi.Module) -> None:
    found = kernel(mod, "gather")
    assert found["dtype_vars"] == {"T": ["float32", "float64", "bfloat16"], "I": ["int32", "int64"]}
    assert [param["dtype"] for param in found["params"]] == ["T", "I", "T"]


def test_results(mod: tvm_ffi.Module) -> None:
    assert kernel(mod, "transposed")["result"] == {"kind": "tensor", "type": "Tensor"}
    assert kernel(mod, "reversed")["result"] == {"kind": "tensor", "type": "Tensor"}
    assert kernel(mod, "positives")["result"]["type"] == "Optional[Tensor]"
    assert kernel(mod, "evens_and_odds")["result"]["type"] == "Tuple[Tensor, Tensor]"
    assert kernel(mod, "split_rows")["result"]["type"] == "Array[Tensor]"


LENT, TENSOR = {"type": "DLTensor*"}, {"type": "ffi.Tensor"}
SCHEMAS = {
    "rms_norm": ([LENT, LENT, LENT, {"type": "float"}], {"type": "None"}),
    "linear": ([LENT, LENT, LENT, {"type": "Optional", "args": [LENT]}], {"type": "None"}),
    "join_vectors": ([{"type": "ffi.Array", "args": [LENT]}, LENT], {"type": "None"}),
    "dot": ([{"type": "Tuple", "args": [LENT, LENT]}], {"type": "float"}),
    "sum_of": ([LENT], {"type": "Tuple", "args": [{"type": "ffi.String"}, {"type": "float"}]}),
    "shift": ([LENT, LENT], {"type": "None"}),
    "transposed": ([LENT], TENSOR),
    "reversed": ([LENT], TENSOR),
    "positives": ([LENT], {"type": "Optional", "args": [TENSOR]}),
}


@pytest.mark.parametrize("name", SCHEMAS)
def test_type_schemas(mod: tvm_ffi.Module, name: str) -> None:
    params, result = SCHEMAS[name]
    text = mod.get_function_metadata(name)["type_schema"]
    assert json.loads(text) == {
        "type": "ffi.Function",
        "named_args": {"params": params, "return": [result]},
    }
    assert tvm_ffi.core.TypeSchema.from_json_str(text).origin == "Callable"
    found = mod.get_function_metadata(name)["kernel"]
    assert [param["schema"] for param in found["params"]] == params
    assert found["result"]["schema"] == result


def test_the_manifest_has_the_same_contracts(mod: tvm_ffi.Module) -> None:
    exports = {export["name"]: export["kernel"] for export in json.loads(mod.tvm_ffi_manifest())["exports"]}
    for name in ("declares", "rms_norm", "gather", "transposed", "count_up"):
        assert exports[name] == mod.get_function_metadata(name)["kernel"]


def test_documentation_stays_with_the_function(mod: tvm_ffi.Module) -> None:
    assert mod.get_function_doc("rms_norm") == "Root-mean-square normalisation of each row."
    assert mod.get_function_doc("gather") == "Copies rows by index."


def test_declared_results(mod: tvm_ffi.Module) -> None:
    assert kernel(mod, "declared")["result"] == {
        "kind": "tensor",
        "type": "Tensor",
        "dtype": "float32",
        "ndim": 2,
        "shape": ["n", "2 * d"],
        "device": ["cpu"],
    }
    assert kernel(mod, "nonzero")["result"] == {
        "kind": "container",
        "type": "Tuple[Tensor, int, Tensor]",
        "items": [
            {"dtype": "T", "ndim": 1, "shape": ["_"]},
            None,
            {"dtype": "int64", "ndim": 2, "shape": ["_", 1]},
        ],
    }


def test_integers_have_a_shape(mod: tvm_ffi.Module) -> None:
    size, image = kernel(mod, "of_size")["params"]
    assert size == {"name": "size", "kind": "container", "type": "Tuple[int, int]", "shape": ["h", "w % 2"]}
    assert image["shape"] == ["h", "w", 3]
