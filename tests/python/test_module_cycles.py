"""Cycles through objects of an imported library, which Python's garbage collector frees."""

from __future__ import annotations

import gc
import threading
import time
import weakref
from types import ModuleType
from typing import Any, Callable, Iterator

import pytest


@pytest.fixture(scope="module")
def module(import_library: Callable[[str], ModuleType]) -> ModuleType:
    """Import the library."""
    return import_library("e2e-kernels")


@pytest.fixture(autouse=True)
def by_hand() -> Iterator[None]:
    """Let the collector run only where a test asks for it."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


class Node:
    """Something that can be referred to weakly."""

    other: Any = None

    def click(self, number: int) -> int:
        return number + 1


def field_with_closure(module: ModuleType) -> Any:
    button = module.Button()
    button.on_click = lambda number: button.click(number)
    return button


def field_with_method_of_a_subclass(module: ModuleType) -> Any:
    class Sub(module.Button):  # type: ignore[misc,name-defined]
        def clicked(self, number: int) -> int:
            return number

    button = Sub()
    button.on_click = button.clicked
    return button


def field_with_own_method(module: ModuleType) -> Any:
    button = module.Button()
    button.on_click = button.click
    return button


def private_list(module: ModuleType) -> Any:
    button = module.Button()
    for _ in range(3):
        button.subscribe(lambda number: (button, number)[1])
    return button


def map_in_a_lock(module: ModuleType) -> Any:
    button = module.Button()
    button.subscribe_as("a", lambda number: (button, number)[1])
    return button


def any_value(module: ModuleType) -> Any:
    button = module.Button()
    node = Node()
    node.other = button
    button.payload = node
    return button


def object_that_nothing_converts(module: ModuleType) -> Any:
    kept = module.Kept(None)
    kept.object = {"kept": kept}
    return kept


def list_of_objects(module: ModuleType) -> Any:
    node = Node()
    node.other = module.Kept(None, node, [node])
    return node.other


def any_value_without_clear(module: ModuleType) -> Any:
    button = module.Button()
    button.payload = iter([button])
    return button


def values_in_containers(module: ModuleType) -> Any:
    button = module.Button()
    node = Node()
    node.other = button
    button.payload = [1, {"node": node, "call": lambda: button}]
    return button


def object_in_another(module: ModuleType) -> Any:
    button, child = module.Button(), module.Button()
    child.on_click = lambda number: (button, number)[1]
    button.add(child)
    return button


def attribute_of_a_subclass(module: ModuleType) -> Any:
    button = type("Sub", (module.Button,), {})()
    button.me = button
    return button


def two_objects(module: ModuleType) -> Any:
    a, b = module.Button(), module.Button()
    a.on_click = lambda _: b
    b.on_click = lambda _: a
    return a


CYCLES = [
    field_with_closure,
    field_with_method_of_a_subclass,
    field_with_own_method,
    private_list,
    map_in_a_lock,
    any_value,
    object_that_nothing_converts,
    list_of_objects,
    any_value_without_clear,
    values_in_containers,
    object_in_another,
    attribute_of_a_subclass,
    two_objects,
]


@pytest.mark.parametrize("make", CYCLES, ids=lambda make: make.__name__)
def test_garbage_is_collected(module: ModuleType, make: Callable[[ModuleType], Any]) -> None:
    button = make(module)
    witness = weakref.ref(button)
    gc.collect()
    assert witness() is button
    del button
    assert witness() is not None
    gc.collect()
    assert witness() is None


@pytest.mark.parametrize("make", [make for make in CYCLES if make is not attribute_of_a_subclass], ids=lambda make: make.__name__)
def test_what_rust_refers_to_is_no_garbage(module: ModuleType, make: Callable[[ModuleType], Any]) -> None:
    button = make(module)
    ring = module.Ring(None, button)
    witness = weakref.ref(button)
    del button
    gc.collect()
    # Now Rust refers to the object, and the cycle to the instance.
    assert witness() is ring.any
    del ring
    gc.collect()
    assert witness() is None


def test_objects_in_use_stay_whole(module: ModuleType) -> None:
    button = module.Button()
    node = Node()
    button.on_click = node.click
    button.subscribe(lambda number: gc.collect() and number)
    button.subscribe(lambda number: number + len(button.handlers))
    button.payload = [node]
    witness = weakref.ref(node)
    del node
    for number in range(5):
        gc.collect()
        assert button.click(number)[0] == number + 1 and button.click(number)[2] == number + 2
        assert button.payload[0] is witness()
    assert len(gc.get_referents(button)) == 5 and type(button) in gc.get_referents(button)
    button.on_click = button.payload = None
    assert witness() is None


def test_a_running_call_keeps_its_objects(module: ModuleType) -> None:
    kept = [module.Button() for _ in range(4)]
    for button in kept:
        button.subscribe_as("a", lambda number, button=button: number + len(button.handlers))
    # No other reference than those of the threads' calls.
    threads = [threading.Thread(target=button.shuffle, args=(module.Button(),)) for button in kept]
    for thread in threads:
        thread.start()
    while not module.is_shuffling():
        time.sleep(0.001)
    for _ in range(50):
        gc.collect()
    module.end_shuffle()
    for thread in threads:
        thread.join()
    assert [button.click(7) for button in kept] == [[7]] * 4


def test_functions_that_garbage_calls(module: ModuleType) -> None:
    said: list[Any] = []

    class Last(Node):
        def __del__(self) -> None:
            # Finalizers run before anything is taken apart.
            said.append(self.other.click(3))

    def cycle() -> weakref.ref[Any]:
        button, last = module.Button(), Last()
        last.other = button
        button.payload = last
        button.on_click = lambda number: (button, number)[1]
        return weakref.ref(button)

    witness = cycle()
    gc.collect()
    assert said == [[3]] and witness() is None


def test_a_callable_comes_back(module: ModuleType) -> None:
    button = module.Button()

    def handler(number: int) -> int:
        return number

    node = Node()
    for callable_ in (handler, len, node.click, Node, lambda x: x):
        button.on_click = callable_
        assert button.on_click is callable_ and module.id_any(callable_) is callable_
        button.subscribe(callable_)
    assert button.handlers[:3] == [handler, len, node.click]


def test_classes_without_objects_of_python_are_not_tracked(module: ModuleType) -> None:
    assert not gc.is_tracked(module.Point(1, 2)) and gc.is_tracked(module.Button())
    empty = module.Button.__new__(module.Button)
    empty_sub = type("Sub", (module.Button,), {})
    assert gc.get_referents(empty) == [module.Button]
    witness = weakref.ref(empty_sub)
    del empty_sub
    gc.collect()
    assert witness() is None
