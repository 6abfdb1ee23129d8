"""Random calls of every function of a library: each returns a value or raises.

A run is repeated by its seed. For other ones and longer ones, `TVM_FFI_STRESS_SEED` and `TVM_FFI_STRESS_CALLS` are set, as
`cargo xtask sanitize` does, which looks for what Python does not notice.
"""

from __future__ import annotations

import json
import os
import random
import threading
from types import SimpleNamespace
from typing import Any, Callable

import numpy as np
import tvm_ffi
from support.arrays import call_lent
from support.package import HAS_COMPLEX64
from tvm_ffi.core import ObjectRValueRef

CALLS = int(os.environ.get("TVM_FFI_STRESS_CALLS", "2000"))
SEED = int(os.environ.get("TVM_FFI_STRESS_SEED", "1"))
THREADS = 4

# The depth of nested callbacks.
DEPTH = 3

# Excluded functions: they wait, start threads, visit every global name, allocate any requested size, or keep an argument forever.
LEFT_OUT = {
    "Numbers",
    "add_from_threads",
    "arange",
    "bombs",
    "call_from_threads",
    "contested",
    "empty",
    "facts_later",
    "make_bomb",
    "make_numbers",
    "make_contested",
    "make_repeater",
    "make_tracked",
    "meet",
    "pad",
    "panic_with_bomb",
    "read_contested",
    "repeat",
    "sleep_released",
    "up_and_down",
    "wait_for_signal",
    "zeros",
}

INTEGERS = [0, 1, 2, 3, -1, 7, 255, 256, -129, 2**31, -(2**31) - 1, 2**63 - 1, -(2**63), 2**63, 2**64, -(2**100)]
FLOATS = [0.0, -0.0, 0.5, 1e-300, 1e300, float("inf"), float("nan"), 3.0]
TEXTS = ["", "a", "mean", "long enough for the heap", "\0", "\N{SNOWMAN}" * 5]
DTYPES = ["float32", "float64", "int64", "uint8", "bool", "float16", *["complex64"] * HAS_COMPLEX64]
CONTAINERS = {"ffi.Array", "ffi.List", "list", "Array", "ffi.Shape"}


