"""Lifetimes of functions and values: which outlive their call and their module, and when references are released."""

from __future__ import annotations

import contextlib
import gc
import sys
import weakref
from typing import Any, Callable

import pytest
from support import LibraryPath
from support.child import output_of, run_child
from support.package import np, tvm_ffi
from support.raw import strong_count

OUTLIVE = """
    import gc, sys, tvm_ffi

    def load():
        return tvm_ffi.load_module(sys.argv[1], keep_module_alive=False)

    module = load()
    kept = {
        "adder": module.make_adder(5),
        "repeater": module.make_repeater("-"),
        "counter": module.make_counter(),
        "twice": module.twice(lambda x: x + 1),
        "bomb": module.make_bomb(),
        "exported": module.get_function("repeat"),
        "text": module.repeat("a text of some length ", 2),
        "tensor": module.arange(5),
        "array": module.id_vec_i64([1, 2, 3]),
    }
    try:
        module.parse_i32("x")
    except ValueError as error:
        kept["error"] = error
    del module
    gc.collect()

    assert kept["adder"](1) == 6
    assert kept["repeater"]("x", 3) == "x-x-x"
    assert [kept["counter"](), kept["counter"]()] == [1, 2]
    assert kept["twice"](1) == 3
    assert kept["bomb"]() == "captured"
    assert kept["exported"]("ab", 2) == "abab"
    assert kept["text"] == "a text of some length " * 2
    assert kept["tensor"].shape == (5,)
    assert list(kept["array"]) == [1, 2, 3]
    assert str(kept["error"]) == "invalid digit found in string"
    # A panic is still caught: the hook is part of the library.
    try:
        kept["adder"]("x")
    except TypeError as error:
        assert str(error) == "<closure>: argument #0: expected int, got str"
    while kept:
        kept.popitem()
        gc.collect()
    assert load().add(1, 2) == 3
    print("done")
"""


def test_values_outlive_their_module(library_path: LibraryPath) -> None:
    assert output_of(OUTLIVE, library_path("e2e-kernels")) == "done\n"


def test_a_module_that_was_never_used_can_be_dropped(library_path: LibraryPath) -> None:
    script = """
        import gc, sys, tvm_ffi
        for _ in range(3):
            module = tvm_ffi.load_module(sys.argv[1], keep_module_alive=False)
            del module
            gc.collect()
        print("done")
    """
    assert output_of(script, library_path("e2e-kernels")) == "done\n"


def test_globals_outlive_their_module(library_path: LibraryPath) -> None:
    script = """
        import gc, sys, tvm_ffi
        module = tvm_ffi.load_module(sys.argv[1], keep_module_alive=False)
        del module
        gc.collect()
        print(tvm_ffi.get_global_func("e2e_kernels.global_square")(7))
    """
    assert output_of(script, library_path("e2e-kernels")) == "49\n"


def test_closures_are_freed_at_exit(library_path: LibraryPath) -> None:
    # At exit, Python frees the remaining objects, including callbacks that closures own.
    script = """
        import sys, tvm_ffi
        module = tvm_ffi.load_module(sys.argv[1])
        left = [module.twice(lambda x: x), module.make_bomb(), module.keep(tvm_ffi.Array([1]))]
        cycle = []
        cycle.append(module.twice(lambda x: cycle))
        print("done")
    """
    done = run_child(script, library_path("e2e-kernels"))
    assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "")


class Callback:
    """A callable that can be watched."""

    def __call__(self, *_: Any) -> int:
        return 1


USES: dict[str, Callable[[tvm_ffi.Module, Any], Any]] = {
    "a call": lambda mod, f: mod.call(f, f),
    "a second call": lambda mod, f: mod.call_or_else(f, f),
    "a packed call": lambda mod, f: mod.call_packed(f, 1, f),
    "calls from threads": lambda mod, f: mod.call_from_threads(f, 4),
    "a value": lambda mod, f: [mod[name](f) for name in ("id_any", "id_view", "id_function", "id_object")],
    "an element": lambda mod, f: mod.id_vec_any([f, [f]]),
    "a closure": lambda mod, f: mod.twice(f)(0),
    "a wrong argument": lambda mod, f: mod.add(f, f),
    "a panic": lambda mod, f: mod.panic_after_callback(mod.twice(f)),
}


@pytest.mark.parametrize("use", USES)
def test_a_callback_is_released(mod: tvm_ffi.Module, use: str) -> None:
    callback = Callback()
    watch = weakref.ref(callback)
    with contextlib.suppress(TypeError, RuntimeError):
        USES[use](mod, callback)
    del callback
    gc.collect()
    assert watch() is None


def test_a_closure_keeps_a_callback_until_it_is_freed(mod: tvm_ffi.Module) -> None:
    callback = Callback()
    watch = weakref.ref(callback)
    closure = mod.twice(callback)
    del callback
    gc.collect()
    assert watch() is not None
    assert closure(0) == 1
    del closure
    gc.collect()
    assert watch() is None


OBJECTS: list[Callable[[], tvm_ffi.Object]] = [
    lambda: tvm_ffi.Array([1, 2]),
    lambda: tvm_ffi.List([1, 2]),
    lambda: tvm_ffi.Map({"a": 1}),
    lambda: tvm_ffi.Shape((1, 2)),
    lambda: tvm_ffi.get_global_func("ffi.String")("more than seven bytes"),
    lambda: tvm_ffi.convert(len),
    lambda: tvm_ffi.convert(ValueError("x")),
    lambda: tvm_ffi.from_dlpack(np.zeros(3, np.float32)),
]


@pytest.mark.parametrize("make", OBJECTS, ids=range(len(OBJECTS)))
def test_references_are_counted_exactly(mod: tvm_ffi.Module, make: Callable[[], Any]) -> None:
    value = make()
    before = strong_count(value)
    for _ in range(10):
        mod.id_any(value), mod.id_object(value), mod.id_view(value), mod.type_key(value)
        mod.count(value, value), mod.collect(value, value), mod.id_vec_any([value, value])
        mod.call(lambda x: x, value)
        for wrong in (mod.id_i64, mod.id_pointer, mod.id_module, mod.take_then):
            with pytest.raises(TypeError):
                wrong(value)
        with pytest.raises(TypeError):
            mod.take_then(value, "x")
    assert strong_count(value) == before
    closure = mod.keep(value)
    assert strong_count(value) == before + 1
    held = closure()
    assert strong_count(value) >= before + 1
    del held, closure
    gc.collect()
    assert strong_count(value) == before


def test_references_of_python_are_released(mod: tvm_ffi.Module) -> None:
    value, callback = object(), Callback()
    counts = sys.getrefcount(value), sys.getrefcount(callback)
    for _ in range(100):
        assert mod.id_any(value) is value
        assert mod.call(callback, value) == 1
        with pytest.raises(TypeError):
            mod.add(value, callback)
    gc.collect()
    assert (sys.getrefcount(value), sys.getrefcount(callback)) == counts
