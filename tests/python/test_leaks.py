"""Memory over many calls: each call releases what it allocated, whether it returns, raises, or panics."""

from __future__ import annotations

import itertools
import sys
from typing import Any, Callable

import numpy as np
import pytest
import tvm_ffi
from support.memory import FEW, MANY, memory_stays_flat, needs_many_calls
from support.raw import strong_count


TEXT = "a text that does not fit the value itself"
ARRAY = tvm_ffi.Array([1, 2, 3])
TENSOR = tvm_ffi.from_dlpack(np.zeros(4, np.float32))
WRONG = tvm_ffi.Map({"key": tvm_ffi.Array([None, tvm_ffi.Array([1, 2.5])])})
TEXTS = tvm_ffi.Array([TEXT, TEXT + " too"])
LIST = tvm_ffi.List([1, 2, 3])
# A small map, and one that is a hash table.
MAP, DICT = tvm_ffi.Map({TEXT: 1, "b": 2}), tvm_ffi.Dict({TEXT: 1, "b": 2})
LARGE = tvm_ffi.Map({f"{TEXT} {i}": TEXTS for i in range(20)})
def refused(call: Callable[..., Any], *arguments: Any) -> Callable[[], None]:
    """Make a call that has to raise."""

    def run() -> None:
        try:
            call(*arguments)
        except Exception:
            return
        raise AssertionError("nothing was raised")

    return run


def in_turn(*calls: Callable[[], None]) -> Callable[[], None]:
    """Make one of the calls each time."""
    cycle = itertools.cycle(calls)
    return lambda: next(cycle)()


def paths(mod: tvm_ffi.Module) -> dict[str, Callable[[], Any]]:
    """List the calls, each of which is repeated many times."""
    callback = tvm_ffi.convert(lambda *args: args[0])
    fails = tvm_ffi.convert({}.__getitem__)
    closure = mod.make_adder(1)
    return {
        "text": lambda: (mod.id_str(TEXT), mod.id_string(TEXT), mod.repeat("ab", 9)),
        "bytes": lambda: (mod.id_bytes(b"more than seven"), mod.id_byte_slice(b"more than seven")),
        "objects": lambda: (
            mod.id_any(ARRAY),
            mod.id_object(TENSOR),
            mod.id_array(ARRAY),
            mod.collect(ARRAY, TEXT),
        ),
        "sequences": lambda: (mod.id_vec_i64(ARRAY), mod.sum_array(ARRAY), mod.id_list(ARRAY)),
        "big integers": lambda: (mod.id_u64(2**63), mod.id_f32(2**70), mod.id_i128(-(2**100))),
        "tensors": lambda: (mod.id_tensor(TENSOR), mod.sum_vector(TENSOR), mod.arange(4)),
        "callbacks": lambda: mod.call(callback, TEXT),
        "closures": lambda: (mod.make_adder(2)(3), mod.keep(ARRAY)(), mod.twice(callback)(TEXT)),
        "an error": refused(mod.bail_index, 5),
        "an error of std": refused(mod.parse_i32, "x"),
        "context": refused(mod.with_context, "x"),
        "wrong arguments": refused(mod.add, 1, TEXT),
        "a wrong element": refused(mod.id_nested, WRONG),
        "the error of a callback": refused(mod.call, fails, TEXT),
        "the error of a closure": refused(closure, TEXT),
        "panics": in_turn(refused(mod.panic_format, 1), refused(mod.panic_index, ARRAY, 7), refused(mod.panic_payload)),
    }


NAMES = [
    *("text", "bytes", "objects", "sequences", "big integers", "tensors", "callbacks", "closures"),
    *("an error", "an error of std", "context", "wrong arguments", "a wrong element"),
    *("the error of a callback", "the error of a closure", "panics"),
]
# Fewer calls: these are slow, and leak more than one small block.
SLOW = {"panics": 4}


def test_every_path_is_measured(mod: tvm_ffi.Module) -> None:
    assert list(paths(mod)) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_references_are_released(mod: tvm_ffi.Module, name: str) -> None:
    repeat(paths(mod)[name], FEW)


@needs_many_calls
@pytest.mark.parametrize("name", NAMES)
def test_memory_stays_flat(mod: tvm_ffi.Module, name: str) -> None:
    run, calls = paths(mod)[name], MANY // SLOW.get(name, 1)
    repeat(run, calls // 10)
    with memory_stays_flat(calls):
        repeat(run, calls)


def repeat(run: Callable[[], Any], calls: int) -> None:
    """Make calls, and compare the reference counts before and after."""
    objects = [ARRAY, TENSOR, WRONG, TEXTS, LIST, MAP, DICT, LARGE]
    counts, references = [strong_count(value) for value in objects], sys.getrefcount(TEXT)
    for _ in range(calls):
        run()
    assert [strong_count(value) for value in objects] == counts
    assert abs(sys.getrefcount(TEXT) - references) <= 2
