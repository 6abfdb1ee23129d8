"""Mutable objects on one thread: borrows and conflicts."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, Callable

import pytest
from support.classes import is_of_package, shallow_copy
from support.errors import raises
from support.package import tvm_ffi

WHERE = "by a call that is running on this thread"


def test_methods_and_fields(classes: SimpleNamespace) -> None:
    counter = classes.Counter()
    assert (counter.add(), counter.add(by := 4), counter.get(), counter.count) == (1, 1 + by, 5, 5)
    counter.count = 10
    assert counter.get() == 10 and repr(counter) == "Counter { count: 10, log: [] }"
    with pytest.raises(AttributeError):
        counter.log = []


def hash_of(counter: Any) -> int:
    """Hash by the hook of the class, which the package calls only for its dataclasses."""
    return tvm_ffi.get_global_func("ffi.RecursiveHash")(counter) if is_of_package(counter) else hash(counter)


# Operations of a callback while the object is borrowed, and whether they only read.
TRIES: dict[str, tuple[bool, Callable[[Any], Any]]] = {
    "a method that reads": (True, lambda counter: counter.get()),
    "a method that changes": (False, lambda counter: counter.add()),
    "reading a field": (True, lambda counter: counter.count),
    "setting a field": (False, lambda counter: setattr(counter, "count", 5)),
    "a hook": (True, hash_of),
    "copying": (True, shallow_copy),
}


@pytest.mark.parametrize("name", TRIES)
def test_conflicts_with_a_mutable_borrow(classes: SimpleNamespace, name: str) -> None:
    counter = classes.Counter(1)
    seen: list[BaseException] = []

    def callback(count: int) -> int:
        with pytest.raises(RuntimeError, match="e2e.Counter") as info:
            TRIES[name][1](counter)
        seen.append(info.value)
        return count + 1

    assert counter.change_with(callback) == 2
    assert "is borrowed mutably" in str(seen[0]) and WHERE in str(seen[0])
    # The object works as before.
    assert (counter.add(), counter.get(), counter.count) == (3, 3, 3)


@pytest.mark.parametrize("name", TRIES)
def test_conflicts_with_a_shared_borrow(classes: SimpleNamespace, name: str) -> None:
    counter = classes.Counter(1)
    reads, attempt = TRIES[name]

    def callback(_: int) -> None:
        if reads:
            attempt(counter)
        else:
            with pytest.raises(RuntimeError, match="e2e.Counter") as info:
                attempt(counter)
            assert "is borrowed" in str(info.value) and WHERE in str(info.value)

    counter.read_with(callback)
    assert counter.add() == 2


def test_the_message_of_a_conflict(classes: SimpleNamespace) -> None:
    counter, other = classes.Counter(1), classes.Counter(2)
    with pytest.raises(RuntimeError) as info:
        counter.change_with(lambda _: counter.get())
    assert str(info.value).startswith(f"e2e.Counter.get: the object is borrowed mutably {WHERE}")
    with pytest.raises(RuntimeError) as info:
        counter.change_with(lambda _: other.add_other(counter))
    assert str(info.value).startswith(
        f"e2e.Counter.add_other: argument #0 `other`: the object is borrowed mutably {WHERE}"
    )
    with pytest.raises(RuntimeError) as info:
        counter.read_with(lambda _: counter.add())
    assert str(info.value).startswith("e2e.Counter.add: the object is borrowed") and WHERE in str(info.value)
    with pytest.raises(RuntimeError) as info:
        counter.add_other(counter)
    assert f"{WHERE} (argument #0 `other` is the same object)\n" in str(info.value)
    assert (counter.get(), other.get()) == (1, 2)


def test_one_object_as_two_arguments(mod: tvm_ffi.Module, classes: SimpleNamespace) -> None:
    counter, other = classes.Counter(3), classes.Counter(4)
    for call in (
        lambda: counter.add_other(counter),
        lambda: counter.swap(counter),
        lambda: mod.move_count(counter, counter),
    ):
        with pytest.raises(RuntimeError, match="is borrowed mutably"):
            call()
    assert counter.sum(counter) == 6
    counter.swap(other)
    mod.move_count(counter, other)
    assert (counter.count, other.count) == (0, 7)


def test_errors_and_panics_end_the_borrow(classes: SimpleNamespace) -> None:
    counter = classes.Counter(0)
    for _ in range(3):
        with pytest.raises(RuntimeError, match="the count is"):
            counter.panic()
        with raises(ValueError, "not that"):
            counter.fail()
        with pytest.raises(TypeError):
            counter.add("x")
        with pytest.raises(KeyError):
            counter.change_with({}.__getitem__)
        with pytest.raises(TypeError):
            counter.change_with(lambda _: "x")
        with pytest.raises(TypeError):
            counter.add_other(5)
    assert (counter.get(), len(counter.log)) == (6, 3)


def test_from_rust(mod: tvm_ffi.Module, classes: SimpleNamespace) -> None:
    counter = classes.Counter(1)
    mod.add_to_each([counter, counter, classes.Counter(0)], 2)
    changing, reading, count = mod.borrow_twice(counter)
    assert "e2e.Counter" in changing and "borrowed" in changing
    assert "e2e.Counter" in reading and "borrowed mutably" in reading
    assert count == counter.count == 5
    assert mod.add_from_threads(counter, 4, 1000) == 4005


def test_a_constructor_that_calls_back(classes: SimpleNamespace) -> None:
    counter = classes.Counter(1)
    made = classes.CalledBack(lambda: counter.add())
    assert made.value == 2
    # In a call that borrows the counter mutably it is a conflict.
    with pytest.raises(RuntimeError, match="is borrowed mutably"):
        counter.change_with(lambda _: classes.CalledBack(lambda: counter.add()))
    assert counter.get() == 2


def test_a_setter_drops_the_old_value_after_its_borrow(classes: SimpleNamespace) -> None:
    holder = classes.Holder()
    seen: list[Any] = []
    # The drop calls back, and can borrow the object.
    holder.value = classes.Bomb(lambda _: seen.append(holder.value))
    holder.value = 5
    assert seen == [5]
    holder.value = classes.Bomb(lambda _: seen.append(holder.clear()))
    holder.value = 6
    assert seen == [5, 6] and holder.value is None
