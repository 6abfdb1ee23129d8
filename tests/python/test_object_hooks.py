"""Representation, comparison, and hashes: by the derives of Rust, or else by the runtime."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import pytest
from support import LibraryPath
from support.child import output_of
from support.imported import is_imported
from support.package import tvm_ffi

EQ, HASH = tvm_ffi.get_global_func("ffi.RecursiveEq"), tvm_ffi.get_global_func("ffi.RecursiveHash")
LT, LE = tvm_ffi.get_global_func("ffi.RecursiveLt"), tvm_ffi.get_global_func("ffi.RecursiveLe")
GT, GE = tvm_ffi.get_global_func("ffi.RecursiveGt"), tvm_ffi.get_global_func("ffi.RecursiveGe")
POINTS = ["Point", "MutablePoint"]


def test_repr(mod: tvm_ffi.Module, classes: SimpleNamespace) -> None:
    assert repr(classes.Point(1, 2, "a")) == 'Point { x: 1, y: 2, tag: "a" }'
    assert repr(classes.MutablePoint(1, 2)) == "MutablePoint { x: 1, y: 2 }"
    assert str(classes.OnlyRepr(5)) == "OnlyRepr { value: 5 }"
    bare = classes.Bare(1, 2)
    if is_imported(mod):
        assert repr(bare) == f"<e2e_kernels.Bare object at 0x{id(bare):x}>"
    else:
        # A class without the option has the representation of the runtime.
        assert repr(bare) == "e2e.Bare(x=1, y=2)"
    # In a container too.
    assert repr(tvm_ffi.Array([classes.OnlyRepr(5)])) == "(OnlyRepr { value: 5 },)"


@pytest.mark.parametrize("name", POINTS)
def test_equality_and_hashes(classes: SimpleNamespace, name: str) -> None:
    make = getattr(classes, name)
    a, same, other = make(1, 2), make(1, 2), make(1, 3)
    assert EQ(a, a) is EQ(a, same) is True and EQ(a, other) is False
    assert HASH(a) == HASH(same) != HASH(other)
    assert EQ(tvm_ffi.Array([a]), tvm_ffi.Array([same])) is True
    assert EQ(tvm_ffi.Array([a]), tvm_ffi.Array([other])) is False
    assert HASH(tvm_ffi.Array([a, other])) == HASH(tvm_ffi.Array([same, other]))


@pytest.mark.parametrize("name", POINTS)
def test_order(classes: SimpleNamespace, name: str) -> None:
    make = getattr(classes, name)
    a, b = make(1, 2), make(1, 3)
    assert [LT(a, b), LE(a, b), GT(a, b), GE(a, b)] == [True, True, False, False]
    assert [LT(b, a), LE(b, a), GT(b, a), GE(b, a)] == [False, False, True, True]
    assert [LT(a, a), LE(a, make(1, 2)), GT(a, a), GE(a, make(1, 2))] == [False, True, False, True]


def test_values_without_an_order(classes: SimpleNamespace) -> None:
    number, nan, other = classes.Ordered(1.0), classes.Ordered(float("nan")), classes.Ordered(float("nan"))
    assert LT(number, classes.Ordered(2.0)) is True
    for a, b in ((number, nan), (nan, number), (nan, other)):
        with pytest.raises(TypeError, match=r"e2e\.Ordered: these two values have no order"):
            LT(a, b)
    assert EQ(nan, other) is False


DATACLASSES = """
    import copy, sys, tvm_ffi
    from tvm_ffi.dataclasses import c_class

    tvm_ffi.load_module(sys.argv[1])

    @c_class("e2e.Point", eq=True, order=True, unsafe_hash=True)
    class Point(tvm_ffi.Object):
        x: int
        y: int
        tag: str

    a, b = Point(1, 2, tag="a"), Point(1, 2, tag="b")
    assert a == b and not a != b and hash(a) == hash(b) and a <= b and not a < b
    assert Point(1, 2) < Point(1, 3) and Point(2, 0) > Point(1, 9) and Point(1, 2) != Point(2, 1)
    assert {a: 1}[b] == 1 and len({a, b, Point(3, 4)}) == 2
    assert sorted([Point(2, 1), Point(1, 5), Point(1, 2)])[0].y == 2
    assert a != 5 and not a == None
    assert repr(a) == 'Point { x: 1, y: 2, tag: "a" }'
    match a:
        case Point(x, y, tag):
            assert (x, y, tag) == (1, 2, "a")
    copied = copy.copy(a)
    assert copied == a and not copied.same_as(a) and type(copied) is Point

    # Without the options of the dataclass, objects compare by identity.
    @c_class("e2e.MutablePoint")
    class MutablePoint(tvm_ffi.Object):
        x: int
        y: int

    p = MutablePoint(1, 2)
    assert p == p and p != MutablePoint(1, 2)
    p.x = 5
    assert repr(p) == "MutablePoint { x: 5, y: 2 }"
    print("done")
"""


@pytest.mark.skipif(sys.version_info < (3, 10), reason="the script has a `match` statement")
def test_dataclasses(library_path: LibraryPath) -> None:
    assert output_of(DATACLASSES, library_path("e2e-kernels")) == "done\n"


def hook(cls: type, name: str) -> Any:
    found = tvm_ffi.core._lookup_type_attr(cls.__tvm_ffi_type_info__.type_index, name)  # type: ignore[attr-defined]
    assert found is not None, name
    return found


HOOKS = ["__ffi_repr__", "__ffi_eq__", "__ffi_hash__", "__ffi_compare__", "__ffi_shallow_copy__"]


def test_a_class_has_only_the_hooks_of_its_options(mod: tvm_ffi.Module, classes: SimpleNamespace) -> None:
    if is_imported(mod):
        a, b = classes.OnlyRepr(5), classes.OnlyRepr(5)
        assert a != b and hash(a) != hash(b) and not hasattr(a, "__copy__") and hasattr(classes.Point, "__copy__")
        with pytest.raises(TypeError, match="not supported between instances"):
            assert a < b
        return
    for name in HOOKS:
        assert tvm_ffi.core._lookup_type_attr(classes.Bare.__tvm_ffi_type_info__.type_index, name) is None
    index = classes.OnlyRepr.__tvm_ffi_type_info__.type_index
    assert [name for name in HOOKS if tvm_ffi.core._lookup_type_attr(index, name) is not None] == [
        "__ffi_repr__"
    ]


def test_final_classes(mod: tvm_ffi.Module, classes: SimpleNamespace) -> None:
    if is_imported(mod):
        # In Python, any class can be extended.
        assert type("Own", (classes.Puppy,), {})("Rex", 7).trick(0) == "nap"
        return
    facts = {name: hook(getattr(classes, name), "__ffi_type_final__") for name in ("Puppy", "Dog", "Animal")}
    assert facts == {"Puppy": True, "Dog": False, "Animal": False}
