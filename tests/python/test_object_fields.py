"""Fields: every type, every option, reading and writing."""

from __future__ import annotations

import inspect
import json
import math
import sys
from types import SimpleNamespace
from typing import Any

import pytest
from support.classes import field_of, is_of_package, same_object
from support.errors import raises
from support.imported import is_imported
from support.package import Missing, np, tvm_ffi

TENSOR = tvm_ffi.from_dlpack(np.arange(3, dtype=np.float32))
ARRAY = tvm_ffi.Array([1])
FUNCTION = tvm_ffi.convert(lambda x: x + 1)

# The value for the constructor, and the value that is set later.
VALUES: dict[str, tuple[Any, Any]] = {
    "i8": (-128, 127),
    "i16": (-(2**15), 2**15 - 1),
    "i32": (-(2**31), 2**31 - 1),
    "i64": (-(2**63), 2**63 - 1),
    "u8": (0, 255),
    "u16": (0, 2**16 - 1),
    "u32": (0, 2**32 - 1),
    "u64": (2**63, 2**64 - 1),
    "i128": (-(2**127), 2**127 - 1),
    "usize": (0, 2**64 - 1),
    "boolean": (True, False),
    "f16": (0.5, -2.0),
    "bf16": (0.5, -2.0),
    "f32": (0.25, math.inf),
    "f64": (0.1, -0.0),
    "string": ("short", "a text that does not fit the value itself"),
    "text": ("a text that does not fit the value itself", ""),
    "bytes": (b"more than seven bytes", b"\0"),
    "dtype": (tvm_ffi.dtype("float32"), tvm_ffi.dtype("int8x4")),
    "device": (tvm_ffi.device("cpu", 0), tvm_ffi.device("cuda", 1)),
    "shape": (tvm_ffi.Shape((1, 2)), tvm_ffi.Shape(())),
    "tensor": (TENSOR, tvm_ffi.from_dlpack(np.zeros(1))),
    "function": (FUNCTION, tvm_ffi.convert(lambda x: x + 2)),
    "object": (ARRAY, TENSOR),
    "any": (None, ARRAY),
    "option": (None, 5),
    "option_text": ("text", None),
    "vector": ([1, 2, 3], []),
    "array": ([0.5, 1.5], [2.0, 3.0]),
    "hash_map": ({"a": 1}, {}),
    "tree_map": ({1: [True], 2: []}, {-1: [False]}),
    "tuple": ((1, "one"), (2, "two")),
}
REFERENCES = ("reference", "option_reference")


def plain(value: Any) -> Any:
    """Return a Python value, which can be compared."""
    if isinstance(value, (tvm_ffi.Array, tuple, list)):
        return [plain(item) for item in value]
    if isinstance(value, (tvm_ffi.Map, dict)):
        return {key: plain(item) for key, item in value.items()}
    return value


def same(found: Any, expected: Any) -> bool:
    if isinstance(expected, (tvm_ffi.Tensor, tvm_ffi.Function)) or expected is ARRAY:
        if hasattr(found, "same_as"):
            return bool(found.same_as(expected))
    if isinstance(expected, tvm_ffi.Function):
        return bool(found(1) == expected(1))
    if isinstance(expected, tvm_ffi.Device):
        # A module has text.
        return str(found) == str(expected)
    if hasattr(expected, "__dlpack__"):
        found, expected = np.from_dlpack(found), np.from_dlpack(expected)
        return bool(found.ctypes.data == expected.ctypes.data and found.dtype == expected.dtype)
    if isinstance(expected, (bool, int, float)):
        return type(found) is type(expected) and found == expected
    return plain(found) == plain(expected)


@pytest.fixture
def every(classes: SimpleNamespace) -> Any:
    for missing in (value for pair in VALUES.values() for value in pair if isinstance(value, Missing)):
        pytest.skip(missing.reason)
    leaf = classes.Leaf(1)
    return classes.EveryField(
        **{key: pair[0] for key, pair in VALUES.items()}, reference=leaf, option_reference=None
    )


@pytest.mark.parametrize("name", VALUES)
def test_a_field_of_each_type(classes: SimpleNamespace, every: Any, name: str) -> None:
    first, second = VALUES[name]
    assert same(getattr(every, name), first)
    setattr(every, name, second)
    assert same(getattr(every, name), second)
    # No other field changed, so the offsets are right.
    for other, (value, _) in VALUES.items():
        assert other == name or same(getattr(every, other), value), other


