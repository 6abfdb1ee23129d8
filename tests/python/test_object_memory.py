"""Memory over many objects: every object is freed, on every path."""

from __future__ import annotations

import copy
from types import SimpleNamespace
from typing import Any, Callable

import pytest
import tvm_ffi
from support.memory import FEW, MANY, memory_stays_flat, needs_many_calls
from support.raw import strong_count

TEXT = "a text that does not fit the value itself"


def refused(call: Callable[[], Any]) -> None:
    try:
        call()
    except (TypeError, ValueError, AttributeError, RuntimeError):
        return
    raise AssertionError("nothing was raised")


class Paths:
    """Ways to make and drop objects."""

    def __init__(self, mod: tvm_ffi.Module, classes: SimpleNamespace) -> None:
        self.mod, self.classes = mod, classes
        self.item, self.counter = classes.Item(5), classes.Counter(0)
        self.holder, self.leaf = classes.Holder(), classes.Leaf(1)
        self.callback = tvm_ffi.convert(lambda count: count)
        self.bird = classes.Bird("Tweety", 2)

    def constructors(self) -> None:
        self.classes.Tracked(TEXT), self.classes.Point(1, 2, TEXT), self.classes.Options(1, keyword=2)

    def results(self) -> None:
        self.mod.make_tracked(2), self.mod.item_new(5), self.classes.Numbers.of([1, 2])

    def aligned(self) -> None:
        self.classes.Aligned16(1, 2), self.classes.Aligned64(1, 2), self.classes.Empty()

    def children(self) -> None:
        self.classes.Puppy("Rex", 7), self.classes.Bird("Tweety", 2)

    def fields(self) -> None:
        self.holder.value = TEXT
        self.holder.value = self.item
        assert self.holder.value.value == 5

    def methods(self) -> None:
        self.counter.add(1), self.counter.get(), self.counter.count, self.counter.sum(self.counter)

    def arguments(self) -> None:
        (
            self.mod.item_vec([self.item, self.item]),
            self.mod.item_option(self.item),
            self.mod.item_id(self.item),
        )

    def parents(self) -> None:
        self.mod.name_of(self.bird), self.mod.keep_animal(self.bird), self.mod.as_dog(self.bird)

    def hooks(self) -> None:
        repr(self.counter), tvm_ffi.get_global_func("ffi.RecursiveHash")(self.item)

    def copies(self) -> None:
        copy.deepcopy(self.counter)

    def callbacks(self) -> None:
        self.counter.change_with(self.callback)

    def failures(self) -> None:
        refused(lambda: self.classes.Tracked("fail"))
        refused(lambda: self.classes.Leaf("x"))
        refused(lambda: self.mod.item_id(self.leaf))
        refused(lambda: setattr(self.counter, "count", TEXT))

    def conflicts(self) -> None:
        refused(lambda: self.counter.add_other(self.counter))


NAMES = [name for name in vars(Paths) if not name.startswith("_")]
# These are slow: each round formats a message, or runs much Python code.
SLOW = {"copies": 10, "failures": 10, "conflicts": 5, "hooks": 2}


@pytest.mark.parametrize("name", NAMES)
def test_objects_are_freed(mod: tvm_ffi.Module, classes: SimpleNamespace, name: str) -> None:
    repeat(Paths(mod, classes), name, FEW)


@needs_many_calls
@pytest.mark.parametrize("name", NAMES)
def test_memory_stays_flat(mod: tvm_ffi.Module, classes: SimpleNamespace, name: str) -> None:
    paths, rounds = Paths(mod, classes), MANY // SLOW.get(name, 1)
    repeat(paths, name, rounds // 10)
    with memory_stays_flat(rounds):
        repeat(paths, name, rounds)


def repeat(paths: Paths, name: str, rounds: int) -> None:
    """Repeat one way many times, and compare the counts of objects and references."""
    run, kept = getattr(paths, name), [paths.item, paths.counter, paths.leaf, paths.bird]
    # The first round may replace a value, so it is not counted.
    run()
    counts, live = [strong_count(value) for value in kept], paths.mod.tracked()[0]
    for _ in range(rounds):
        run()
    assert [strong_count(value) for value in kept] == counts
    assert paths.mod.tracked()[0] == live
