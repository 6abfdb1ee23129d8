"""How long objects live: drops, weak references, cycles, other threads, and the end of the process."""

from __future__ import annotations

import gc
import weakref
from types import SimpleNamespace
from typing import Any

import pytest
from support import LibraryPath
from support.child import output_of, run_child
from support.classes import is_of_package, same_object
from support.package import tvm_ffi


@pytest.fixture
def live(mod: tvm_ffi.Module) -> Any:
    """Count the tracked objects that were made since the test began."""
    gc.collect()
    before = mod.tracked()
    return lambda: tuple(now - then for now, then in zip(mod.tracked(), before))


def test_an_object_is_dropped_once_with_its_last_reference(
    mod: tvm_ffi.Module, classes: SimpleNamespace, live: Any
) -> None:
    tracked = classes.Tracked(5)
    again, holder = mod.id_object(tracked), classes.Holder(tracked)
    closure = mod.keep(tracked)
    assert again.itself() == holder.value.itself() == closure().itself() == tracked.itself()
    del tracked, again
    assert live() == (1, 0)
    holder.value = None
    assert live() == (1, 0)
    del closure
    gc.collect()
    assert live() == (0, 1)


def test_many_at_once(mod: tvm_ffi.Module, live: Any) -> None:
    made = list(mod.make_tracked(100))
    assert live() == (100, 0) and [value.value for value in made] == list(range(100))
    del made[::2]
    assert live() == (50, 50)
    del made
    assert live() == (0, 100)


def test_objects_that_are_dropped_on_another_thread(
    mod: tvm_ffi.Module, classes: SimpleNamespace, live: Any
) -> None:
    seen: list[Any] = []
    for index in range(10):
        mod.keep_object(classes.Tracked(index))
    mod.keep_object(classes.Bomb(seen.append))
    assert live() == (10, 0)
    assert mod.drop_kept_elsewhere() == 11
    assert live() == (0, 10) and seen == ["dropped"]


def test_drops_that_call_python(mod: tvm_ffi.Module, classes: SimpleNamespace) -> None:
    seen: list[Any] = []

    def fail(_: Any) -> None:
        seen.append("failed")
        raise KeyError("in a drop")

    classes.Bomb(seen.append)
    classes.Bomb(fail)
    bomb = classes.Bomb(lambda _: seen.append(classes.Bomb(seen.append) and "nested"))
    del bomb
    assert sorted(seen) == ["dropped", "dropped", "failed", "nested"]
    # The call that drops them returns as usual.
    assert mod.id_i64(5) == 5


def test_panics_in_drops(mod: tvm_ffi.Module, classes: SimpleNamespace, live: Any) -> None:
    for _ in range(5):
        bad = classes.PanicsInDrop(classes.Tracked(1))
        assert bad.value.value == 1
        del bad
    # The fields are dropped anyway.
    assert live() == (0, 5)
    mod.keep_object(classes.PanicsInDrop(None))
    assert mod.drop_kept_elsewhere() == 1


def test_cycles_through_callbacks(classes: SimpleNamespace, live: Any) -> None:
    """Neither Python nor Rust detects such a cycle: the test breaks it, and then everything is dropped."""
    holder = classes.Holder()
    tracked = classes.Tracked("in the cycle")
    holder.value = lambda argument, kept=(holder, tracked): argument + len(kept)
    assert holder.call(4) == 6
    del tracked
    gc.collect()
    assert live() == (1, 0)
    function = holder.clear()
    assert holder.value is None
    del function, holder
    gc.collect()
    assert live() == (0, 1)


def test_cycles_of_objects(mod: tvm_ffi.Module, classes: SimpleNamespace, live: Any) -> None:
    a, b = classes.Holder(), classes.Holder()
    a.value, b.value = [b, classes.Tracked(1)], [a]
    # Printing, hashing, and comparing a cycle terminates.
    assert ("e2e.Holder" if is_of_package(a) else "e2e_kernels.Holder") in repr(a)
    assert same_object(a.value[0].value[0], a)
    a.clear()
    b.clear()
    assert live() == (0, 1)


class Watched:
    """A Python class."""


