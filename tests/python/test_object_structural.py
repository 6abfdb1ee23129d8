"""Structural equality and hashes, by the functions of TVM-FFI."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
import tvm_ffi
from tvm_ffi import get_first_structural_mismatch, structural_equal, structural_hash


def test_trees(classes: SimpleNamespace) -> None:
    tree = lambda span, last=3: classes.Sum(classes.Sum(1, "two", span), tvm_ffi.Array([last]), span)  # noqa: E731
    assert structural_equal(tree("a"), tree("b"))
    assert not structural_equal(tree("a"), tree("a", 4))
    assert structural_hash(tree("a")) == structural_hash(tree("b")) != structural_hash(tree("a", 4))
    mismatch = get_first_structural_mismatch(tree("a"), tree("a", 4))
    assert mismatch is not None and "right" in str(mismatch[0])


def test_bound_variables_are_equal_by_position(classes: SimpleNamespace) -> None:
    def function(name: str) -> tvm_ffi.Object:
        x, y = classes.Variable(name), classes.Variable("y")
        return classes.Lambda([x, y], classes.Sum(x, y))

    def swapped(name: str) -> tvm_ffi.Object:
        x, y = classes.Variable(name), classes.Variable("y")
        return classes.Lambda([x, y], classes.Sum(y, x))

    assert structural_equal(function("x"), function("z"))
    assert structural_hash(function("x")) == structural_hash(function("z"))
    assert not structural_equal(function("x"), swapped("x"))
    # Free variables are equal if the caller allows it.
    a, b = classes.Variable("a"), classes.Variable("a")
    assert structural_equal(a, a) and not structural_equal(a, b)
    assert structural_equal(a, b, map_free_vars=True)


def test_shared_nodes(classes: SimpleNamespace) -> None:
    one, two = classes.Shared(1), classes.Shared(1)
    assert structural_equal(one, two)
    assert structural_equal(tvm_ffi.Array([one, one]), tvm_ffi.Array([two, two]))
    # In a graph, sharing is part of the structure.
    assert not structural_equal(tvm_ffi.Array([one, one]), tvm_ffi.Array([one, two]))


def test_identity(classes: SimpleNamespace) -> None:
    one = classes.Unique(1)
    assert structural_equal(one, one) and not structural_equal(one, classes.Unique(1))
    assert structural_equal(classes.ConstTree(1), classes.ConstTree(1))
    assert not structural_equal(classes.ConstTree(1), classes.ConstTree(2))


def test_classes_without_the_option(classes: SimpleNamespace) -> None:
    for compare in (lambda value: structural_equal(value, classes.Bare(1, 2)), structural_hash):
        with pytest.raises(TypeError, match="e2e.Bare"):
            compare(classes.Bare(1, 2))


def test_different_classes(classes: SimpleNamespace) -> None:
    assert not structural_equal(classes.Shared(1), classes.ConstTree(1))
    assert not structural_equal(classes.Shared(1), 1)
