"""How long instances of the classes of an imported library live, and what many of them leave, on many threads."""

from __future__ import annotations

import copy
import gc
import pickle
import sys
import threading
import weakref
from types import ModuleType
from typing import Any, Callable, Iterator

import pytest
from support.memory import MANY, memory_stays_flat, needs_many_calls


@pytest.fixture(scope="module")
def module(import_library: Callable[[str], ModuleType]) -> ModuleType:
    """Import the library."""
    return import_library("e2e-kernels")


@pytest.fixture
def kept(module: ModuleType) -> Iterator[Callable[[Any], Any]]:
    """Let Rust keep objects, which are dropped at the end of the test."""
    yield module.keep_object
    module.drop_kept_elsewhere()


def test_weak_references(module: ModuleType, kept: Callable[[Any], Any]) -> None:
    item = kept_item = module.Item(5)
    kept(kept_item)
    holder, seen = module.Holder(item), []
    # The callback gets the object from Rust while the instance ends.
    watch = weakref.ref(item, lambda reference: seen.append((reference(), holder.value, holder.value)))
    assert watch() is item
    address = id(item)
    del item, kept_item
    gc.collect()
    [(dead, first, second)] = seen
    assert dead is None and watch() is None and first is second and first is holder.value
    assert first.value == 5 and id(first) != address
    # The new instance is known as the old one was.
    assert module.item_id(first) is first
    again = weakref.ref(first)
    seen.clear()
    del first, second
    assert again() is None and type(holder.value) is module.Item


def test_an_instance_that_comes_back_to_life(module: ModuleType) -> None:
    saved: list[Any] = []

    class Saved(module.Item):  # type: ignore[name-defined,misc]
        def __del__(self) -> None:
            assert module.item_id(self) is self
            saved.append(self)

    first = Saved(7)
    holder, address = module.Holder(first), id(first)
    del first
    gc.collect()
    [back] = saved
    saved.clear()
    assert id(back) == address and holder.value is back and back.value == 7
    del back
    gc.collect()
    # Python calls the method once.
    assert saved == [] and type(holder.value) is module.Item and holder.value.value == 7


def test_cycles(module: ModuleType) -> None:
    """Python collects cycles of its objects, also through Rust (`test_module_cycles.py`)."""
    sub = type("Sub", (module.Holder,), {})
    inside = sub()
    inside.itself = inside
    watch = weakref.ref(inside)
    del inside
    gc.collect()
    assert watch() is None
    for wrap in (lambda holder: lambda *_: holder, lambda holder: Keeper(holder)):
        holder = module.Holder()
        holder.value = wrap(holder)
        watch = weakref.ref(holder)
        del holder
        gc.collect()
        assert watch() is None
    # Nobody collects cycles of Rust's objects only. The instance ends, and the objects stay.
    before = module.tracked()[0]
    ring = module.Ring(None, module.Tracked(1))
    ring.next = ring
    watch = weakref.ref(ring)
    del ring
    gc.collect()
    assert watch() is None and module.tracked()[0] == before + 1


class Keeper:
    """Keeps an object."""

    def __init__(self, value: Any) -> None:
        self.value = value


def operations_of(module: ModuleType) -> tuple[dict[str, Callable[[], Any]], list[Any]]:
    """List what is done with instances, and the objects whose references are counted."""
    point, numbers, every = module.Point(1, 2), module.Numbers(3), module.Counter(1)
    sub = type("Sub", (module.Point,), {})
    note = Keeper(1)
    holder = module.Holder(note)
    parsed = module.Parsed("1")
    operations: dict[str, Callable[[], Any]] = {
        "construct": lambda: module.Point(1, y=2),
        "construct a subclass": lambda: sub(1, 2),
        "fail to construct": lambda: fails(module.Point, "x"),
        "a method": lambda: numbers.to_list(),
        "a static method": lambda: module.Numbers.of([1]),
        "a class method": lambda: module.Polygon.square(1.0),
        "a property": lambda: module.Polygon.square(1.0).perimeter,
        "a method that fails": lambda: fails(numbers.fail, "key"),
        "get": lambda: holder.value,
        "set": lambda: setattr(holder, "value", note),
        "fail to set": lambda: fails(setattr, every, "count", note),
        "len": lambda: len(numbers),
        "index": lambda: numbers[0],
        "in": lambda: 3 in numbers,
        "iterate": lambda: list(numbers),
        "compare": lambda: (point == sub, point == point, point < point, point != holder),
        "hash": lambda: hash(point),
        "repr": lambda: (repr(point), repr(holder)),
        "copy": lambda: (copy.copy(point), copy.copy(sub(1, 2))),
        "reduce": lambda: (point.__reduce__(), fails(pickle.dumps, parsed)),
        "pass": lambda: (module.id_any(point), module.id_any([point])),
    }
    return operations, [point, numbers, every, sub, note, holder, module.Point, module.Numbers, module.Holder, None, 1]


def test_nothing_is_left_of_many_operations(module: ModuleType) -> None:
    operations, objects = operations_of(module)
    for name, operation in operations.items():
        operation()
        gc.collect()
        before = [sys.getrefcount(value) for value in objects], len(gc.get_objects())
        for _ in range(2000):
            operation()
        gc.collect()
        after = [sys.getrefcount(value) for value in objects], len(gc.get_objects())
        assert [abs(a - b) < 100 for a, b in zip(after[0], before[0])] == [True] * len(objects), name
        assert after[1] < before[1] + 100, name


def fails(call: Callable[..., Any], *arguments: Any) -> None:
    """Call what raises an exception."""
    try:
        call(*arguments)
    except (TypeError, KeyError):
        return
    raise AssertionError


@needs_many_calls
def test_memory_of_many_operations(module: ModuleType) -> None:
    for operation in operations_of(module)[0].values():
        operation()
        # Allocators take some megabytes at once now and then.
        with memory_stays_flat(2 * MANY):
            for _ in range(2 * MANY):
                operation()


def test_eight_threads(module: ModuleType) -> None:
    shared, holder, sub = module.Counter(0), module.Holder(), type("Sub", (module.Item,), {})
    holder.value = shared
    wrong: list[BaseException] = []

    def work(number: int) -> None:
        try:
            for index in range(500):
                item = sub(index)
                item.number = number
                assert module.id_any(item) is item and module.id_any([item])[0].number == number
                assert module.item_value(item) == index and item == module.Item(index)
                assert holder.value is shared and copy.copy(module.Point(number, index)).y == index
                assert list(module.Numbers(3)) == [1, 2, 3]
                weak = weakref.ref(item)
                del item
                assert weak() is None
        except BaseException as error:
            wrong.append(error)

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(before)
    assert wrong == []


def test_threads_that_initialise_one_instance(module: ModuleType) -> None:
    for _ in range(200):
        instance, made = module.Tracked.__new__(module.Tracked), []

        def initialise(instance: Any = instance, made: list[Any] = made) -> None:
            try:
                instance.__init__("value")
                made.append(instance)
            except TypeError as error:
                assert "initialised already" in str(error)

        threads = [threading.Thread(target=initialise) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert made == [instance] and instance.value == "value"