def test_values_of_python_are_released(classes: SimpleNamespace) -> None:
    value = Watched()
    watch = weakref.ref(value)
    holder = classes.Holder(value)
    assert holder.value is value
    del value
    gc.collect()
    assert watch() is not None
    holder.value = 5
    gc.collect()
    assert watch() is None


CLASSES = """
    import gc, sys, tvm_ffi

    def load():
        return tvm_ffi.load_module(sys.argv[1], keep_module_alive=False)

    module = load()
    def register(key, parent=tvm_ffi.Object):
        return tvm_ffi.register_object(key)(type(key.rpartition(".")[2], (parent,), {}))
"""

OUTLIVE = (
    CLASSES
    + """
    Tracked, Counter, Point, Numbers = map(register, ["e2e.Tracked", "e2e.Counter", "e2e.Point", "e2e.Numbers"])
    kept = [Tracked("text"), Counter(5), Point(1, 2), Numbers(3)]
    kept.append(module.make_no_init(9))
    kept.append(module.item_closure(module.item_new(4)))
    del module
    gc.collect()

    assert kept[0].value == "text" and kept[0].itself() != 0
    assert kept[1].add(2) == 7 and kept[1].count == 7
    kept[1].count = 1
    assert repr(kept[2]) == 'Point { x: 1, y: 2, tag: "" }'
    assert list((kept[3] + kept[3]).to_list()) == [1, 2, 3] * 2
    assert kept[4].value == 9 and kept[5](1) == 5
    # Constructors and static methods can still be called.
    assert Counter(count=3).get() == 3 and list(Numbers.of([1]).to_list()) == [1]
    try:
        kept[3].fail("panic")
    except RuntimeError as error:
        assert "a method panicked" in str(error)
    while kept:
        kept.pop()
        gc.collect()
    module = load()
    assert module.tracked()[0] == 0
    assert type(module.make_no_init(1)).__name__ == "NoInit"
    print("done")
"""
)


def test_objects_outlive_their_module(library_path: LibraryPath) -> None:
    assert output_of(OUTLIVE, library_path("e2e-kernels")) == "done\n"


AT_EXIT = (
    CLASSES
    + """
    Tracked, Holder, Bomb, PanicsInDrop = map(register, ["e2e.Tracked", "e2e.Holder", "e2e.Bomb", "e2e.PanicsInDrop"])
    left = [Tracked(1), Holder(Tracked(2)), PanicsInDrop(3)]
    cycle = Holder()
    cycle.value = lambda _: cycle
    module.keep_object(Tracked(lambda: None))
    print("done")
"""
)


def test_objects_that_exist_at_exit(library_path: LibraryPath) -> None:
    done = run_child(AT_EXIT, library_path("e2e-kernels"))
    assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "")


BOMB_AT_EXIT = (
    CLASSES
    + """
    Bomb = register("e2e.Bomb")
    left = Bomb(lambda text: None)
    module.keep_object(Bomb(print))
    print("done")
"""
)


def test_drops_that_call_python_at_exit(library_path: LibraryPath) -> None:
    # The interpreter may refuse the call; the process ends with exit code 0.
    done = run_child(BOMB_AT_EXIT, library_path("e2e-kernels"))
    assert done.returncode == 0 and done.stdout.startswith("done\n")


LATE = (
    CLASSES
    + """
    import atexit
    Counter, Item = register("e2e.Counter"), register("e2e.Item")

    class Late:
        def __init__(self):
            self.counter, self.item, self.mod = Counter(1), Item(5), module

        def __del__(self):
            self.counter.count = 3
            assert (self.counter.add(1), self.counter.count, repr(self.counter)[:7]) == (4, 4, "Counter")
            assert self.mod.item_vec([self.item])[0].value == 5
            print("late", flush=True)

    late = Late()
    cycle = [Late()]
    cycle.append(cycle)
    atexit.register(lambda: print(Counter(7).add(1), flush=True))
    print("done", flush=True)
"""
)


def test_calls_while_the_interpreter_ends(library_path: LibraryPath) -> None:
    # Threads that Python stops in the middle of a call are not tested: its runtime aborts then.
    done = run_child(LATE, library_path("e2e-kernels"))
    assert (done.returncode, done.stdout) == (0, "done\n8\nlate\nlate\n"), done.stderr