def test_references(classes: SimpleNamespace, every: Any) -> None:
    leaf = classes.Leaf(2)
    assert (every.reference.value, every.option_reference) == (1, None)
    every.reference = every.option_reference = leaf
    assert same_object(every.reference, leaf) and same_object(every.option_reference, leaf)
    assert type(every.reference) is classes.Leaf
    every.option_reference = None
    assert every.option_reference is None and every.reference.value == 2


def test_every_field_was_tried(classes: SimpleNamespace) -> None:
    assert fields_of(classes.EveryField) == [*VALUES, *REFERENCES]


def fields_of(cls: Any) -> list[str]:
    if hasattr(cls, "__tvm_ffi_type_info__"):
        return [field.name for field in cls.__tvm_ffi_type_info__.fields]
    return [name for name, value in vars(cls).items() if inspect.isgetsetdescriptor(value) and name != "__dict__"]


WRONG: dict[str, tuple[Any, type[BaseException], str]] = {
    "i8": (128, ValueError, "128 is out of range for i8, expected -128 to 127"),
    "u8": (-1, ValueError, "-1 is out of range for u8, expected 0 to 255"),
    "i64": (2**63, ValueError, f"{2**63} is out of range for i64, expected {-(2**63)} to {2**63 - 1}"),
    "u64": ("1", TypeError, "expected int, got str"),
    "boolean": (2, ValueError, "2 is out of range for bool, expected 0 or 1"),
    "f32": ("x", TypeError, "expected float, got str"),
    "string": (5, TypeError, "expected str, got int"),
    "bytes": ("text", TypeError, "expected bytes, got str"),
    "tensor": (None, TypeError, "expected Tensor, got None"),
    "function": (5, TypeError, "expected Function, got int"),
    "object": (5, TypeError, "expected Object, got int"),
    "option": ("x", TypeError, "expected Optional[int], got str"),
    "vector": ([1, "x"], TypeError, "[1]: expected int, got str"),
    "reference": (ARRAY, TypeError, "expected e2e.Leaf, got Array"),
    "option_reference": (1, TypeError, "expected Optional[e2e.Leaf], got int"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_value(every: Any, name: str) -> None:
    value, kind, text = WRONG[name]
    before = getattr(every, name)
    with pytest.raises(kind) as info:
        setattr(every, name, value)
    assert str(info.value).startswith(f"e2e.EveryField.{name}")
    assert text in str(info.value)
    assert same(getattr(every, name), before) or before.same_as(getattr(every, name))


def test_only_fields_with_set_can_be_set(mod: tvm_ffi.Module, classes: SimpleNamespace) -> None:
    half = classes.HalfSettable(1, 2, "text")
    half.free, half.text = 3, "another"
    assert (half.fixed, half.free, half.text) == (1, 3, "another")
    with pytest.raises(AttributeError):
        half.fixed = 4
    with pytest.raises(AttributeError):
        half.no_such_field = 4
    if is_imported(mod):
        with pytest.raises(AttributeError, match=r"^e2e\.HalfSettable\.fixed is read-only"):
            half.fixed = 4
        assert half.fixed == 1
        return
    # The setter refuses too, if Python's property is bypassed.
    with pytest.raises(AttributeError, match=r"^e2e\.HalfSettable\.fixed is read-only"):
        field_of(classes.HalfSettable, "fixed").setter(half, 4)
    assert half.fixed == 1
    flags = {name: field_of(classes.HalfSettable, name).frozen for name in ("fixed", "free", "text")}
    assert flags == {"fixed": True, "free": False, "text": False}


def test_options_of_fields(mod: tvm_ffi.Module, classes: SimpleNamespace) -> None:
    made = classes.Options(1, keyword=2)
    assert (made.required, made.default, made.default_text, list(made.factory)) == (1, 7, "text", [1, 2])
    assert (made.documented, made.keyword, made.type_, made.not_init) == (0, 2, 3, 11)
    assert made.optional_keyword == 0x3FC00000
    assert mod.hidden_len(made) == 0
    assert not hasattr(made, "hidden") and not hasattr(made, "renamed")
    made = classes.Options(1, 2, "three", [4], 5, 6, keyword=7, optional_keyword=None)
    assert (made.default, made.default_text, list(made.factory), made.documented) == (2, "three", [4], 5)
    assert (made.type_, made.keyword, made.optional_keyword, made.not_init) == (6, 7, None, 11)


def test_reflection_of_fields(mod: tvm_ffi.Module, classes: SimpleNamespace) -> None:
    cls = classes.Options
    if is_imported(mod):
        docs = {name: getattr(cls, name).__doc__ for name in ("required", "default", "documented")}
        assert docs == {"required": "Documentation from the comment.", "default": None, "documented": "from the option"}
        if sys.version_info < (3, 10):
            return
        parameters = inspect.signature(cls).parameters.values()
        facts = {one.name: (one.kind.name, one.default is not one.empty) for one in parameters}
        assert facts == {
            "required": ("POSITIONAL_OR_KEYWORD", False),
            "default": ("POSITIONAL_OR_KEYWORD", True),
            "default_text": ("POSITIONAL_OR_KEYWORD", True),
            "factory": ("POSITIONAL_OR_KEYWORD", True),
            "documented": ("POSITIONAL_OR_KEYWORD", True),
            "type_": ("POSITIONAL_OR_KEYWORD", True),
            "keyword": ("KEYWORD_ONLY", False),
            "optional_keyword": ("KEYWORD_ONLY", True),
        }
        return
    assert cls.__tvm_ffi_type_info__.fields[0].name == "required"
    docs = {name: field_of(cls, name).doc for name in ("required", "default", "documented")}
    assert docs == {"required": "Documentation from the comment.", "default": None, "documented": "from the option"}
    facts = {
        field.name: (field.c_init, field.c_kw_only, field.c_has_default)
        for field in cls.__tvm_ffi_type_info__.fields
    }
    assert facts == {
        "required": (True, False, False),
        "default": (True, False, True),
        "default_text": (True, False, True),
        "factory": (True, False, True),
        "documented": (True, False, True),
        "keyword": (True, True, False),
        "optional_keyword": (True, True, True),
        "type_": (True, False, True),
        "not_init": (False, False, True),
    }
    assert field_of(cls, "default").c_default == 7
    assert list(field_of(cls, "factory").c_default_factory()) == [1, 2]
    assert (
        not field_of(cls, "factory").c_default_factory().same_as(field_of(cls, "factory").c_default_factory())
    )
    left_out = {
        field.name: (field.c_repr, field.c_compare, field.c_hash)
        for field in classes.LeftOut.__tvm_ffi_type_info__.fields
    }
    assert left_out == {
        "seen": (True, True, True),
        "not_in_repr": (False, True, True),
        "not_compared": (True, False, False),
    }


def test_fields_that_options_exclude(mod: tvm_ffi.Module, classes: SimpleNamespace) -> None:
    make = classes.LeftOut
    equal, digest = tvm_ffi.get_global_func("ffi.RecursiveEq"), tvm_ffi.get_global_func("ffi.RecursiveHash")
    # The runtime shows fields, which Python does not do for a class without the option.
    assert is_imported(mod) or repr(make(1, 2, 3)) == "e2e.LeftOut(seen=1, not_compared=3)"
    assert equal(make(1, 2, 3), make(1, 2, 4)) is True
    assert equal(make(1, 2, 3), make(1, 0, 3)) is False
    assert digest(make(1, 2, 3)) == digest(make(1, 2, 4)) != digest(make(1, 0, 3))


def test_a_getter_returns_the_current_value(classes: SimpleNamespace) -> None:
    half = classes.HalfSettable(1, 2, "text")
    for value in range(1000):
        half.free = value
        assert half.free == value


def test_types_of_fields_are_in_the_metadata(mod: tvm_ffi.Module, classes: SimpleNamespace) -> None:
    if is_imported(mod):
        objects = json.loads(mod.tvm_ffi_manifest())["objects"]
        [entry] = [entry for entry in objects if entry["key"] == "e2e.EveryField"]
        types = {field["name"]: field["schema"]["type"] for field in entry["fields"]}
        assert (types["i8"], types["i128"], types["boolean"], types["f16"]) == ("int", "int", "bool", "float")
        assert (types["tensor"], types["option"], types["reference"]) == ("ffi.Tensor", "Optional", "e2e.Leaf")
        return
    types = {field.name: repr(field.ty) for field in classes.EveryField.__tvm_ffi_type_info__.fields}
    assert types["i8"] == types["u64"] == types["i128"] == "int"
    assert (types["boolean"], types["f16"], types["string"], types["text"]) == ("bool", "float", "str", "str")
    assert (types["tensor"], types["any"], types["object"]) == ("Tensor", "Any", "Object")
    assert (types["option"], types["reference"]) == ("int | None", "e2e.Leaf")


def test_an_unknown_keyword_of_a_field(classes: SimpleNamespace) -> None:
    with pytest.raises(TypeError, match="nothing"):
        classes.Leaf(1, nothing=2)
    with raises(TypeError, "e2e.Leaf: argument `value` is missing\n  e2e.Leaf(value: int)"):
        classes.Leaf()
