"""Calls: names of exports, numbers of arguments, defaults, and the packed form."""

from __future__ import annotations

import ctypes
from typing import Any

import pytest
from support import LibraryPath, raw
from support.errors import argument_error, raises
from support.imported import Imported
from support.package import tvm_ffi

DEFAULTS = (
    'required: int, int: int = -2, float: float = 1e-6, text: str = "a \\"quoted\\" text", '
    "flag: bool = True, option: Optional[int] = None, list: Array[int] = [1, 2], "
    "number: int = ..."
)


def test_omitted_arguments_have_their_defaults(mod: tvm_ffi.Module) -> None:
    full: list[Any] = [5, -2, 1e-6, 'a "quoted" text', True, None, [1, 2]]
    given: list[Any] = [6, 7, 2.5, "given", False, 8, [9], 10]
    for count in range(1, 9):
        result = [
            list(item) if isinstance(item, tvm_ffi.Array) else item for item in mod.defaults(*given[:count])
        ]
        expected = given[:count] + full[count:]
        assert result[:7] == expected[:7]
    assert mod.defaults(*given)[7] == 10


def test_defaults_are_evaluated_at_each_call(mod: tvm_ffi.Module) -> None:
    first, second = (mod.defaults(0)[7] for _ in range(2))
    assert second == first + 1


@pytest.mark.parametrize(
    "name, parameters, expected, counts",
    [
        ("nothing", "", "0 arguments", (1, 5)),
        ("no_arguments", "", "0 arguments", (1,)),
        ("id_i64", "x: int", "1 argument", (0, 2)),
        ("add", "a: int, b: int", "2 arguments", (0, 1, 3, 200)),
        ("defaults", DEFAULTS, "1 to 8 arguments", (0, 9)),
        ("join", 'parts: Array[str], separator: str = ","', "1 or 2 arguments", (0, 3)),
        ("tvm_ffi_manifest", "", "0 arguments", (1,)),
    ],
)
def test_a_wrong_number_of_arguments(
    mod: tvm_ffi.Module, name: str, parameters: str, expected: str, counts: tuple[int, ...]
) -> None:
    for count in counts:
        with raises(TypeError, f"{name}: expected {expected}, got {count}\n  {name}({parameters})"):
            mod[name](*[1] * count)


def test_a_wrong_argument_is_named_with_its_position(mod: tvm_ffi.Module) -> None:
    with raises(TypeError, argument_error("add", "a: int, b: int", "expected int, got str", index=1)):
        mod.add(1, "x")
    # The error is for the first wrong argument.
    with raises(TypeError, argument_error("add", "a: int, b: int", "expected int, got None")):
        mod.add(None, "x")
    with raises(TypeError, argument_error("defaults", DEFAULTS, "expected bool, got str", index=4)):
        mod.defaults(1, 2, 3, "4", "5")


def test_many_parameters(mod: tvm_ffi.Module) -> None:
    assert mod.many(1, 2, 3, 4, 5, 6, 7, 8, 9, 1.5, "k") == "451.5k"
    parameters = ", ".join(f"{name}: int" for name in "abcdefghi") + ", j: float, k: str"
    for index in range(9):
        arguments: list[Any] = [1] * 9 + [1.5, "k"]
        arguments[index] = "wrong"
        with raises(TypeError, argument_error("many", parameters, "expected int, got str", index=index)):
            mod.many(*arguments)


def test_parameters_may_be_mutable_and_raw(mod: tvm_ffi.Module) -> None:
    assert list(mod.mutable([1, 2], 3)) == [7, 8]
    assert mod.raw_names(5, 3) == 2
    with raises(
        TypeError, argument_error("raw_names", "type: int, in: int", "expected int, got str", index=1)
    ):
        mod.raw_names(1, "x")
    with raises(
        TypeError, argument_error("mutable", "values: Array[int], by: int", "expected int, got str", index=1)
    ):
        mod.mutable([1], "x")