class Stress:
    """Makes random calls on one thread, with values that no other thread uses."""

    def __init__(self, mod: tvm_ffi.Module, manifest: dict[str, Any], seed: int) -> None:
        self.mod = mod
        self.random = random.Random(seed)
        self.exports = [export for export in manifest["exports"] if export["name"] not in LEFT_OUT]
        self.methods = {entry["key"]: entry for entry in manifest["objects"]}
        self.depth = 0
        self.outcomes = {"value": 0, "exception": 0}
        self.lists = [tvm_ffi.List([1, 2, 3]) for _ in range(3)]
        self.dicts = [tvm_ffi.Dict({"a": 1}) for _ in range(2)]
        self.arrays = [self.array() for _ in range(6)]
        self.kept: list[Any] = [None]

    # Arguments.

    def array(self) -> np.ndarray[Any, Any]:
        choose = self.random.choice
        shape = choose([(), (0,), (1,), (4,), (2, 3), (4, 4), (2, 2, 2), (0, 3)])
        array = np.ones(shape, dtype=choose(DTYPES[:4] * 3 + DTYPES[4:]))
        view = choose([lambda x: x, lambda x: x.T, lambda x: x[..., ::2] if x.ndim else x, lambda x: x[::-1] if x.ndim else x])
        return view(array)

    def tensor(self) -> Any:
        array = self.random.choice(self.arrays) if self.random.random() < 0.6 else self.array()
        return self.random.choice([lambda: array, lambda: tvm_ffi.from_dlpack(array)])()

    def callback(self) -> Callable[..., Any]:
        def call(*args: Any) -> Any:
            del args
            what = self.random.random()
            if what < 0.4 and self.depth < DEPTH:
                self.call()
            if what < 0.6:
                self.change()
            if what > 0.9:
                raise self.random.choice([ValueError, KeyError, RuntimeError])("from a callback")
            return self.value()

        return call

    def change(self) -> None:
        """Change containers that other calls may read."""
        self.forget_given_away()
        values, table = self.random.choice(self.lists), self.random.choice(self.dicts)
        what = self.random.randrange(5)
        if what == 0:
            values.append(self.simple())
        elif what == 1 and len(values):
            values.pop()
        elif what == 2:
            values.clear()
        elif what == 3:
            table[self.random.choice(TEXTS)] = self.simple()
        elif what == 4 and self.depth < DEPTH:
            # A list that contains itself is a value, too.
            values.append(self.random.choice([values, table, *self.lists]))
            if len(values) > 20:
                values.clear()

    def simple(self) -> Any:
        choose = self.random.choice
        makers: list[Callable[[], Any]] = [
            lambda: choose(INTEGERS),
            lambda: self.random.randrange(4),
            lambda: choose(FLOATS),
            lambda: choose(TEXTS),
            lambda: choose(TEXTS).encode(),
            lambda: choose([True, False]),
            lambda: None,
            lambda: tvm_ffi.dtype(choose(DTYPES)),
            lambda: tvm_ffi.device("cpu", 0),
            lambda: tvm_ffi.Shape((1, 2, 3)),
        ]
        return choose(makers)()

    def value(self, depth: int = 0) -> Any:
        self.forget_given_away()
        choose = self.random.choice
        makers: list[Callable[[], Any]] = [
            self.simple,
            self.simple,
            self.tensor,
            lambda: choose(self.lists),
            lambda: choose(self.dicts),
            lambda: choose(self.kept),
            self.callback,
        ]
        if depth < 2:
            makers.append(lambda: [self.value(depth + 1) for _ in range(self.random.randrange(4))])
            makers.append(lambda: {choose(TEXTS): self.value(depth + 1) for _ in range(self.random.randrange(3))})
        return choose(makers)()

    def forget_given_away(self) -> None:
        """Forget the objects that were given away: Python crashes if it reads them."""
        self.kept = [value for value in self.kept if not isinstance(value, tvm_ffi.Object) or value.__chandle__()]
        self.lists = [values if values.__chandle__() else tvm_ffi.List([1]) for values in self.lists]
        self.dicts = [table if table.__chandle__() else tvm_ffi.Dict({"a": 1}) for table in self.dicts]

    def given_away(self, value: Any) -> Any:
        """Sometimes move an object. In a list, Python would move it before it converts the next element."""
        is_given = isinstance(value, tvm_ffi.Object) and self.random.random() < 0.2
        return ObjectRValueRef(value) if is_given else value

    def fitting(self, schema: dict[str, Any], depth: int = 0) -> Any:
        """Make a value of a type, or one that is slightly wrong."""
        self.forget_given_away()
        kind, args = schema.get("type"), schema.get("args", [])
        choose = self.random.choice
        inner = args[0] if args else {}
        if self.random.random() < 0.1 or depth > 3:
            return self.value()
        if kind == "int":
            return choose(INTEGERS) if self.random.random() < 0.3 else self.random.randrange(4)
        if kind == "float":
            return choose(FLOATS)
        if kind == "bool":
            return choose([True, False])
        if kind in ("ffi.String", "str"):
            return choose(TEXTS)
        if kind == "ffi.Bytes":
            return choose(TEXTS).encode()
        if kind in ("DLTensor*", "ffi.Tensor"):
            return self.tensor()
        if kind == "ffi.Function":
            return self.callback()
        if kind == "Optional":
            return None if self.random.random() < 0.4 else self.fitting(inner, depth + 1)
        if kind in CONTAINERS:
            values = [self.fitting(inner, depth + 1) for _ in range(self.random.randrange(4))]
            return values if self.random.random() < 0.7 else choose(self.lists)
        if kind == "Tuple":
            return [self.fitting(arg, depth + 1) for arg in args]
        if kind in ("ffi.Map", "ffi.Dict") and len(args) == 2:
            pairs = [(self.fitting(args[0], depth + 1), self.fitting(args[1], depth + 1)) for _ in range(2)]
            try:
                return dict(pairs)
            except TypeError:
                return choose(self.dicts)
        if kind == "Union" and args:
            return self.fitting(choose(args), depth + 1)
        if kind in self.methods:
            objects = [value for value in self.kept if isinstance(value, self.classes.get(str(kind), tvm_ffi.Object))]
            return choose(objects) if objects else self.value()
        return self.value()

    # Calls.

    def arguments(self, kernel: dict[str, Any]) -> list[Any]:
        parameters = kernel.get("params", [])
        args = [self.fitting(parameter.get("schema", {})) for parameter in parameters]
        if self.random.random() < 0.05:
            args = args[:-1]
        if not parameters or self.random.random() < 0.03:
            args += [self.value() for _ in range(self.random.randrange(3))]
        return [self.given_away(arg) for arg in args]

    def call_export(self) -> Any:
        export = self.random.choice(self.exports)
        args = self.arguments(export["kernel"])
        if self.random.random() < 0.1 and any(isinstance(arg, np.ndarray) for arg in args):
            return call_lent(self.mod, export["name"], *args)
        return getattr(self.mod, export["name"])(*args)

    def use_object(self) -> Any:
        """Construct an object, or call a method, or read or set a field of one."""
        self.forget_given_away()
        objects = [value for value in self.kept if type(value) in self.classes.values()]
        if not objects or self.random.random() < 0.3:
            key, cls = self.random.choice([(key, cls) for key, cls in self.classes.items() if cls.__name__ not in LEFT_OUT])
            about = self.methods[key]
            return cls(*self.arguments(about.get("init") or {}))
        value = self.random.choice(objects)
        key = next((key for key, cls in self.classes.items() if type(value) is cls), None)
        if key is None:
            return repr(value)
        about = self.methods[key]
        what = self.random.random()
        methods = [method for method in about["methods"] if method["name"] not in LEFT_OUT]
        if methods and what < 0.7:
            method = self.random.choice(methods)
            return getattr(value, method["name"])(*self.arguments(method["kernel"]))
        if about["fields"]:
            field = self.random.choice(about["fields"])
            if what < 0.85:
                return getattr(value, field["name"])
            setattr(value, field["name"], self.fitting(field.get("schema", {})))
        return repr(value)

    classes: dict[str, type] = {}

    def call(self) -> None:
        self.depth += 1
        try:
            if self.random.random() < 0.05:
                self.change()
            result = self.use_object() if self.classes and self.random.random() < 0.25 else self.call_export()
            self.outcomes["value"] += 1
            if self.random.random() < 0.5:
                self.kept.append(result)
                if len(self.kept) > 40:
                    del self.kept[: self.random.randrange(1, 30)]
        except SystemError:
            raise
        except Exception:
            self.outcomes["exception"] += 1
        finally:
            self.depth -= 1

    def run(self, calls: int) -> None:
        for _ in range(calls):
            self.call()


def types_of(classes: SimpleNamespace) -> dict[str, type]:
    return {cls.__tvm_ffi_type_info__.type_key: cls for cls in vars(classes).values()}


def stress(mod: tvm_ffi.Module, seed: int) -> Stress:
    return Stress(mod, json.loads(mod.tvm_ffi_manifest()), seed)


def test_random_calls_end_in_values_and_exceptions(mod: tvm_ffi.Module, classes: SimpleNamespace) -> None:
    Stress.classes = types_of(classes)
    one = stress(mod, SEED)
    one.run(CALLS // 2)
    assert min(one.outcomes.values()) > CALLS // 20, one.outcomes


def test_random_calls_of_several_threads(mod: tvm_ffi.Module, classes: SimpleNamespace) -> None:
    Stress.classes = types_of(classes)
    all_of_them = [stress(mod, 1000 * SEED + thread) for thread in range(THREADS)]
    failures: list[BaseException] = []

    def run(one: Stress) -> None:
        try:
            one.run(CALLS // 2 // THREADS)
        except BaseException as failure:  # noqa: BLE001
            failures.append(failure)

    threads = [threading.Thread(target=run, args=(one,)) for one in all_of_them]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    assert sum(one.outcomes["value"] for one in all_of_them) > CALLS // 20
