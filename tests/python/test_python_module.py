"""A library that is imported: what the module has that `tvm_ffi.load_module` does not give."""

from __future__ import annotations

import gc
import inspect
import pickle
import subprocess
import sys
import threading
import traceback
from pathlib import Path
from types import ModuleType
from typing import Any, Callable

import numpy as np
import pytest
import tvm_ffi
from support import LibraryPath
from support.errors import raises
from support.imported import import_file

SIGNATURE = 'named(first: int, second: int = 2, third: int = ..., fourth: str = "none")'


@pytest.fixture(scope="module")
def module(import_library: Callable[[str], ModuleType]) -> ModuleType:
    """Import the library."""
    return import_library("e2e-kernels")


def test_functions_describe_themselves(module: ModuleType) -> None:
    named = module.named
    assert named.__name__ == "named"
    assert named.__qualname__ == "e2e_kernels.named"
    assert named.__module__ == "e2e_kernels"
    assert named.__doc__ == "Has parameters to be passed by name."
    assert str(inspect.signature(named)) == "(first, second=2, third=Ellipsis, fourth='none')"
    assert str(inspect.signature(module.add)) == "(a, b)"
    assert str(inspect.signature(module.count)) == "(*args)"
    assert str(inspect.signature(getattr(module, "math.halve"))) == "(x)"
    # The name of a parameter may be a keyword of Python.
    assert str(inspect.signature(module.keyword_named)) == "(lambda_, /, x, y=1)"


def test_functions_are_pickled_by_name(module: ModuleType) -> None:
    for name in ("named", "math.halve"):
        function = getattr(module, name)
        assert pickle.loads(pickle.dumps(function)) is function


def test_arguments_are_passed_by_name(module: ModuleType) -> None:
    assert module.named(1) == "1 2 4 none"
    assert module.named(first=1) == "1 2 4 none"
    assert module.named(1, fourth="other") == "1 2 4 other"
    assert module.named(third=5, first=1) == "1 2 5 none"
    assert module.named(1, fourth="longer than a word", second=7) == "1 7 4 longer than a word"
    # A name that is made at run time is another object.
    assert module.named(**{"".join(["fi", "rst"]): 3}) == "3 2 4 none"
    assert module.keyword_named(**{"lambda": 1, "x": 2}) == 13
    assert module.many(j=1.5, k="k", **dict(zip("abcdefghi", range(1, 10)))) == "451.5k"


def test_names_in_the_order_of_the_parameters(module: ModuleType) -> None:
    assert module.named(first=1, second=3) == "1 3 4 none"
    assert module.named(1, second=3, third=5) == "1 3 5 none"
    assert module.named(first=1, second=3, third=5, fourth="x") == "1 3 5 x"
    assert module.named(1, second=3, fourth="x") == "1 3 4 x"
    assert module.many(1, 2, 3, 4, 5, 6, 7, 8, 9, j=1.5, k="k") == "451.5k"
    assert module.add(a=1, b=2) == module.add(1, b=2) == 3
    with pytest.raises(TypeError, match="argument `b` is missing"):
        module.add(a=1)


def test_wrong_names_are_errors(module: ModuleType) -> None:
    cases: list[tuple[tuple[Any, ...], dict[str, Any], str]] = [
        ((1,), {"fifth": 5}, "unexpected keyword argument `fifth`"),
        ((1,), {"first": 1}, "argument `first` is passed twice"),
        ((), {"second": 1}, "argument `first` is missing"),
        ((1, 2, 3, "x", 5), {"fourth": "x"}, "expected at most 4 arguments without a name, got 5"),
    ]
    for arguments, names, what in cases:
        with raises(TypeError, f"named: {what}\n  {SIGNATURE}"):
            module.named(*arguments, **names)
    with raises(TypeError, "count: arguments have no names here\n  count(*args)"):
        module.count(x=1)
    with raises(TypeError, f"named: argument #3 `fourth`: expected str, got int\n  {SIGNATURE}"):
        module.named(1, fourth=4)


def test_names_reach_functions_that_tvm_ffi_calls(module: ModuleType) -> None:
    assert module.call_named(lambda a, b: 10 * a + b, b=3) == 13
    assert module.call_named(function=lambda a, b: 10 * a + b, a=4) == 42
    with pytest.raises(TypeError, match="argument `function` is missing"):
        module.call_named(a=1)


def test_an_error_has_a_frame_in_rust(module: ModuleType) -> None:
    with pytest.raises(ValueError, match="port 0 is reserved|invalid digit") as raised:
        module.parse_i32("x")
    frames = traceback.extract_tb(raised.value.__traceback__)
    assert frames[-1].name == "parse_i32"
    assert frames[-1].filename.endswith(".rs")
    assert frames[-2].filename == __file__


