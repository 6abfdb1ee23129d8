"""What the signatures and the classes of an imported library can have."""

from __future__ import annotations

import inspect
from types import ModuleType
from typing import Any, Callable

import pytest
from support.errors import raises


@pytest.fixture(scope="module")
def module(import_library: Callable[[str], ModuleType]) -> ModuleType:
    """Import the library."""
    return import_library("e2e-kernels")


KINDS = "kinds(first: int, /, second: int = 2, *, third: int, fourth: int = 4)"


def test_some_arguments_have_no_name_and_some_no_position(module: ModuleType) -> None:
    assert str(inspect.signature(module.kinds)) == "(first, /, second=2, *, third, fourth=4)"
    assert module.kinds(1, third=3) == "1 2 3 4"
    assert module.kinds(1, 5, fourth=6, third=3) == "1 5 3 6"
    assert module.kinds(1, second=5, third=3) == "1 5 3 4"
    wrong: list[tuple[tuple[int, ...], dict[str, int], str]] = [
        ((1, 2, 3), {}, "expected at most 2 arguments without a name, got 3"),
        ((), {"first": 1, "third": 3}, "unexpected keyword argument `first`"),
        ((1, 2), {}, "argument `third` is missing"),
        ((1, 2), {"third": 3, "fifth": 5}, "unexpected keyword argument `fifth`"),
    ]
    for arguments, names, what in wrong:
        with raises(TypeError, f"kinds: {what}\n  {KINDS}"):
            module.kinds(*arguments, **names)


def test_a_parameter_takes_all_other_arguments(module: ModuleType) -> None:
    assert str(inspect.signature(module.gathered)) == "(first, *rest, separator='-', **named)"
    assert module.gathered(1) == "1"
    assert module.gathered(1, 2, 3) == "1-2-3"
    assert module.gathered(1, 2, 3, separator=" ") == "1 2 3"
    assert module.gathered(1, b=2.5, a=1.5) == "1-a=1.5-b=2.5"
    assert module.gathered(first=1, rest=2.5, named=1.5, separator=",") == "1,named=1.5,rest=2.5"
    assert module.joined() == ""
    assert module.joined("a", "b", end="!") == "a b!"
    assert module.joined(*map(str, range(20))) == " ".join(map(str, range(20)))
    with pytest.raises(TypeError, match=r"argument #1 `rest`\[0\]: expected int, got str"):
        module.gathered(1, "x")
    with pytest.raises(TypeError, match="argument `first` is passed twice"):
        module.gathered(1, first=1)


def test_the_other_door_passes_them_by_position(load: Callable[[str], Any]) -> None:
    loaded = load("e2e-kernels")
    assert loaded.kinds(1, 2, 3) == "1 2 3 4"
    assert loaded.gathered(1) == "1"
    assert loaded.gathered(1, [2, 3], " ", {"a": 1.5}) == "1 2 3 a=1.5"
    assert loaded.joined() == ""
    with pytest.raises(TypeError, match="expected 3 or 4 arguments, got 2"):
        loaded.kinds(1, 2)
