"""Constructors from fields and from `#[init]`: keywords, defaults, and errors."""

from __future__ import annotations

import inspect
import sys
from types import SimpleNamespace
from typing import Any, Callable

import pytest
from support.errors import raises

NUMBERS = "e2e.Numbers(count: int, start: int = 1, step: int = 1)"


def test_positional_arguments_and_keywords(classes: SimpleNamespace) -> None:
    make = classes.Numbers
    made = [
        make(3),
        make(3, 1),
        make(count=3),
        make(3, step=1),
        make(step=1, start=1, count=3),
        make(3, 1, step=1),
    ]
    assert [list(numbers.to_list()) for numbers in made] == [[1, 2, 3]] * 6
    # An omitted argument before a keyword has its default.
    assert list(make(3, step=10).to_list()) == [1, 11, 21]
    assert list(make(start=5, count=2).to_list()) == [5, 6]


WRONG: dict[str, tuple[Callable[[Any], Any], str]] = {
    "nothing": (lambda make: make(), "e2e.Numbers: expected 1 to 3 arguments, got 0"),
    "only a later one": (lambda make: make(step=2), "e2e.Numbers: missing argument `count`"),
    "too many": (lambda make: make(1, 2, 3, 4), "e2e.Numbers: expected 1 to 3 arguments, got 4"),
    "an unknown name": (lambda make: make(1, stop=2), "e2e.Numbers: unexpected argument `stop`"),
    "one twice": (lambda make: make(1, count=2), "e2e.Numbers: argument `count` is passed twice"),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_arguments(classes: SimpleNamespace, case: str) -> None:
    call, text = WRONG[case]
    with pytest.raises(TypeError) as info:
        call(classes.Numbers)
    # The message of Python varies, but has the name and the signature.
    first, _, signature = str(info.value).partition("\n")
    assert first.startswith("e2e.Numbers: ") and signature.strip() == NUMBERS
    for name in ("count", "stop"):
        assert (f"`{name}`" in text) == (f"`{name}`" in first)


def test_a_wrong_value(classes: SimpleNamespace) -> None:
    with raises(TypeError, f"e2e.Numbers: argument #0 `count`: expected int, got str\n  {NUMBERS}"):
        classes.Numbers("x")
    with raises(TypeError, f"e2e.Numbers: argument #2 `step`: expected int, got None\n  {NUMBERS}"):
        classes.Numbers(1, step=None)
    with raises(ValueError, "count is -1, expected at least 0"):
        classes.Numbers(-1)


def test_a_constructor_that_fails_leaves_no_object(classes: SimpleNamespace, mod: Any) -> None:
    before = mod.tracked()
    with raises(ValueError, "asked to fail"):
        classes.Tracked("fail")
    after = mod.tracked()
    assert (after[0] - before[0], after[1] - before[1]) == (0, 1)
    with pytest.raises(RuntimeError, match="in the constructor"):
        classes.PanicsInField(13)
    assert classes.PanicsInField(12).value == 12


def test_results_of_constructors(classes: SimpleNamespace) -> None:
    parsed = classes.Parsed(text=" 1.5 ")
    assert (type(parsed), parsed.value) == (classes.Parsed, 1.5)
    with raises(ValueError, "invalid float literal"):
        classes.Parsed("one")


def test_from_fields(classes: SimpleNamespace) -> None:
    bird = classes.Bird("Tweety", 2, 2)
    assert (bird.name, bird.legs, bird.wings, bird.flies) == ("Tweety", 2, 2, True)
    bird = classes.Bird("Pingu", wings=2, legs=2, flies=False)
    assert (bird.legs, bird.wings, bird.flies) == (2, 2, False)
    # Fields without a default come before those with one, also across classes.
    bird = classes.Bird("Kiwi", 0)
    assert (bird.legs, bird.wings, bird.flies) == (4, 0, True)


FROM_FIELDS: dict[str, tuple[Callable[[SimpleNamespace], Any], str]] = {
    "missing": (lambda classes: classes.Options(), "required"),
    "missing keyword": (lambda classes: classes.Options(1), "keyword"),
    "keyword by position": (lambda classes: classes.Options(1, 2, "", [], 5, 6, 7, keyword=1), "6"),
    "not for the constructor": (lambda classes: classes.Options(1, keyword=2, not_init=3), "not_init"),
    "not a field": (lambda classes: classes.Options(1, keyword=2, hidden=b""), "hidden"),
    "old name": (lambda classes: classes.Options(1, keyword=2, renamed=3), "renamed"),
    "twice": (lambda classes: classes.Options(1, keyword=2, required=3), "required"),
    "wrong type": (lambda classes: classes.Options("1", keyword=2), "required"),
    "wrong type of a keyword": (lambda classes: classes.Options(1, keyword="2"), "keyword"),
    "wrong type with a default": (
        lambda classes: classes.Options(1, factory=[1, None], keyword=2),
        "factory",
    ),
}


@pytest.mark.parametrize("case", FROM_FIELDS)
def test_from_fields_with_wrong_arguments(classes: SimpleNamespace, case: str) -> None:
    call, name = FROM_FIELDS[case]
    with pytest.raises(TypeError) as info:
        call(classes)
    first, _, signature = str(info.value).partition("\n")
    assert first.startswith("e2e.Options: ") and name in first
    assert signature.strip().startswith("e2e.Options(required: int, default: int = 7")


def test_a_class_without_a_constructor(classes: SimpleNamespace, mod: Any) -> None:
    for arguments in ((), (1,)):
        with pytest.raises(TypeError, match="NoInit"):
            classes.NoInit(*arguments)
    made = mod.make_no_init(5)
    assert (type(made), made.value) == (classes.NoInit, 5)
    # There is no other way to an object without a constructor call.
    with pytest.raises(TypeError, match=r"e2e\.NoInit\.value"):
        classes.NoInit.__new__(classes.NoInit).value


@pytest.mark.skipif(sys.version_info < (3, 10), reason="before Python 3.10, heap types have no signature")
def test_the_signature_that_python_shows(classes: SimpleNamespace) -> None:
    parameters = inspect.signature(classes.Options).parameters
    assert list(parameters)[:2] == ["required", "default"]
    assert parameters["keyword"].kind is inspect.Parameter.KEYWORD_ONLY
    assert "not_init" not in parameters
    # The signature of an `#[init]` constructor shows its parameters, not the fields.
    assert "tricks" in inspect.signature(classes.Dog).parameters
    assert "legs" not in inspect.signature(classes.Large).parameters


def test_arguments_are_released(classes: SimpleNamespace, mod: Any) -> None:
    leaf = classes.Item(1)
    before = mod.item_count(leaf)
    for _ in range(100):
        holder = classes.Holder(value=leaf)
        del holder
        with pytest.raises(TypeError):
            classes.Holder(leaf, value=leaf)
        with pytest.raises(TypeError):
            classes.Numbers(leaf, stop=leaf)
    assert mod.item_count(leaf) == before
