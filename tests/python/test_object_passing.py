"""Objects as arguments and results: in containers, options, tuples, closures, and callbacks."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, Callable

import pytest
from support.classes import same_object
from support.errors import argument_error, raises
from support.imported import is_imported
from support.package import Missing, tvm_ffi
from support.raw import strong_count

Use = Callable[[tvm_ffi.Module, Any], Any]

USES: dict[str, Use] = {
    "itself": lambda mod, item: mod.item_id(item),
    "an option": lambda mod, item: mod.item_option(item),
    "a list": lambda mod, item: mod.item_vec([item, item])[1],
    "an array": lambda mod, item: mod.item_vec(tvm_ffi.Array([item]))[0],
    "a map": lambda mod, item: mod.item_map({"a": item})["A"],
    "a tuple": lambda mod, item: mod.item_tuple((item, 3))[1],
    "an object": lambda mod, item: mod.item_object(item),
    "any value": lambda mod, item: mod.id_any(item),
    "any object": lambda mod, item: mod.id_object(item),
    "a typed callback": lambda mod, item: mod.item_typed(lambda x, n: x if n == 2 else None, item),
}


@pytest.mark.parametrize("use", USES)
def test_an_object_passes_through_rust_unchanged(mod: tvm_ffi.Module, classes: SimpleNamespace, use: str) -> None:
    item = classes.Item(5)
    found = USES[use](mod, item)
    assert type(found) is classes.Item and same_object(found, item) and found.value == 5
    del found
    assert strong_count(item) == 1


def test_values(mod: tvm_ffi.Module, classes: SimpleNamespace) -> None:
    made = mod.item_new(7)
    assert (type(made), made.value, mod.item_value(made)) == (classes.Item, 7, 7)
    assert mod.item_option(None) is None and mod.item_option_value(None) is None
    assert mod.item_option_value(made) == 7
    assert [item.value for item in mod.item_vec([classes.Item(n) for n in range(3)])] == [2, 1, 0]
    assert mod.item_keys({classes.Item(3): 2, classes.Item(4): 5}) == 26
    assert list(mod.item_same(made, made)) == [True, True]
    assert list(mod.item_same(made, classes.Item(7))) == [False, True]
    assert list(mod.item_same(made, classes.Item(8))) == [False, False]


def test_closures_and_callbacks(mod: tvm_ffi.Module, classes: SimpleNamespace) -> None:
    item = classes.Item(5)
    closure = mod.item_closure(item)
    assert closure(3) == 8 and strong_count(item) == 2
    del closure
    assert strong_count(item) == 1
    assert mod.item_taker()(item) == 5
    with pytest.raises(TypeError, match="expected e2e.Item, got int"):
        mod.item_taker()(5)
    assert mod.item_callback(lambda made: classes.Item(made.value + 1), 6).value == 7
    with pytest.raises(TypeError, match="expected e2e.Item, got int"):
        mod.item_callback(lambda made: made.value, 6)


def test_an_object_that_is_given_away(mod: tvm_ffi.Module, classes: SimpleNamespace) -> None:
    item = classes.Item(5)
    # The references of Python, of the call, and of its parameter.
    assert mod.item_count(item) == 3
    if is_imported(mod):
        # The instances of a module keep their object.
        with pytest.raises(TypeError, match="Cannot convert e2e_kernels.Item"):
            mod.item_count(tvm_ffi.core.ObjectRValueRef(item))
        assert mod.item_value(item) == 5
        return
    moved = tvm_ffi.core.ObjectRValueRef(item)
    assert mod.item_count(moved) == 1
    assert item.__chandle__() == 0
    for other in (mod.item_id, mod.item_option, mod.item_value):
        value = classes.Item(6)
        result = other(tvm_ffi.core.ObjectRValueRef(value))
        assert result == 6 or result.value == 6


WRONG: dict[str, tuple[Use, Any, str]] = {
    "a number": (lambda mod, x: mod.item_id(x), 5, "expected e2e.Item, got int"),
    "none": (lambda mod, x: mod.item_id(x), None, "expected e2e.Item, got None"),
    "another object": (lambda mod, x: mod.item_id(x), tvm_ffi.Array([]), "expected e2e.Item, got Array"),
    "borrowed": (lambda mod, x: mod.item_value(x), "x", "expected e2e.Item, got str"),
    "an option": (lambda mod, x: mod.item_option(x), 5, "expected Optional[e2e.Item], got int"),
}


@pytest.mark.parametrize("case", WRONG)
def test_values_of_other_classes(mod: tvm_ffi.Module, classes: SimpleNamespace, case: str) -> None:
    use, value, text = WRONG[case]
    if isinstance(value, Missing):
        pytest.skip(value.reason)
    function = {"borrowed": "item_value", "an option": "item_option"}.get(case, "item_id")
    kind = "Optional[e2e.Item]" if case == "an option" else "e2e.Item"
    with raises(TypeError, argument_error(function, f"item: {kind}", text)):
        use(mod, value)


def test_elements_of_other_classes(mod: tvm_ffi.Module, classes: SimpleNamespace) -> None:
    with raises(
        TypeError,
        argument_error("item_vec", "items: Array[e2e.Item]", "expected e2e.Item, got e2e.Leaf", place="[1]"),
    ):
        mod.item_vec([classes.Item(1), classes.Leaf(2)])
    with pytest.raises(
        TypeError, match=r"item_map: argument #0 `items`\[\"b\"\]: expected e2e.Item, got int"
    ):
        mod.item_map({"a": classes.Item(1), "b": 2})
    with raises(TypeError, "this is a e2e.Leaf"):
        mod.item_object(classes.Leaf(1))
