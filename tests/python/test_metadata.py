"""Metadata, documentation, and the manifest of a library."""

from __future__ import annotations

import json
import sys
from typing import Any, Callable

import pytest
import tvm_ffi
from support import LibraryPath
from support.errors import SOURCES
from support.symbols import read_elf
from test_types import ROWS


def schema(mod: tvm_ffi.Module, name: str) -> Any:
    return json.loads(mod.get_function_metadata(name)["type_schema"])


def params(*types: Any, returns: Any) -> Any:
    return {"type": "ffi.Function", "named_args": {"params": list(types), "return": [returns]}}


def simple(name: str) -> Any:
    return {"type": name}


def of(name: str, *arguments: Any) -> Any:
    return {"type": name, "args": list(arguments)}


INT, FLOAT, STR, ANY, NONE = map(simple, ("int", "float", "ffi.String", "Any", "None"))
NAMES = {"str": "ffi.String", "bytes": "ffi.Bytes", "pointer": "void*", "dtype": "DataType"}
NAMES |= {name: f"ffi.{name}" for name in ("Array", "Dict", "Error", "Function", "List", "Map", "Module")}
NAMES |= {name: f"ffi.{name}" for name in ("Object", "Shape", "Tensor")}
# What Python makes of a value that the type does not say.
FORMS = {"id_path": "path", "id_duration": "duration", "id_time": "time"}
FORMS |= {"id_hash_set": "set", "id_btree_set": "set"}


def schema_of(text: str) -> Any:
    """Make the schema of a type from its name in messages, `Array[Optional[int]]` say."""
    if text == "Function[[int, str] -> float]":
        return {"type": "ffi.Function", "named_args": {"return": [FLOAT], "params": [INT, STR]}}
    if text == "complex":
        return {**of("Tuple", FLOAT, FLOAT), "form": "complex"}
    name, _, inner = text.removesuffix("]").partition("[")
    arguments, depth = [""], 0
    for letter in inner:
        depth += (letter == "[") - (letter == "]")
        if letter == "," and depth == 0:
            arguments.append("")
        else:
            arguments[-1] += letter
    found = simple(NAMES.get(name, name))
    return {**found, "args": [schema_of(argument.strip()) for argument in arguments]} if inner else found


@pytest.mark.parametrize("name", ROWS)
def test_types_in_the_schema(mod: tvm_ffi.Module, name: str) -> None:
    expected = schema_of(ROWS[name][0])
    if name in FORMS:
        expected["form"] = FORMS[name]
    # A pointer is not a result, except as a value of any type.
    assert schema(mod, name) == params(expected, returns=ANY if name == "id_pointer" else expected)


def test_schemas_of_other_forms(mod: tvm_ffi.Module) -> None:
    assert schema(mod, "nothing") == params(returns=NONE)
    assert schema(mod, "view_facts")["named_args"]["params"] == [simple("DLTensor*")]
    assert schema(mod, "parse_i32") == params(STR, returns=INT)
    assert schema(mod, "std_error_chain") == params(returns=NONE)
    assert schema(mod, "make_adder") == params(INT, returns=simple("ffi.Function"))
    assert schema(mod, "make_divider") == params(INT, returns=simple("ffi.Function"))
    assert schema(mod, "count") == {"type": "ffi.Function"}
    assert schema(mod, "look_up") == params(of("ffi.Map", STR, INT), STR, returns=of("Optional", INT))


def test_python_reads_the_schema(mod: tvm_ffi.Module) -> None:
    for name in ("add", "id_nested", "id_typed", "nothing", "count", "defaults"):
        text = mod.get_function_metadata(name)["type_schema"]
        assert tvm_ffi.core.TypeSchema.from_json_str(text).origin == "Callable"
    text = mod.get_function_metadata("add")["type_schema"]
    assert repr(tvm_ffi.core.TypeSchema.from_json_str(text)) == "Callable[[int, int], int]"


