"""Objects of Python that a library takes as they are."""

from __future__ import annotations

import gc
import sys
import weakref
from types import ModuleType
from typing import Any, Callable

import pytest


@pytest.fixture(scope="module")
def module(import_library: Callable[[str], ModuleType]) -> ModuleType:
    """Import the library."""
    return import_library("e2e-kernels")


class Plain:
    """A class of which the library knows nothing."""


class Text(str):
    """A subclass of a type that is passed by value."""


OBJECTS: list[Any] = [
    None,
    True,
    [1, [2]],
    (1, (2,)),
    {1: 2},
    {1, 2},
    frozenset(),
    bytearray(b"x"),
    memoryview(b"x"),
    range(3),
    iter([1]),
    1j,
    Plain,
    Plain(),
    Text("x"),
    len,
    print,
    lambda: None,
    ValueError("x"),
    sys,
    NotImplemented,
    ...,
]


@pytest.mark.parametrize("value", OBJECTS, ids=lambda value: type(value).__name__)
def test_the_same_object_comes_back(module: ModuleType, value: Any) -> None:
    assert module.same_object(value) is value
    assert module.same_object(x=value) is value
    [back], of_pair, named = module.same_objects([value], (value, 1), named=value)
    assert back is value and of_pair is value and named["named"] is value
    kept = module.Kept(value, value)
    assert kept.object is value and kept[(value, 0)] is value
    kept.object = 1
    kept.object = value
    assert kept.object is value


@pytest.mark.parametrize("value", [1, -(2**70), 1.5, "text", "text that is long", b"", b"bytes that are long"])
def test_numbers_text_and_bytes_are_passed_by_value(module: ModuleType, value: Any) -> None:
    assert module.same_object(value) == value
    assert type(module.same_object(value)) is type(value)
    [back], of_pair, named = module.same_objects([value], (value, 1), named=value)
    assert (back, of_pair, named["named"]) == (value, value, value)


def test_objects_of_the_library_come_back_too(module: ModuleType) -> None:
    class Sub(module.Kept):  # type: ignore[misc, name-defined]
        pass

    for made in (module.Kept(1), Sub(2), Sub.__new__(Sub)):
        assert module.same_object(made) is made
    assert module.same_object(module.same_object) is module.same_object


def test_rust_calls_what_objects_have(module: ModuleType) -> None:
    wanted = (1, "a")
    assert module.find_equal([[1], (1, "a"), wanted], wanted) == wanted
    assert module.find_equal({Plain, 2}, wanted) is None
    for apart in (False, True):
        assert module.call_method({"a": (found := Plain())}, "get", "a", apart) is found
        assert module.call_method([], "append", "a", apart) is None
        with pytest.raises(AttributeError, match="'list' object has no attribute 'nope'"):
            module.call_method([], "nope", "a", apart)
    assert module.call_with(dict, [("a", 1)], b=2) == {"a": 1, "b": 2}
    assert module.call_with(lambda *args, **named: (args, named), wanted, x=wanted) == ((wanted,), {"x": wanted})
    with pytest.raises(TypeError, match="unexpected keyword|invalid keyword|takes no keyword"):
        module.call_with(len, [], what=1)
    assert module.cast_to_numbers(range(3)) == [0, 1, 2]
    with pytest.raises(TypeError, match="expected Array.int., got list|expected int"):
        module.cast_to_numbers(["x"])
    assert module.shown_by_python() == ["(1, 'a')", "[1.5]", "{'k': True}", "{7}", "None"]


def test_the_exception_is_the_same_object(module: ModuleType) -> None:
    class Odd:
        def __eq__(self, other: object) -> bool:
            raise error

    error = KeyboardInterrupt("x")
    with pytest.raises(KeyboardInterrupt) as caught:
        module.find_equal([Odd()], 1)
    assert caught.value is error
    with pytest.raises(KeyboardInterrupt):
        assert Odd() in module.Kept(0, 1)


def test_the_opposite_of_eq(module: ModuleType) -> None:
    one = (1,)
    assert module.Kept(one) == (1,) and not module.Kept(one) != (1,)
    assert module.Kept(one) != (2,) and not module.Kept(one) == (2,)
    assert (1,) == module.Kept(one) and not (1,) != module.Kept(one)


def test_init_has_run(import_library: Callable[[str], ModuleType]) -> None:
    second = import_library("e2e-second")
    assert second.added_by_init == "second" and "added_by_init" in second.__all__


def test_references_are_given_back(module: ModuleType) -> None:
    value = Plain()
    kept = module.Kept(value, value, [value])
    for _ in range(10):
        module.same_object(value), module.same_objects([value], (value, 1)), module.find_equal([value], 0)
        assert value in kept
    reference = weakref.ref(value)
    del value, kept
    gc.collect()
    assert reference() is None
