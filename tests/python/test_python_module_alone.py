"""A library that is imported where the package `tvm_ffi` is not installed."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import numpy as np
import pytest
import tvm_ffi
from support import LibraryPath
from support.child import output_of
from support.errors import missing_file
from support.imported import import_file

ALONE = """
import os, sys
sys.path[:0] = sys.argv[1:]
import e2e_kernels as module

def failure(call, *arguments, **names):
    try:
        call(*arguments, **names)
    except BaseException as error:
        frames, trace = [], error.__traceback__
        while trace is not None:
            frames.append((os.path.basename(trace.tb_frame.f_code.co_filename), trace.tb_frame.f_code.co_name))
            trace = trace.tb_next
        return type(error).__name__, str(error).splitlines()[0], *frames[-1]
"""


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with NumPy but not `tvm_ffi`."""
    packages = tmp_path_factory.mktemp("packages")
    for name in ("numpy", "numpy.libs"):
        found = Path(np.__file__).parents[1] / name
        if found.exists() and sys.platform == "win32":
            # A symbolic link would need a privilege. Wine lacks the function of other copies.
            shutil.copytree(found, packages / name, copy_function=shutil.copyfile)
        elif found.exists():
            (packages / name).symlink_to(found)
    return packages


@pytest.fixture
def alone(library_path: LibraryPath, packages: Path, tmp_path: Path) -> list[str]:
    """Return folders with the module, and with NumPy but not `tvm_ffi`."""
    import_file("e2e_kernels", library_path("e2e-kernels"), tmp_path)
    return [str(tmp_path), str(packages)]


def run(script: str, alone: list[str]) -> list[str]:
    return output_of(ALONE + script, *alone, isolated=True, VIRTUAL_ENV=None, CONDA_PREFIX=None).splitlines()


def test_what_the_module_converts_itself_works(alone: list[str]) -> None:
    script = """
import numpy as np
assert module.add(40, 2) == 42
assert module.id_str("longer than a word") == "longer than a word"
assert module.sum_of_vec([1, 2]) == 3
# A shape, an array, and any value are objects that the library makes itself.
assert module.sum_of_extents([1, 2]) == 3
assert module.gil_held_with_any(["a text that is long", 1]) is True
assert "tvm_ffi" not in sys.modules
"""
    assert run(script, alone) == []


def test_errors_are_the_exceptions_that_they_are_with_it(alone: list[str]) -> None:
    script = """
for kind in ("TypeError", "ValueError", "IndexError", "KeyError", "AttributeError", "AssertionError", "MemoryError"):
    assert failure(module.raise_kind, kind, "why") == (kind, "'why'" if kind == "KeyError" else "why", "errors.rs", "raise_kind"), kind
print(*failure(module.raise_kind, "OddError", "why"))
print(*failure(module.parse_i32, "x"))
print(*failure(module.add, "x", 2))
print(*failure(module.named, first=1, fifth=5))
kind, text, *frame = failure(module.panic_text)
assert text.startswith("panicked at") and text.endswith(": constant text")
print(kind, *frame)
"""
    assert run(script, alone) == [
        "RuntimeError OddError: why errors.rs raise_kind",
        "ValueError invalid digit found in string errors.rs parse_i32",
        "TypeError add: argument #0 `a`: expected int, got str calls.rs add",
        "TypeError named: unexpected keyword argument `fifth` modules.rs named",
        "RuntimeError panics.rs panic_text",
    ]


WITH_RUNTIME = """
import collections, datetime, gc
import numpy as np
assert module.id_nested({"a": [None, (1, "x")]}) == {"a": [None, (1, "x")]}
assert module.id_any({"a": [1, {2: (3,)}], "b": 2**70, "c": b"bytes that are long"}) == {"a": [1, {2: [3]}], "b": 2**70, "c": b"bytes that are long"}
assert module.id_hash_set(range(3)) == {0, 1, 2} and module.id_tuple_1([5]) == (5,) and module.id_shape((1, 2)) == (1, 2)
assert module.sum_of_vec(collections.deque([1, 2])) == 3
own = object()
assert module.id_any(own) is own and module.id_vec_any([own]) == [own]
assert module.call_packed(lambda *x: x, 1, "text", [own]) == [1, "text", [own]]
assert module.make_adder(5)(1) == 6 and module.call(module.make_adder(5), 2) == 7
error = LookupError("from Python")
def fails(*_):
    raise error
try:
    module.call_named(fails)
except LookupError as raised:
    assert raised is error
print(*failure(module.raise_kind, "ZeroDivisionError", "why"))
print(*failure(module.io_error, "/no/such/file"))
print(*failure(module.add, {}, 1))
print(*failure(module.add, own, 1))
print(*failure(module.id_vec_i64, [1, own]))
cycle = []
cycle.append(cycle)
print(*failure(module.id_any, cycle))
array = np.arange(3.0)
assert np.shares_memory(module.id_tensor(array), array) and type(module.arange(3)) is np.ndarray
assert module.id_dtype(np.float32) == "float32" and module.id_device("cuda:1") == "cuda:1"
assert module.id_duration(1.5) == datetime.timedelta(seconds=1.5)
item = module.item_new(1)
assert (type(item), item.value, module.item_id(item)) == (module.Item, 1, item)
gc.collect()
assert "tvm_ffi" not in sys.modules
"""