def test_the_kernel_object(mod: tvm_ffi.Module) -> None:
    kernel = mod.get_function_metadata("defaults")["kernel"]
    source = (SOURCES / "calls.rs").read_text().splitlines()
    assert (kernel["v"], kernel["crate"], kernel["version"]) == (1, "e2e-kernels", "0.1.0")
    assert kernel["file"].endswith("kernels/src/calls.rs")
    assert source[kernel["line"] - 1].startswith("fn defaults(")
    assert kernel["doc"] == "Defaults of many forms; the last one changes with each call."
    assert [(p["name"], p["kind"], p["type"], p.get("default")) for p in kernel["params"]] == [
        ("required", "scalar", "int", None),
        ("int", "scalar", "int", -2),
        ("float", "scalar", "float", 1e-6),
        ("text", "scalar", "str", 'a "quoted" text'),
        ("flag", "scalar", "bool", True),
        ("option", "scalar", "Optional[int]", None),
        ("list", "container", "Array[int]", [1, 2]),
        ("number", "scalar", "int", {"expr": "next_number()"}),
    ]
    assert ["default" in p for p in kernel["params"]] == [False] + [True] * 7
    assert mod.get_function_metadata("join")["kernel"]["params"][1]["default"] == ","
    [a, b] = mod.get_function_metadata("add")["kernel"]["params"]
    assert (a["doc"], b["doc"]) == ("The first summand.", "The second summand.")
    assert mod.get_function_metadata("count")["kernel"]["packed"] is True
    assert "params" not in mod.get_function_metadata("count")["kernel"]
    assert mod.get_function_metadata("view_facts")["kernel"]["params"][0]["kind"] == "tensor"
    assert mod.get_function_metadata("global_square")["kernel"]["global"] == "e2e_kernels.global_square"
    result = mod.get_function_metadata("arange")["kernel"]["result"]
    assert result == {"kind": "tensor", "type": "Tensor", "schema": simple("ffi.Tensor")}


def test_documentation(mod: tvm_ffi.Module) -> None:
    expected = (
        "Adds two integers.\n\nWraps around, so that it cannot raise an error: one test calls it without a runtime."
    )
    assert mod.get_function_doc("add") == expected
    # A file, a text that is made, and lines.
    assert mod.get_function_doc("math.halve") == "A name with a prefix.\n\nHalves x.\n\nThe end."
    assert mod.get_function_metadata("math.halve")["kernel"]["params"][0]["doc"] == "What is halved."
    # A function that a macro makes has no documentation.
    assert mod.get_function_doc("id_i8") is None


def test_an_unknown_name_has_no_metadata(mod: tvm_ffi.Module) -> None:
    assert mod.get_function_metadata("no_such_function") is None
    assert mod.get_function_doc("no_such_function") is None


@pytest.mark.parametrize("package", ["e2e-kernels", "e2e-second", "quickstart"])
def test_every_export_is_described(load: Callable[[str], tvm_ffi.Module], package: str) -> None:
    module = load(package)
    manifest = json.loads(module.tvm_ffi_manifest())
    assert manifest["v"] == 1
    assert manifest["framework"].startswith("tvm-ffi-rs ")
    for export in manifest["exports"]:
        name, metadata = export["name"], module.get_function_metadata(export["name"])
        assert metadata["kernel"] == export["kernel"]
        tvm_ffi.core.TypeSchema.from_json_str(metadata["type_schema"])
        assert module.get_function_doc(name) == export["kernel"].get("doc")


@pytest.mark.skipif(sys.platform != "linux", reason="symbols are read from ELF files")
@pytest.mark.parametrize("package", ["e2e-kernels", "e2e-second", "quickstart"])
def test_the_manifest_lists_exactly_the_exports(
    load: Callable[[str], tvm_ffi.Module], library_path: LibraryPath, package: str
) -> None:
    names = [export["name"] for export in json.loads(load(package).tvm_ffi_manifest())["exports"]]
    assert names == sorted(set(names))
    exported = read_elf(library_path(package)).exported
    prefix = "__tvm_ffi_"
    found = {name[len(prefix) :] for name in exported if name.startswith(prefix)}
    # Exported names never start with `_`, which is reserved for the runtime.
    assert {name for name in found if not name.startswith("_")} == {*names, "tvm_ffi_manifest"}
    expected = {f"_{kind}_{name}" for name in names for kind in ("metadata", "doc")}
    # They are Python modules too.
    expected |= {"_library_bin", "_python_take", "_python_give"}
    assert {name for name in found if name.startswith("_")} == expected
