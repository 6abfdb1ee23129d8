"""Objects: identity, rvalue references, modules, and values of any type."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any, Callable

import numpy as np
import pytest
import tvm_ffi
import tvm_ffi.testing
from support import LibraryPath, raw
from support.errors import argument_error, raises

TAKEN = "an rvalue reference whose object was taken"


def pair() -> tvm_ffi.Object:
    return tvm_ffi.testing.create_object("testing.TestIntPair", a=3, b=4)


def moved(value: Any) -> Any:
    """Move an object out of its handle, as `_move` does for types that have it."""
    return tvm_ffi.core.ObjectRValueRef(value)


MAKERS: dict[str, Callable[[], Any]] = {
    "ffi.Array": lambda: tvm_ffi.Array([1, 2]),
    "ffi.List": lambda: tvm_ffi.List([1, 2]),
    "ffi.Map": lambda: tvm_ffi.Map({"a": 1}),
    "ffi.Dict": lambda: tvm_ffi.Dict({"a": 1}),
    "ffi.Function": lambda: tvm_ffi.convert(len),
    "ffi.Error": lambda: tvm_ffi.convert(ValueError("x")),
    "ffi.Tensor": lambda: tvm_ffi.from_dlpack(np.zeros(2, np.float32)),
    "testing.TestIntPair": pair,
}


@pytest.mark.parametrize("key", MAKERS)
def test_an_object_passes_through_rust_unchanged(mod: tvm_ffi.Module, key: str) -> None:
    value = MAKERS[key]()
    for name in ("id_any", "id_view", "id_object", "id_option_object"):
        assert mod[name](value).same_as(value)
    assert mod.collect(value, value)[1].same_as(value)
    assert mod.id_vec_any([value])[0].same_as(value)
    assert mod.keep(value)().same_as(value)
    assert mod.call(lambda x: x, value).same_as(value)
    assert mod.type_key(value) == key
    assert mod.are_same(value, value) is True
    assert mod.are_same(value, MAKERS[key]()) is False


def test_opaque_python_objects_pass_through_rust_unchanged(mod: tvm_ffi.Module) -> None:
    for value in (object(), 1j, {1, 2}, Path("x")):
        for name in ("id_any", "id_view", "id_object"):
            assert mod[name](value) is value


def test_fields_are_unchanged(mod: tvm_ffi.Module) -> None:
    result = mod.id_object(pair())
    assert (type(result), result.a, result.b) == (tvm_ffi.testing.TestIntPair, 3, 4)


RVALUES = ["is_unique", "any_is_unique"]


@pytest.mark.parametrize("name", RVALUES)
@pytest.mark.parametrize("key", MAKERS)
def test_an_rvalue_reference_gives_the_object_away(mod: tvm_ffi.Module, name: str, key: str) -> None:
    value = MAKERS[key]()
    # Passed as usual, the object is shared,
    assert list(mod[name](value, 1.5)) == [False, 1.5]
    assert value.__chandle__() != 0
    # and given away, the call has the only reference.
    assert list(mod[name](moved(value), 1.5)) == [True, 1.5]
    assert value.__chandle__() == 0


@pytest.mark.parametrize("name", RVALUES)
@pytest.mark.parametrize("scale, expected", [(2**70, 2.0**70), (-(2**64), -(2.0**64)), (3, 3.0), (True, 1.0)])
def test_an_rvalue_reference_with_a_number_in_a_rare_form(
    mod: tvm_ffi.Module, name: str, scale: Any, expected: float
) -> None:
    # A big integer makes the shim run twice, and the second run still needs the object.
    value = pair()
    assert list(mod[name](moved(value), scale)) == [True, expected]
    assert value.__chandle__() == 0


def test_an_rvalue_reference_is_taken_once(mod: tvm_ffi.Module) -> None:
    value = pair()
    reference = moved(value)
    assert mod.type_key(reference) == "testing.TestIntPair"
    for name in ("type_key", "id_any", "id_object", "id_array"):
        kind = {"type_key": "Object", "id_any": "Any", "id_object": "Object", "id_array": "Array[int]"}[name]
        with raises(TypeError, argument_error(name, f"x: {kind}", f"expected {kind}, got {TAKEN}")):
            mod[name](reference)


def test_one_object_given_away_twice_in_one_call(mod: tvm_ffi.Module) -> None:
    value = pair()
    with raises(
        TypeError,
        argument_error("are_same", "a: Object, b: Object", f"expected Object, got {TAKEN}", index=1),
    ):
        mod.are_same(moved(value), moved(value))
    # Neither argument has moved it.
    assert (value.a, value.b) == (3, 4)


@pytest.mark.parametrize("name", ["lend_and_give", "lend_and_give_packed", "lend_and_give_closure"])
def test_an_object_that_is_lent_and_given_away_lives_through_the_call(mod: tvm_ffi.Module, name: str) -> None:
    call = mod[name]() if name.endswith("closure") else mod[name]
    value = tvm_ffi.Array([1, 2, 3])
    assert list(call(value, moved(value))) == [False, 6]
    assert value.__chandle__() == 0
    # The call has the only reference to another object.
    assert list(call(tvm_ffi.Array([4]), moved(tvm_ffi.Array([1])))) == [True, 4]


def test_a_refused_call_does_not_move_its_arguments(mod: tvm_ffi.Module) -> None:
    value = pair()
    with raises(
        TypeError, argument_error("take_then", "x: Object, number: int", "expected int, got str", index=1)
    ):
        mod.take_then(moved(value), "x")
    with raises(TypeError, argument_error("id_i64", "x: int", "expected int, got testing.TestIntPair")):
        mod.id_i64(moved(value))
    with raises(TypeError, "take_then: expected 2 arguments, got 1\n  take_then(x: Object, number: int)"):
        mod.take_then(moved(value))
    assert (value.a, value.b) == (3, 4)
    assert list(mod.take_then(moved(value), 5)) == ["testing.TestIntPair", 5]


def test_rvalue_references_of_typed_parameters(mod: tvm_ffi.Module) -> None:
    array, tensor = tvm_ffi.Array([1, 2, 3]), tvm_ffi.from_dlpack(np.zeros((2, 2), np.float32))
    assert list(mod.take_typed(moved(array), moved(tensor))) == [3, 4]
    assert tensor.__chandle__() == 0
    # Text and bytes in objects, too.
    string = tvm_ffi.get_global_func("ffi.String")
    for name in ("id_string", "id_box_str", "id_path", "id_str_object", "id_any"):
        text = string("more than seven bytes")
        assert mod[name](moved(text._tvm_ffi_cached_object)) == "more than seven bytes"
    wrong = tvm_ffi.Map({})
    text = argument_error("take_typed", "array: Array[int], tensor: Tensor", "expected Array[int], got Map")
    with raises(TypeError, text):
        mod.take_typed(moved(wrong), tensor)
    assert len(wrong) == 0


@pytest.mark.parametrize("name", ["id_vec_i64", "sum_array", "id_list", "id_array", "id_boxed_slice"])
def test_rvalue_references_of_sequences(mod: tvm_ffi.Module, name: str) -> None:
    result = mod[name](moved(tvm_ffi.Array([1, 2, 3])))
    assert result == 6 if name == "sum_array" else list(result) == [1, 2, 3]


def test_modules(mod: tvm_ffi.Module, second_mod: tvm_ffi.Module) -> None:
    assert mod.id_module(second_mod).same_as(second_mod)
    assert mod.id_module(second_mod).which() == "second"
    assert mod.call_in_module(mod, "id_i64", 5) == 5
    message = "module of kind `library` has no function `missing`: there is no symbol `__tvm_ffi_missing`"
    with raises(AttributeError, message):
        mod.call_in_module(second_mod, "missing", 5)
    assert mod.reference_count(second_mod) >= 2


def test_objects_of_the_c_abi(library_path: LibraryPath) -> None:
    library = library_path("e2e-kernels")
    for value in (raw.integer(7), raw.integer(1, raw.BOOL), raw.integer(0, raw.NONE), raw.small(b"text")):
        for name in ("id_any", "id_view"):
            assert bytes(raw.call_symbol(library, name, value)) == bytes(value)
    # A DLTensor* cannot be owned.
    tensor = raw.pointer(ctypes.create_string_buffer(64), raw.DL_TENSOR_PTR)
    text = (
        "expected a value that can be owned, got DLTensor*, which belongs to the caller "
        "(take `TensorView<'_>`, or pass a `tvm_ffi.Tensor`)"
    )
    with pytest.raises(raw.Raised) as info:
        raw.call_symbol(library, "id_any", tensor)
    assert (info.value.kind, info.value.message) == ("TypeError", argument_error("id_any", "x: Any", text))
