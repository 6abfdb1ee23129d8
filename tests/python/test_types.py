"""Every parameter type with every kind of Python value: accepted, or refused with a message."""

from __future__ import annotations

import ctypes
import json
from pathlib import PurePosixPath
from typing import Any

import pytest
from support.errors import argument_error, raises
from support.imported import is_imported
from support.package import Missing, np, tvm_ffi

# The name of each sample in messages. Containers are empty: other tests have elements.
SAMPLES: dict[str, tuple[Any, str]] = {
    "none": (None, "None"),
    "bool": (True, "bool"),
    "int": (1, "int"),
    "numpy int": (np.int32(1), "int"),
    "float": (1.5, "float"),
    "numpy float": (np.float32(1.5), "float"),
    "short str": ("text", "str"),
    "long str": ("a text that is not a dtype", "str"),
    "short bytes": (b"bytes", "bytes"),
    "long bytes": (b"more than seven", "bytes"),
    "bytearray": (bytearray(b"more than seven"), "bytes"),
    "pointer": (ctypes.c_void_p(64), "pointer"),
    "dtype": (tvm_ffi.dtype("float32"), "dtype"),
    "device": (tvm_ffi.device("cuda", 1), "Device"),
    "list": ([], "Array"),
    "tuple": ((), "Array"),
    "Array": (tvm_ffi.Array([]), "Array"),
    "List": (tvm_ffi.List([]), "List"),
    "Shape": (tvm_ffi.Shape(()), "Shape"),
    "dict": ({}, "Map"),
    "Map": (tvm_ffi.Map({}), "Map"),
    "Dict": (tvm_ffi.Dict({}), "Dict"),
    "function": (tvm_ffi.convert(len), "Function"),
    "callable": (len, "Function"),
    "tensor": (tvm_ffi.from_dlpack(np.zeros(2, np.float32)), "Tensor"),
    "numpy array": (np.zeros(2, np.float32), "Tensor"),
    "exception": (KeyError("x"), "Error"),
    "error": (tvm_ffi.convert(KeyError("x")), "Error"),
    "module": (tvm_ffi.system_lib(), "Module"),
    "object": (object(), "object"),
    "complex": (1j, "complex"),
    "set": ({1}, "set"),
    "frozenset": (frozenset(), "frozenset"),
    "path": (PurePosixPath("x"), "PurePosixPath"),
    "ffi object": (tvm_ffi.testing.create_object("testing.TestIntPair", a=1, b=2), "testing.TestIntPair"),
}
SAMPLES = {name: sample for name, sample in SAMPLES.items() if not isinstance(sample[0], Missing)}

NUMBERS = {"bool", "int", "numpy int"}
FLOATS = NUMBERS | {"float", "numpy float"}
TEXTS = {"short str", "long str"}
BYTES = {"short bytes", "long bytes", "bytearray"}
SEQUENCES = {"list", "tuple", "Array", "List"}
INTEGER_SEQUENCES = SEQUENCES | {"Shape"}
MAPPINGS = {"dict", "Map", "Dict"}
FUNCTIONS = {"function", "callable"}
TENSORS = {"tensor", "numpy array"}
# Text of up to seven bytes is not an object, and neither are plain values.
OBJECTS = set(SAMPLES) - FLOATS - {"none", "short str", "short bytes", "pointer", "dtype", "device"}
# Values of the right type that are refused; other tests have them.
LENGTHS = INTEGER_SEQUENCES