def test_with_a_runtime_and_without_the_package_all_values_work(alone: list[str]) -> None:
    library = str(tvm_ffi.libinfo.find_libtvm_ffi())
    environment = {"TVM_FFI_LIBRARY": library, "VIRTUAL_ENV": None, "CONDA_PREFIX": None}
    lines = output_of(ALONE + WITH_RUNTIME, *alone, isolated=True, **environment).splitlines()
    code, text = missing_file()
    assert lines == [
        "ZeroDivisionError why errors.rs raise_kind",
        f"FileNotFoundError [{'WinError' if sys.platform == 'win32' else 'Errno'} {code}] {text} errors.rs io_error",
        "TypeError add: argument #0 `a`: expected int, got Map calls.rs add",
        "TypeError add: argument #0 `a`: expected int, got object calls.rs add",
        "TypeError id_vec_i64: argument #0 `x`[1]: expected int, got object containers.rs id_vec_i64",
        "ValueError id_any: argument #0 `x`: values are nested too deeply, or contain themselves values.rs id_any",
    ]


SWEEP = """
import inspect, json, os
import numpy as np
samples = [1, 1.5, True, None, "text", "longer than a word", b"longer than a word", [1, 2], ["a text that is long"], [[1]],
           {"a": 1}, np.zeros((2, 3), np.float32), len, "float32", 2**70, {1}]
# The first ones wait. The destructor of the last one panics while the call fails, for which Rust aborts.
left_out = {"wait_for_signal", "sleep_released", "meet", "make_bomb"}
# Another thread of its own panics, which is printed.
left_out.add("panic_in_thread")
for name in (export["name"] for export in json.loads(module.tvm_ffi_manifest())["exports"]):
    if name in left_out:
        continue
    function = getattr(module, name)
    signature = inspect.signature(function)
    count = 1 if "*args" in str(signature) else len(signature.parameters)
    arguments = [()] + [(sample,) * count for sample in samples]
    arguments += [(samples[11],) * index + (sample,) for sample in samples for index in range(1, min(count, 3))]
    for passed in arguments:
        try:
            function(*passed)
        except Exception as error:
            text = str(error)
            if isinstance(error, SystemError) or "panicked" in text and "no TVM-FFI runtime" in text:
                print(name, type(error).__name__, text)
"""


def test_no_call_panics(alone: list[str]) -> None:
    # Nothing is printed on stderr either, but for the records that some functions write.
    assert run("import logging\nlogging.disable()\n" + SWEEP, alone) == []


SIGNAL = """
import signal, threading
# Ctrl-C in a call, before anything has imported `tvm_ffi`.
signal.signal(signal.SIGINT, signal.default_int_handler)
timer = threading.Timer(0.2, signal.raise_signal, (signal.SIGINT,))
timer.start()
try:
    module.wait_for_signal()
except KeyboardInterrupt:
    print("interrupted")
timer.join()
assert "tvm_ffi" not in sys.modules
# A handler that raises something else, and one that raises nothing.
def handler(*_):
    raise LookupError("from the handler")
signal.signal(signal.SIGINT, handler)
timer = threading.Timer(0.2, signal.raise_signal, (signal.SIGINT,))
timer.start()
try:
    module.wait_for_signal()
except LookupError as error:
    print(error)
timer.join()
assert module.add(1, 2) == 3
"""


@pytest.mark.parametrize("has_package", [False, True])
def test_signals_reach_the_module(alone: list[str], has_package: bool) -> None:
    output = output_of(ALONE + SIGNAL, *alone, isolated=not has_package)
    assert output == "interrupted\nfrom the handler\n"