def test_text_is_ascii_or_not(module: ModuleType) -> None:
    for length in [*range(70), 127, 128, 129, 1000]:
        text = ("abcdefghijklmnopqrstuvwxyz" * 40)[:length]
        assert module.id_str(text) == text and hash(module.id_str(text)) == hash(text)
        for place in {0, length // 2, length - 1} & set(range(length)):
            for character in "\0\x7f\x80\xffé€😀":
                other = text[:place] + character + text[place + 1 :]
                assert module.id_str(other) == other
                assert module.id_str(other).isascii() == other.isascii()


def test_kept_values_are_copies(module: ModuleType) -> None:
    values = ["an element that is long", 1, None, 2.5, True, b"bytes that are long"]
    text, other = module.keep_values("longer than a word", values)
    assert text == "longer than a word"
    assert list(other) == values
    text, other = module.keep_values("short", b"bytes that are long")
    assert (text, other) == ("short", b"bytes that are long")


def test_sequences_of_any_length(module: ModuleType) -> None:
    for length in [0, 1, 7, 8, 15, 16, 17, 1000]:
        assert module.sum_of_vec(list(range(length))) == sum(range(length))
        assert module.sum_of_vec(tuple(range(length))) == sum(range(length))


def test_reference_counts_stay(module: ModuleType) -> None:
    text, values, function = "longer than a word", [10**6 + index for index in range(20)], module.named
    objects = [text, values, values[3], function, None, module]

    def counts() -> list[int]:
        return [sys.getrefcount(value) for value in objects]

    def call() -> None:
        for _ in range(200):
            module.id_str(text)
            module.sum_of_vec(values)
            module.named(first=1, fourth=text)
            module.nothing()
            module.call_named(lambda a, b: a)
            with pytest.raises(TypeError):
                module.named(text, second=text)
            with pytest.raises(ValueError):
                module.parse_i32(text)

    call()
    gc.collect()
    before = counts()
    call()
    gc.collect()
    assert [abs(after - count) < 20 for after, count in zip(counts(), before)] == [True] * len(objects)


def test_the_gil_is_held_or_released(module: ModuleType) -> None:
    assert module.gil_is_held() is True
    assert module.gil_is_released() is False
    # A function with a tensor or any value releases it, unless it says otherwise.
    assert module.gil_with_tensor(np.zeros(3, np.float32)) is False
    assert module.gil_with_any(1) is False
    assert module.gil_held_with_any(1) is True
    # Methods too.
    gil = module.Gil()
    assert (gil.by_default(), gil.released(), gil.of_property) == (True, False, False)
    assert (gil.with_any(1), gil.held_with_any(1)) == (False, True)


def test_objects_are_passed_by_their_handle(module: ModuleType, load: Callable[[str], tvm_ffi.Module]) -> None:
    # `tvm_ffi` releases the GIL, and this function does not.
    is_native = module.gil_held_with_any
    values = [
        module.item_new(7),
        tvm_ffi.Array([1, 2]),
        tvm_ffi.Map({"a": 1}),
        tvm_ffi.convert(lambda: 1),
        tvm_ffi.from_dlpack(np.zeros(3, np.float32)),
        load("e2e-kernels"),
        [module.item_new(3), 1, "text"],
        (tvm_ffi.Shape((1, 2)).__tvm_ffi_object__,) if hasattr(tvm_ffi.Shape, "__tvm_ffi_object__") else (1,),
    ]
    for value in values:
        # The first call of a type goes through `tvm_ffi`, and compares the handle.
        is_native(value)
        assert is_native(value) is True, value
        assert is_native([value, value] if not isinstance(value, (list, tuple)) else value) is True, value
    assert is_native({"a": 1}) is True
    assert type(values[0]) is module.Item and module.item_value(values[0]) == 7
    assert module.id_any(values[0]) is values[0]


def test_a_module_has_no_other_attributes(module: ModuleType) -> None:
    with pytest.raises(AttributeError):
        module.no_such_function
    with pytest.raises(AttributeError, match="module 'e2e_kernels' has no attribute '__path__'"):
        module.__path__


CLASSES = """
import inspect, pickle, sys, warnings
warnings.simplefilter("error")
sys.path.insert(0, sys.argv[1])
import e2e_kernels as e2e
assert {"Tally", "Spot", "math", "add", "__name__"} <= set(dir(e2e))
assert "tvm_ffi" not in sys.modules
assert e2e.math.halve(3) == 1.5
# An object that is there before its class is one of the class.
early = e2e.item_new(3)
from e2e_kernels import Item, Tally
assert type(early) is Item and (Item.__module__, Item.__qualname__) == ("e2e_kernels", "Item")
tally = Tally(3, names=["a"])
assert (tally.add(), len(tally)) == (4, 1), (tally.count, len(tally))
import tvm_ffi
assert e2e.Tally is Tally and Tally.__mro__[1:] == (e2e.Tally.__base__, object) and not isinstance(tally, tvm_ffi.Object)
if sys.version_info >= (3, 10):
    assert str(inspect.signature(Tally)) == "(start=0, names=[])", inspect.signature(Tally)
    assert str(inspect.signature(e2e.Spot)) == "(x, y=0, *, name='origin')", inspect.signature(e2e.Spot)
assert str(inspect.signature(Tally.add)) == "(self, /, by=1)", inspect.signature(Tally.add)
assert str(inspect.signature(Tally.of)) == "(names)", inspect.signature(Tally.of)
assert str(inspect.signature(e2e.Spot.plus)) == "(self, /, other)", inspect.signature(e2e.Spot.plus)
assert str(inspect.signature(e2e.Spot.__call__)) == "(self, /, times=1)", inspect.signature(e2e.Spot.__call__)
spot = e2e.Spot(1, name="one")
assert (spot(), spot(2)) == (1, 2)
assert spot == e2e.Spot(1, 0, name="one") and hash(spot) == hash(e2e.Spot(1, name="one"))
assert pickle.loads(pickle.dumps(spot)) == spot and pickle.loads(pickle.dumps(Tally)) is Tally
assert issubclass(e2e.Dog, e2e.Animal)
# The package has a class of its own for the same objects.
library = tvm_ffi.load_module(sys.argv[2])
@tvm_ffi.register_object("e2e.Point")
class Own(tvm_ffi.Object):
    pass
assert e2e.Tally is Tally and e2e.Point is not Own
assert type(e2e.id_any(Own(1, 2))) is e2e.Point
for name in ("no_such_class", "e2e.Tally"):
    assert not hasattr(e2e, name), name
"""

CHILD = """
import sys
sys.path.insert(0, sys.argv[1])
import e2e_kernels
assert "tvm_ffi" not in sys.modules
assert e2e_kernels.add(40, 2) == 42
assert e2e_kernels.id_str("longer than a word") == "longer than a word"
try:
    e2e_kernels.parse_i32("x")
except ValueError:
    pass
assert "tvm_ffi" not in sys.modules
assert e2e_kernels.call_named(lambda a, b: a + b) == 3
import tvm_ffi
assert tvm_ffi.load_module(sys.argv[2]).add(1, 2) == 3
"""


def child(script: str, *arguments: str, options: tuple[str, ...] = ()) -> str:
    command = [sys.executable, *options, "-c", script, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout


@pytest.fixture
def folder(library_path: LibraryPath, tmp_path: Path) -> str:
    """Return a folder with the module."""
    import_file("e2e_kernels", library_path("e2e-kernels"), tmp_path)
    return str(tmp_path)


def test_the_package_is_imported_when_it_is_needed(folder: str, library_path: LibraryPath) -> None:
    child(CHILD, folder, str(library_path("e2e-kernels")))


def test_classes_are_attributes(folder: str, library_path: LibraryPath) -> None:
    child(CLASSES, folder, str(library_path("e2e-kernels")))


@pytest.mark.parametrize("seconds", [0.01, 0.0], ids=["in the call", "waiting for the GIL"])
def test_the_interpreter_exits_while_calls_run(folder: str, seconds: float) -> None:
    script = """
    import sys, threading, time
    sys.path.insert(0, sys.argv[1])
    import e2e_kernels
    seconds = float(sys.argv[2])
    for _ in range(8):
        threading.Thread(target=lambda: [e2e_kernels.sleep_released(seconds) for _ in range(10**8)], daemon=True).start()
    time.sleep(0.1)
    """
    child("\n".join(line[4:] for line in script.splitlines()), folder, str(seconds))


def test_a_second_import_is_a_second_module(library_path: LibraryPath, tmp_path: Path) -> None:
    first = import_file("e2e_kernels", library_path("e2e-kernels"), tmp_path)
    second = import_file("e2e_kernels", library_path("e2e-kernels"), tmp_path)
    assert first is not second
    assert first.add(1, 2) == second.add(1, 2) == 3
    del first
    gc.collect()
    assert second.named(1) == "1 2 4 none"


def test_what_a_module_says_of_itself(module: ModuleType, import_library: Callable[[str], ModuleType]) -> None:
    assert module.__version__ == "0.1.0" and module.__doc__ == "What the end-to-end tests call."
    assert module.__all__ == sorted(module.__all__)
    assert all(hasattr(module, name) for name in module.__all__)
    assert {"add", "keyword_named"} <= set(module.__all__) and "tvm_ffi_manifest" not in module.__all__
    assert import_library("quickstart").__doc__ is None
