"""What the signatures and the classes of an imported library can have."""

from __future__ import annotations

import abc
import copy
import inspect
import json
import pickle
import sys
import traceback
from types import ModuleType
from typing import Any, Callable

import numpy as np
import pytest
from support.classes import register_classes
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


def test_all_other_arguments_may_be_arrays(module: ModuleType) -> None:
    y, x = np.full(3, 9.0), np.arange(3.0)
    module.add_arrays(y, start=1.0)
    assert list(y) == [1.0, 1.0, 1.0]
    module.add_arrays(y, x, x[1:], start=1.0)
    assert list(y) == [2.0, 4.0, 3.0]
    with pytest.raises(ValueError, match="memory"):
        module.add_arrays(y, x, y)


def test_the_other_door_passes_them_by_position(load: Callable[[str], Any]) -> None:
    loaded = load("e2e-kernels")
    assert loaded.kinds(1, 2, 3) == "1 2 3 4"
    assert loaded.gathered(1) == "1"
    assert loaded.gathered(1, [2, 3], " ", {"a": 1.5}) == "1 2 3 a=1.5"
    assert loaded.joined() == ""
    with pytest.raises(TypeError, match="expected 3 or 4 arguments, got 2"):
        loaded.kinds(1, 2)
    polygon = register_classes(loaded).Polygon
    square = polygon.square(2.0)
    assert type(square) is polygon and (square.get_perimeter(), square.sides()) == (8.0, 4)
    square.set_perimeter(4.0)
    assert square.get_perimeter() == 4.0


def test_constants_of_the_module(module: ModuleType, load: Callable[[str], Any]) -> None:
    assert module.MOST_SIDES == 12
    assert list(module.shapes.NAMES) == list(getattr(module, "shapes.NAMES")) == ["triangle", "square"]
    loaded = load("e2e-kernels")
    assert loaded.tvm_ffi_manifest("MOST_SIDES") == 12
    manifest = json.loads(loaded.tvm_ffi_manifest())
    constants = {constant["name"]: constant for constant in manifest["constants"]}
    assert constants["MOST_SIDES"] == {
        "name": "MOST_SIDES",
        "type": "int",
        "schema": {"type": "int"},
        "doc": "The largest number of sides.",
    }


def test_constants_of_a_class(module: ModuleType) -> None:
    polygon = module.Polygon
    assert polygon.FEWEST_SIDES == polygon(3).FEWEST_SIDES == 3
    assert type(polygon.UNIT) is polygon and polygon.UNIT.sides == 4
    assert polygon.UNIT is polygon.UNIT
    assert not hasattr(polygon, "TOLERANCE")
    if sys.version_info >= (3, 10):
        assert str(inspect.signature(polygon)) == "(sides, *, length=1.0)"
    with pytest.raises(TypeError, match="expected at most 1 argument without a name, got 2"):
        polygon(4, 1.0)


def test_properties(module: ModuleType) -> None:
    polygon = module.Polygon(4, length=2.0)
    assert polygon.perimeter == 8.0
    polygon.perimeter = 4
    assert polygon.perimeter == 4.0
    with pytest.raises(ValueError, match="a perimeter of -1"):
        polygon.perimeter = -1.0
    with pytest.raises(TypeError, match="argument #0 `perimeter`: expected float, got str"):
        polygon.perimeter = "long"
    with pytest.raises(AttributeError):
        polygon.sides = 5
    with pytest.raises(AttributeError):
        del polygon.perimeter
    assert isinstance(module.Polygon.perimeter, property)
    assert module.Polygon.perimeter.__doc__ == "The sum of all sides."


def test_class_methods_make_objects_of_the_class_that_they_are_called_on(module: ModuleType) -> None:
    class Named(module.Polygon):  # type: ignore[misc,name-defined]
        name = "no name"

    for cls in (module.Polygon, Named, abc.ABCMeta("Abstract", (module.Polygon,), {})):
        made = [cls.square(2.0), cls.square(length=2.0), cls.parse("4", 2.0), cls.parse(length=2.0, text="4")]
        assert [type(one) for one in made] == [cls] * 4
        assert [one.perimeter for one in made] == [8.0] * 4
    assert Named.square(1.0).name == "no name"
    assert type(Named(3).square(1.0)) is Named
    assert str(inspect.signature(module.Polygon.parse)) == "(text, length=1.0)"
    with pytest.raises(ValueError, match="a polygon with 99 sides"):
        Named.parse("99")
    unbound = vars(module.Polygon)["square"].__func__
    for wrong in (int, 1, object, type):
        with pytest.raises(TypeError, match="a class method needs the class, or one that extends it"):
            unbound(wrong, 1.0)
    with pytest.raises(TypeError, match="a class method needs the class"):
        unbound()


