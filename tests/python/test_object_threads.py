"""Several threads on one object. No test depends on exact times: the limits of waiting differ by orders of magnitude."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any, Callable

import pytest
import tvm_ffi
from support.raw import strong_count

THREADS = 8


def together(work: Callable[[int], Any]) -> list[Any]:
    """Run on all threads at once; an error on one is an error here."""
    barrier = threading.Barrier(THREADS)

    def start(index: int) -> Any:
        barrier.wait()
        return work(index)

    with ThreadPoolExecutor(THREADS) as pool:
        return [outcome.result() for outcome in [pool.submit(start, index) for index in range(THREADS)]]


def test_an_immutable_object(mod: tvm_ffi.Module, classes: SimpleNamespace) -> None:
    numbers, item = classes.Numbers(50), classes.Item(5)
    expected = list(range(1, 51))

    def work(index: int) -> None:
        for _ in range(200):
            assert list(numbers.to_list()) == expected and numbers[index] == index + 1 and len(numbers) == 50
            assert list((numbers + numbers).to_list()) == expected * 2
            assert mod.item_vec([item, item])[0].same_as(item) and item.value == 5
            assert repr(classes.OnlyRepr(index)) == f"OnlyRepr {{ value: {index} }}"

    together(work)
    assert (strong_count(numbers), strong_count(item)) == (1, 1)


def test_no_change_is_lost(mod: tvm_ffi.Module, classes: SimpleNamespace) -> None:
    counter = classes.Counter(0)

    def work(_: int) -> None:
        for _ in range(500):
            counter.add(1)
            assert counter.get() > 0 and counter.count > 0

    together(work)
    assert counter.count == THREADS * 500


def test_python_and_rust_threads(mod: tvm_ffi.Module, classes: SimpleNamespace) -> None:
    counter = classes.Counter(0)
    together(lambda _: mod.add_from_threads(counter, 3, 200))
    assert counter.count == THREADS * 3 * 200


def test_fields_while_methods_run(classes: SimpleNamespace) -> None:
    """Reading or setting a field holds the GIL, and waits as a method does."""
    counter = classes.Counter(0)
    outcomes: set[str] = set()

    def work(index: int) -> None:
        for _ in range(200):
            if index % 2:
                counter.add(1)
                continue
            try:
                counter.count = counter.count
                outcomes.add("done")
            except RuntimeError as error:
                assert "e2e.Counter.count" in str(error)
                outcomes.add("refused")

    together(work)
    assert "done" in outcomes


def test_two_objects_in_both_orders(mod: tvm_ffi.Module, classes: SimpleNamespace) -> None:
    """Each thread holds one object and waits for the other: the time limit ends the deadlock with an error in one of them."""
    a, b = classes.Counter(1000), classes.Counter(1000)

    def work(index: int) -> int:
        refused = 0
        for _ in range(3):
            try:
                mod.move_count(*((a, b) if index % 2 else (b, a)))
            except RuntimeError as error:
                assert "is still borrowed" in str(error) and "by another thread after 1 s" in str(error)
                refused += 1
        return refused

    together(work)
    assert a.count + b.count == 2000


def test_a_long_borrow_raises_in_other_threads(classes: SimpleNamespace) -> None:
    counter = classes.Counter(7)
    inside, leave = threading.Event(), threading.Event()

    def callback() -> None:
        inside.set()
        leave.wait()

    with ThreadPoolExecutor(1) as pool:
        holding = pool.submit(counter.hold, callback)
        inside.wait()
        try:
            for attempt in (counter.get, lambda: counter.count, lambda: setattr(counter, "count", 1)):
                with pytest.raises(RuntimeError, match="is still borrowed mutably by another thread") as info:
                    attempt()
                assert "e2e.Counter" in str(info.value)
        finally:
            leave.set()
        holding.result()
    assert counter.get() == counter.count == 7


def test_callbacks_on_other_threads(classes: SimpleNamespace) -> None:
    """A callback waits for another thread, whose call waits for the borrow of the first: the wait ends."""
    counter = classes.Counter(0)

    def elsewhere(count: int) -> int:
        with ThreadPoolExecutor(1) as pool:
            with pytest.raises(RuntimeError, match="is still borrowed mutably by another thread"):
                pool.submit(counter.add).result()
        return count + 1

    assert counter.change_with(elsewhere) == 1
    assert counter.add() == 2


def test_objects_are_made_and_dropped_everywhere(mod: tvm_ffi.Module, classes: SimpleNamespace) -> None:
    before = mod.tracked()[0]
    shared = classes.Tracked("shared")

    def work(index: int) -> None:
        for _ in range(300):
            values = [classes.Tracked(shared), *mod.make_tracked(3)]
            assert values[0].value.same_as(shared) and [value.value for value in values[1:]] == [0, 1, 2]

    together(work)
    assert mod.tracked()[0] == before + 1
    assert strong_count(shared) == 1