def test_the_packed_form_takes_any_arguments(mod: tvm_ffi.Module) -> None:
    for count in (0, 1, 15, 16, 17, 300):
        assert mod.count(*range(count)) == count
        assert list(mod.collect(*range(count))) == list(range(count))
    assert list(mod.collect(None, "x", 2**70, 1.5)) == [None, "x", 2**70, 1.5]


def test_names(mod: tvm_ffi.Module) -> None:
    if isinstance(mod, Imported):
        pytest.skip("a Python module is not called, and has no attribute in place of an export")
    assert mod["math.halve"](3) == 1.5
    assert getattr(mod, "math.halve")(3) == 1.5
    assert mod(41) == 42
    # Python's `Module` has an attribute of this name.
    assert mod.kind == "library"
    assert mod.get_function("kind")() == "the function"
    for absent in ("halve", "no_such_function", "_add", "math"):
        assert not mod.implements_function(absent)
        with pytest.raises(AttributeError):
            mod.get_function(absent)
    assert mod.implements_function("add")


def test_two_libraries_may_export_the_same_names(
    mod: tvm_ffi.Module, second_mod: tvm_ffi.Module
) -> None:
    for _ in range(3):
        assert (mod.which(), second_mod.which()) == ("kernels", "second")
        assert (mod.add(3, 4), second_mod.add(3, 4)) == (7, 12)
        assert (mod.make_adder(1)(10), second_mod.make_adder(1)(10)) == (11, 9)
    with raises(RuntimeError, "no kind is named"):
        mod.bail_plain()
    with raises(KeyError, "raised by the second library"):
        second_mod.bail_plain()


def test_a_function_of_one_library_is_an_argument_of_the_other(
    mod: tvm_ffi.Module, second_mod: tvm_ffi.Module
) -> None:
    assert second_mod.call(mod.make_adder(5), 10) == 15
    assert mod.call(second_mod.make_adder(5), 10) == 5
    message = argument_error("parse_i32", "text: str", "expected str, got int")
    with raises(TypeError, message):
        second_mod.call(mod["parse_i32"], 1)


def test_null_arguments(library_path: LibraryPath) -> None:
    library = ctypes.CDLL(str(library_path("e2e-kernels")))
    result = raw.call_pointer(library["__tvm_ffi_no_arguments"], None, 0)
    assert (result.type_index, result.v_int64) == (raw.INT, 3600)
    assert raw.call_pointer(library["__tvm_ffi_nothing"], None, 0).type_index == raw.NONE
    assert raw.call_pointer(library["__tvm_ffi_count"], None, 0).v_int64 == 0
    for name, expected in (
        ("id_i64", "1 argument"),
        ("add", "2 arguments"),
        ("defaults", "1 to 8 arguments"),
    ):
        with pytest.raises(raw.Raised) as info:
            raw.call_pointer(library[f"__tvm_ffi_{name}"], None, 0)
        assert info.value.kind == "TypeError"
        assert info.value.message.startswith(f"{name}: expected {expected}, got 0\n  {name}(")
    # The number of arguments comes from the caller.
    for count in (-1, -(2**31)):
        with pytest.raises(raw.Raised) as info:
            raw.call_pointer(library["__tvm_ffi_no_arguments"], None, count)
        expected = f"no_arguments: expected 0 arguments, got {count}\n  no_arguments()"
        assert (info.value.kind, info.value.message) == ("TypeError", expected)


def test_values_of_unknown_types_are_refused(library_path: LibraryPath) -> None:
    for type_index in (-1, 13, 63, -(2**31)):
        text = f"a value of unknown type index {type_index}"
        for name, kind in (("id_i64", "int"), ("id_object", "Object"), ("view_facts", "Tensor")):
            with pytest.raises(raw.Raised) as info:
                raw.call_symbol(library_path("e2e-kernels"), name, raw.integer(0, type_index))
            expected = argument_error(name, f"x: {kind}", f"expected {kind}, got {text}")
            assert (info.value.kind, info.value.message) == ("TypeError", expected)