def test_exceptions_of_the_module(module: ModuleType, load: Callable[[str], Any]) -> None:
    shape_error, sides_error = module.ShapeError, module.SidesError
    assert shape_error.__mro__[1:3] == (ValueError, Exception)
    assert sides_error.__bases__ == (shape_error,)
    assert shape_error.__doc__ == "What is wrong with a shape."
    assert shape_error.__module__ == "e2e_kernels"
    assert pickle.loads(pickle.dumps(shape_error)) is shape_error
    for sides, cls, message in ((2, sides_error, "2 sides"), (3, shape_error, "no shape")):
        with pytest.raises(shape_error) as raised:
            module.fail_with_shape_error(sides)
        assert type(raised.value) is cls and raised.value.args == (message,)
        assert traceback.extract_tb(raised.value.__traceback__)[-1].name == "fail_with_shape_error"
    manifest = json.loads(load("e2e-kernels").tvm_ffi_manifest())
    assert manifest["exceptions"] == [
        {"name": "ShapeError", "base": "ValueError", "doc": "What is wrong with a shape."},
        {"name": "SidesError", "base": "ShapeError"},
    ]


def test_operators_try_the_other_operand(module: ModuleType) -> None:
    money = module.Money
    assert money(1) + money(2) == money(3)
    assert sum([money(1), money(2)]) == money(3)
    assert 3 * money(2) == money(6)
    assert -money(2) == money(-2)
    assert money(1).__add__(1) is NotImplemented
    assert money(1).__eq__("x") is money(1).__lt__(2) is NotImplemented
    assert (money(1) == "x", money(1) != 1, money(1) == None) == (False, True, False)  # noqa: E711
    assert money(1) < money(2) and money(2) > money(1)

    class Other:
        def __radd__(self, other: Any) -> str:
            return "other"

        def __eq__(self, other: object) -> bool:
            return True

    assert money(1) + Other() == "other"
    assert money(1) == Other()
    with pytest.raises(TypeError, match="unsupported operand type"):
        money(1) + "x"
    with pytest.raises(TypeError, match="not supported between instances"):
        money(1) < 2
    # Other errors are those of the operator.
    with pytest.raises((OverflowError, RuntimeError), match="too much"):
        money(2**63 - 1) + money(1)
    with pytest.raises(TypeError, match="nobody takes 13 cents"):
        money(12) + money(1)
    with pytest.raises(TypeError, match="expected a e2e.Money to call it on"):
        money.__add__(1, money(1))


def test_methods_that_return_nothing_return_the_object(module: ModuleType) -> None:
    class Mine(module.Money):  # type: ignore[misc,name-defined]
        pass

    for cls in (module.Money, Mine):
        money = before = cls(1)
        money += cls(2)
        assert money is before and int(money.__index__()) == 3
        with pytest.raises(TypeError, match="unsupported operand type"):
            money += "x"
        with money as entered:
            assert entered is money
        assert len(money) == 1 and money[0] == 3
        with money:
            raise KeyError("swallowed")
        assert list(money) == [3, 0] and 3 in money and 4 not in money


def test_special_methods(module: ModuleType) -> None:
    money = module.Money(1234)
    assert bool(money) and not module.Money(0)
    assert (int(money), float(money), f"{money: EUR}", [*range(2000)][money]) == (12, 12.34, "12.34 EUR", 1234)
    assert (money(), money(2), money(times=3, more=1)) == (1234, 2468, 3703)
    with money:
        pass
    money[0] = 5
    assert money[0] == 5
    del money[0]
    with pytest.raises(IndexError, match="index 0"):
        del money[0]
    # As in Python, a class with `__eq__` needs `__hash__` too.
    with pytest.raises(TypeError, match="unhashable"):
        hash(money)
    hashed = module.Hashed
    assert [hash(hashed(value)) for value in (1, -1, 2**40)] == [1, -2, 2**40]
    assert {hashed(1): "one"}[hashed(1)] == "one"