# The name of each type, the samples that it accepts, and those that it accepts or refuses by value.
ROWS: dict[str, tuple[str, set[str], set[str]]] = {
    **{f"id_{sign}{bits}": ("int", NUMBERS, set()) for sign in "iu" for bits in (8, 16, 32, 64, 128, "size")},
    **{f"id_{name}": ("float", FLOATS, set()) for name in ("f16", "bf16", "f32", "f64")},
    **{f"id_{name}": ("float", FLOATS, set()) for name in ("duration", "time")},
    "id_complex": ("complex", FLOATS, LENGTHS),
    "id_bool": ("bool", NUMBERS, set()),
    "id_unit": ("None", {"none"}, set()),
    "id_pointer": ("pointer", {"none", "pointer"}, set()),
    "id_dtype": ("dtype", {"dtype"}, TEXTS),
    "id_device": ("Device", {"device"}, TEXTS),
    **{f"id_{n}": ("str", TEXTS, set()) for n in ("str", "string", "box_str", "cow", "path", "str_object")},
    **{f"id_{name}": ("bytes", BYTES, set()) for name in ("byte_slice", "bytes")},
    **{f"id_{name}": ("Any", set(SAMPLES), set()) for name in ("any", "view")},
    "id_object": ("Object", OBJECTS, set()),
    "id_module": ("Module", {"module"}, set()),
    "id_error": ("Error", {"error", "exception"}, set()),
    "id_function": ("Function", FUNCTIONS, set()),
    "id_typed": ("Function[[int, str] -> float]", FUNCTIONS, set()),
    "id_tensor": ("Tensor", TENSORS, set()),
    "id_option_i64": ("Optional[int]", NUMBERS | {"none"}, set()),
    "id_option_f32": ("Optional[float]", FLOATS | {"none"}, set()),
    "id_option_str": ("Optional[str]", TEXTS | {"none"}, set()),
    "id_option_object": ("Optional[Object]", OBJECTS | {"none"}, set()),
    "id_option_unit": ("Optional[None]", {"none"}, set()),
    "id_option_function": ("Optional[Function]", FUNCTIONS | {"none"}, set()),
    "id_option_tensor": ("Optional[Tensor]", TENSORS | {"none"}, set()),
    "id_option_vec": ("Optional[Array[int]]", INTEGER_SEQUENCES | {"none"}, set()),
    **{
        f"id_{n}": ("Array[int]", INTEGER_SEQUENCES, set())
        for n in ("vec_i64", "boxed_slice", "deque", "hash_set")
    },
    "id_vec_u8": ("Array[int]", INTEGER_SEQUENCES | BYTES, set()),
    "id_array": ("Array[int]", INTEGER_SEQUENCES, set()),
    "id_list": ("List[int]", INTEGER_SEQUENCES, set()),
    "id_vec_f32": ("Array[float]", SEQUENCES, set()),
    **{
        f"id_{n}": ("Array[str]", SEQUENCES, set())
        for n in ("vec_string", "vec_str", "btree_set", "array_str")
    },
    "id_vec_complex": ("Array[complex]", SEQUENCES, set()),
    "id_vec_any": ("Array[Any]", SEQUENCES, set()),
    "id_vec_option": ("Array[Optional[int]]", SEQUENCES, set()),
    "id_vec_vec": ("Array[Array[int]]", SEQUENCES, set()),
    "id_vec_tensor": ("Array[Tensor]", SEQUENCES, set()),
    "id_three": ("Array[int]", set(), LENGTHS),
    "id_tuple_1": ("Tuple[int]", set(), INTEGER_SEQUENCES),
    "id_tuple_3": ("Tuple[int, float, str]", set(), SEQUENCES),
    "id_tuple_12": (f"Tuple[{'int, ' * 11}str]", set(), SEQUENCES),
    **{f"id_{name}": ("Shape", INTEGER_SEQUENCES, set()) for name in ("shape", "extents")},
    "id_hash_map": ("Map[str, int]", MAPPINGS, set()),
    "id_btree_map": ("Map[int, str]", MAPPINGS, set()),
    "id_nested": ("Map[str, Array[Optional[Tuple[int, str]]]]", MAPPINGS, set()),
    "id_map": ("Map[str, int]", MAPPINGS, set()),
    "id_dict": ("Dict[str, int]", MAPPINGS, set()),
}

# A module also takes what iterates for a sequence, paths for text, and what has a buffer for bytes. Elements are judged by their value.
ITERABLES = {"set", "frozenset", "numpy array"}

# A typed function is any function: its types are checked when it is called.
EXPECTED = {"id_typed": "Function"}


def test_every_identity_function_is_in_the_table(mod: tvm_ffi.Module) -> None:
    exports = json.loads(mod.tvm_ffi_manifest())["exports"]
    assert {export["name"] for export in exports if export["name"].startswith("id_")} == set(ROWS)


@pytest.mark.parametrize("name", ROWS)
def test_values_are_accepted_or_refused_by_type(mod: tvm_ffi.Module, name: str) -> None:
    type_name, accepted, judged_by_value = ROWS[name]
    function = mod[name]
    if is_imported(mod):
        if type_name.startswith(("Array", "List", "Tuple", "Shape", "Optional[Array")):
            judged_by_value = judged_by_value | ITERABLES
        elif type_name == "bytes":
            # They have buffers of other elements than bytes.
            judged_by_value = judged_by_value | {"numpy array", "numpy float", "numpy int", "pointer"}
        elif type_name == "complex":
            accepted = accepted | {"complex"}
        elif type_name in ("str", "Optional[str]"):
            accepted = accepted | {"path"}
    for sample, (value, value_name) in SAMPLES.items():
        if sample in judged_by_value:
            continue
        if sample in accepted:
            function(value)
        else:
            if is_imported(mod) and sample in ("set", "frozenset"):
                value_name = "Array"
            text = f"expected {EXPECTED.get(name, type_name)}, got {value_name}"
            has_numbers = type_name.startswith(("Array", "List", "Tuple", "Shape", "Optional[Array"))
            if sample in TENSORS and has_numbers and not type_name.endswith(("[Any]", "[Tensor]")):
                text += ": pass a list, `x.tolist()` say"
            with raises(TypeError, argument_error(name, f"x: {type_name}", text)):
                function(value)
